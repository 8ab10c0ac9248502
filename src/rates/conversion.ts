import type { Day } from '../calendar/day.ts';
import { type Code, type Unit, usualDecimals } from '../currencies/code.ts';
import { endedCurrencyOf, insteadOfEnded, mixedInWords, withEnd } from '../currencies/ended.ts';
import { minorDecimals, nameOf } from '../currencies/names.ts';
import { publishedPair } from '../currencies/replaced.ts';
import { also, Failure, ratebook } from '../errors.ts';
import type { Amount } from './amount.ts';
import { amountAt, inUnits, pairRate, rateBesideResult } from './cross.ts';
import { type DayRates, isProvisional, notOver, publicationOf, rateIn } from './day-rates.ts';
import { withDecimals } from './decimal.ts';
import { type FoundRate, foundAtFixedRates, foundInItself, type RateResult, rateOn } from './found-rate.ts';
import { nameOfBasis, type RateBasis, type RateRule } from './rules.ts';

interface PrintedRate {
  readonly rate: string;
  /** Computed from two rates; otherwise published, a mean, within one currency, or the hundredth of such. */
  readonly derived: boolean;
}

export interface Conversion {
  readonly from: Unit;
  readonly to: Unit;
  readonly amount: Amount;
  readonly rate: PrintedRate;
  /** That of the way back. */
  readonly back: PrintedRate;
  readonly converted: string;
  /** No amount was given: `converted` is the rate, with all its digits. */
  readonly isRate: boolean;
  /** The provenance of the rate. */
  readonly found: FoundRate;
  /** `2026-11-21T22:00:17Z`; undefined for a mean, or if it is not known. */
  readonly published?: string | undefined;
  /** That the day of the rate is not over. */
  readonly mayChange?: string | undefined;
}

export interface ConversionQuestion {
  /** Undefined: the rate is asked for. */
  readonly amount: Amount | undefined;
  readonly from: Unit;
  readonly to: readonly Unit[];
  /** Decimals of the result; undefined: those of its currency. */
  readonly digits: number | undefined;
}

interface Unconverted {
  readonly to: Unit;
  readonly found?: undefined;
  /** The reason for a missing rate; undefined if the days without a currency are reported. */
  readonly why?: string | undefined;
  /** That a currency is on no day. */
  readonly failure?: Failure | undefined;
}

/** In one of the currencies. */
export type TargetResult = Conversion | Unconverted;

export const isConversion = (result: TargetResult): result is Conversion => result.found !== undefined;

interface Published {
  /** The day that is asked about; today where the newest rate is. */
  readonly on: Day;
  readonly basis: RateBasis;
  /** The days with rates, ascending. */
  readonly days: readonly DayRates[];
  readonly now: number;
  /** Of a mean: on how many days of its period the source publishes. */
  readonly of?: number | undefined;
  /** The day is closed, and no rule was named: that of the day before it which counts. */
  readonly rule?: RateRule | undefined;
  /** Odd rates were left out of the days. */
  readonly hasLeftOut?: boolean;
}

/**
 * The result in each currency for which there are days, or which needs none.
 * @throws a usage error if the days lack all of the currencies, or the one that is converted
 */
export function convertedAt(published: Published, question: ConversionQuestion): readonly TargetResult[] {
  const results = question.to.flatMap((to) => resultAt(published, question, to) ?? []);
  const failures = results.flatMap((result) => (isConversion(result) ? [] : (result.failure ?? [])));
  const [first] = failures;
  if (!first || failures.length < results.length) return results;
  const messages = new Set(failures.map(({ message }) => message));
  const before = also('--rate', 'last-published').in((it) => `${it} takes the day before`);
  const hints = published.hasLeftOut ? [before] : first.hints;
  throw new Failure(first.code, [...messages].join('; '), ...hints);
}

/** A mean of the days, or the rate of the newest that has both currencies; undefined without a day. */
function resultAt(
  { on, basis, days, now, of, rule }: Published,
  question: ConversionQuestion,
  to: Unit,
): TargetResult | undefined {
  const { code } = question.from;
  const newest = days.at(-1);
  const name = nameOfBasis(basis);
  const published = publishedPair(code, to.code, on);
  const inverted = publishedPair(to.code, code, on);
  const pair = [published.from, published.to] as const;
  if (pair[0] === pair[1]) {
    const itself = foundInItself(code === to.code && !rule ? name : on);
    const found = foundAtFixedRates(itself, published);
    const inverse = foundAtFixedRates(itself, inverted);
    return conversionWith(found, inverse, question, to);
  }
  if (!newest) return undefined;

  const isMean = basis.of === 'mean';
  let day = newest;
  // the last one that has both
  for (const each of isMean ? [] : days) if (pairRate(each, ...pair)) day = each;
  const counting = isMean ? days : [day];
  const found = rateOn(published, basis, counting, of);
  const inverse = rateOn(inverted, basis, counting, of);
  const result = conversionWith(found && rule ? { ...found, rule } : found, inverse, question, to);
  if (isConversion(result)) {
    if (isMean) return result;
    const mayChange = isProvisional(day, now) ? notOver(day.day, now) : undefined;
    return { ...result, published: publicationOf(day, now), mayChange };
  }
  if (result.why) return result;
  const onNoDay = pair.filter((each) => counting.every((one) => rateIn(one, each) === undefined));
  const isReported = basis.of !== 'last' && onNoDay.length > 0;
  const why = `no rate for ${question.from.name}/${to.name} that counts for ${name}`;
  // an unusable rate is reported elsewhere
  const missing = onNoDay.find((each) => !counting.some(({ dropped }) => dropped?.includes(each)));
  const start = isMean ? `no day of ${name} has a rate` : `${day.day} has no rate`;
  return { to, why: isReported ? undefined : why, failure: missing && noRateOf(missing, start) };
}

function noRateOf(code: Code, start: string) {
  const named = [code, nameOf(code)].filter(Boolean).join(', ');
  const hints = endedCurrencyOf(code) ? insteadOfEnded(code) : [ratebook('currencies', code)];
  return new Failure('no_rate', withEnd(`${start} for ${named}`, code), ...hints);
}

/** @param inverse the rate of the way back */
export function conversionWith(
  found: RateResult,
  inverse: RateResult,
  { from, amount, digits }: Omit<ConversionQuestion, 'to'>,
  to: Unit,
): TargetResult {
  if (!found) return { to };
  if ('mixed' in found)
    return { to, why: `no mean of ${from.name}/${to.name}: ${mixedInWords(found.mixed)}` };
  if (!inverse || 'mixed' in inverse) return { to };
  const back = inUnits(inverse, to, from);
  const pair = inUnits(found, from, to);
  const isRate = amount === undefined && digits === undefined;
  const { rate, converted } = isRate
    ? { rate: pair.rate, converted: pair.rate }
    : amountAt(pair, amount ?? '1', digits ?? minorDecimals(to) ?? usualDecimals);
  return {
    from,
    to,
    amount: amount === undefined ? '1' : withDecimals(amount, minorDecimals(from) ?? 0),
    rate: { rate, derived: pair.exact !== undefined },
    back: {
      rate: isRate ? back.rate : rateBesideResult(back, converted),
      derived: back.exact !== undefined,
    },
    converted,
    isRate,
    found,
  };
}
