import { type Day, parseDay, weekdayOf } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { endedCurrencyOf, insteadOfEnded, withEnd } from '../currencies/ended.ts';
import { decimalsOf, nameOf } from '../currencies/names.ts';
import { areFixed, publishedCode, publishedPair } from '../currencies/replaced.ts';
import { isHundredth, type Unit } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import { ratebook } from '../hint.ts';
import { ratedDaysInWords } from './aggregate.ts';
import type { Amount } from './amount.ts';
import { amountAt, inUnits, rateBesideResult } from './cross.ts';
import { type DayRates, isRunning, notOver, publicationOf, publishedAt, rateIn } from './day-rates.ts';
import { withDecimals } from './decimal.ts';
import { type FoundRate, foundAtFixedRates, foundInItself, type MixedUnits, rateOn } from './found-rate.ts';
import type { OwnRates } from './own-rates.ts';
import type { RateOrigin } from './receipt.ts';
import { basisOf, nameOfBasis, type RateBasis, type RateRule } from './rules.ts';

export interface PrintedRate {
  readonly rate: string;
  /** Computed from two rates; otherwise published, a mean, within one currency, or the hundredth of such. */
  readonly derived: boolean;
}

export interface Conversion extends RateOrigin {
  /** The name of the day or period. */
  readonly date: string;
  /** `2026-11-21T22:00:17Z`; undefined for a mean, or if it is not known. */
  readonly published: string | undefined;
  readonly from: Unit;
  readonly amount: Amount;
  readonly to: Unit;
  readonly rate: PrintedRate;
  readonly back: PrintedRate | undefined;
  readonly converted: string;
  /** No amount was given: `converted` is the rate, with all its digits. */
  readonly isRate: boolean;
}

/** Decimals of the result; undefined: those of its currency. */
export type Decimals = number | undefined;

export interface ConversionQuestion {
  /** Undefined: the rate is asked for. */
  readonly amount: Amount | undefined;
  readonly from: Unit;
  readonly to: readonly Unit[];
  readonly digits: Decimals;
}

export interface Converted {
  readonly conversions: readonly Conversion[];
  /** The day or period of the rates, or the time of rates whose day is not over; empty if there are none. */
  readonly when: string;
  /** That their day is not over. */
  readonly mayChange?: string | undefined;
  /** What has no mean, since its rates are of two units of a currency. */
  readonly refused: readonly RefusedTarget[];
  /** At rates that mean nothing. */
  readonly isMadeUp?: boolean | undefined;
}

interface RefusedTarget extends MixedUnits {
  readonly to: Unit;
}

/** In one of the currencies. */
interface TargetResult {
  readonly to: Unit;
  readonly conversion: Conversion | MixedUnits | undefined;
  /** Why the days cannot have the rate. */
  readonly lacks?: Failure | undefined;
  readonly when: string;
  readonly mayChange?: string | undefined;
}

interface Published {
  /** The day that is asked about; today where the newest rate is. */
  readonly on: Day;
  readonly basis: RateBasis;
  /** Those that came, ascending. */
  readonly days: readonly DayRates[];
  readonly now: number;
  /** Of a mean: on how many days of its period the source publishes. */
  readonly of?: number | undefined;
  /** The day is closed, and no rule was named: that of the day before it which counts. */
  readonly rule?: RateRule | undefined;
}

/**
 * A currency without a rate, or with an unusable one, is left out.
 * @throws a usage error if the days lack all of them, or the one that is converted
 */
export function convertedAt(published: Published, question: ConversionQuestion): Converted {
  const results = question.to.flatMap((to) => resultAt(published, question, to) ?? []);
  const lacking = results.flatMap(({ lacks }) => lacks ?? []);
  const [first] = lacking;
  if (first && lacking.length === results.length) {
    const messages = new Set(lacking.map(({ message }) => message));
    throw new Failure(first.code, [...messages].join('; '), ...first.hints);
  }
  return together(results);
}

/** A mean of the days, or the rate of the newest that has both currencies; undefined if there is no day. */
function resultAt(
  { on, basis, days, now, of, rule }: Published,
  question: ConversionQuestion,
  to: Unit,
): TargetResult | undefined {
  const { code } = question.from;
  const isSame = code === to.code;
  const newest = days.at(-1);
  if (isSame ? rule || !newest : areFixed([code, to.code], on)) {
    const name = isSame && !rule ? nameOfBasis(basis) : on;
    const find: FindRate = (...pair) => foundAtFixedRates(foundInItself(name), publishedPair(...pair, on));
    return { to, conversion: conversionWith(find, question, to), when: withWeekday(name) };
  }
  if (!newest) return undefined;

  const pair = [code, to.code].map((each) => publishedCode(each, on));
  const hasPair = (day: DayRates) => pair.every((each) => rateIn(day, each) !== undefined);
  const day = days.findLast(hasPair) ?? newest;
  const isMean = basis.of === 'mean';
  const counting = isMean ? days : [day];
  const find: FindRate = (...codes) => {
    const found = rateOn(on, { basis, days: counting, of }, codes);
    return found && 'origin' in found && rule ? { ...found, origin: { ...found.origin, rule } } : found;
  };
  const conversion = conversionWith(find, question, to, isMean ? undefined : publicationOf(day, now));
  // an unusable rate is reported elsewhere
  const hasCode = (each: Code) =>
    counting.some((one) => rateIn(one, each) !== undefined || one.dropped?.includes(each));
  const lacking = pair.find((each) => !hasCode(each));
  const name = nameOfBasis(basis);
  const start = isMean ? `no day of ${name} has a rate` : `${day.day} has no rate`;
  const lacks = lacking && noRateOf(lacking, start);
  if (isMean) return { to, conversion, when: whenOf(name, conversion), lacks };
  if (!isRunning(day, now)) return { to, conversion, when: withWeekday(day.day), lacks };
  const when = `${publishedAt(day, now) ?? day.day}, ${weekdayOf(day.day)}`;
  return { to, conversion, when, mayChange: notOver(day.day, now), lacks };
}

function noRateOf(code: Code, start: string): Failure {
  const named = [code, nameOf(code)].filter(Boolean).join(', ');
  const hints = endedCurrencyOf(code) ? insteadOfEnded(code) : [ratebook('currencies', code)];
  return new Failure('no_rate', withEnd(`${start} for ${named}`, code), ...hints);
}

/** `2024-01, mean of 1 of 23 days`; a currency in itself needs no day. */
function whenOf(name: string, mean: Conversion | MixedUnits | undefined): string {
  return mean && 'days' in mean && mean.days.length > 0
    ? `${name}, mean of ${ratedDaysInWords(mean.days.length, mean.of)}`
    : withWeekday(name);
}

/** `2026-08-14, Friday`; any other period as it is. */
function withWeekday(period: string): string {
  const day = parseDay(period);
  return day ? `${day}, ${weekdayOf(day)}` : period;
}

interface OwnBasis {
  readonly own: Pick<OwnRates, 'find'>;
  readonly rule: RateRule;
  /** Undefined: the newest period that has the pair. */
  readonly on: Day | undefined;
}

/** At the rates of a file; a currency without one is left out. */
export function convertedAtOwn({ own, rule, on }: OwnBasis, question: ConversionQuestion): Converted {
  const isMean = on !== undefined && basisOf(rule, on).of === 'mean';
  const results = question.to.map((to): TargetResult => {
    const conversion = conversionWith((...pair) => own.find({ rule, on }, ...pair), question, to);
    if (!conversion || 'mixed' in conversion) return { to, conversion, when: '' };
    const { date } = conversion;
    return { to, conversion, when: isMean ? whenOf(date, conversion) : withWeekday(date) };
  });
  return together(results);
}

type FindRate = (from: Code, to: Code) => FoundRate | MixedUnits | undefined;

/** @param published when the rates were published */
export function conversionWith(
  find: FindRate,
  { from, amount, digits }: Omit<ConversionQuestion, 'to'>,
  to: Unit,
  published?: string,
): Conversion | MixedUnits | undefined {
  const there = find(from.code, to.code);
  if (!there || 'mixed' in there) return there;
  const back = find(to.code, from.code);
  const inverse = back && !('mixed' in back) ? inUnits(back, to, from) : undefined;
  const pair = inUnits(there, from, to);
  const isRate = amount === undefined && digits === undefined;
  const { rate, converted } = isRate
    ? { rate: pair.rate, converted: pair.rate }
    : amountAt(pair, amount ?? '1', digits ?? decimalsIn(to));
  return {
    ...there.origin,
    date: there.date,
    published,
    from,
    amount: amount === undefined ? '1' : withDecimals(amount, minorDecimals(from) ?? 0),
    to,
    rate: { rate, derived: there.of !== undefined },
    back: inverse && {
      rate: isRate ? inverse.rate : rateBesideResult(inverse, converted),
      derived: inverse.of !== undefined,
    },
    converted,
    isRate,
  };
}

const usualDecimals = 6;

export const decimalsIn = (unit: Unit): number => minorDecimals(unit) ?? usualDecimals;

/** Pence are quoted to the hundredth. */
const minorDecimals = (unit: Unit) => (isHundredth(unit) ? 2 : decimalsOf(unit.code));

/** The days are named each with its currency where they differ. */
function together(results: readonly TargetResult[]): Converted {
  const made = results.flatMap(({ to, conversion, when }) =>
    conversion && 'converted' in conversion ? [{ conversion, to, when }] : [],
  );
  const refused = results.flatMap(({ to, conversion }) =>
    conversion && 'mixed' in conversion ? [{ to, mixed: conversion.mixed }] : [],
  );
  const [when = '', ...others] = new Set(made.map((one) => one.when));
  return {
    conversions: made.map(({ conversion }) => conversion),
    refused,
    mayChange: results.find(({ mayChange }) => mayChange)?.mayChange,
    when: others.length === 0 ? when : made.map((one) => `${one.to.name}: ${one.when}`).join('; '),
  };
}
