import { type Day, parseDay, weekdayOf } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { endedCurrencyOf, insteadOfEnded, withEnd } from '../currencies/ended.ts';
import { nameOf } from '../currencies/names.ts';
import { areFixed, publishedCode, publishedPair } from '../currencies/replaced.ts';
import type { Unit } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import { ratebook } from '../hint.ts';
import { ratedDaysInWords } from './aggregate.ts';
import type { Amount } from './amount.ts';
import { type Conversion, conversionOf, type Decimals } from './conversion.ts';
import { type DayRates, isRunning, notOver, publicationOf, publishedAt, rateIn } from './day-rates.ts';
import { type FoundRate, foundAtFixedRates, foundInItself, type MixedUnits, rateOn } from './found-rate.ts';
import type { OwnRates } from './own-rates.ts';
import type { RateOrigin } from './receipt.ts';
import { basisOf, nameOfBasis, type RateBasis, type RateRule } from './rules.ts';

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
  readonly mixed?: Code | undefined;
  readonly conversion?: Conversion | undefined;
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
  const { on, basis, days, rule } = published;
  const newest = days.at(-1);
  const answer = basis.of === 'mean' ? answerAtMean : answerOfDay;
  const answers = question.to.flatMap((to) => {
    const { code } = question.from;
    const isSame = code === to.code;
    if (isSame ? rule : areFixed([code, to.code], on)) return answerWithoutDays(on, on, question, to);
    if (newest) return answer({ ...published, newest }, question, to);
    return isSame ? answerWithoutDays(nameOfBasis(basis), on, question, to) : [];
  });
  const lacking = answers.flatMap(({ lacks }) => lacks ?? []);
  const [lacks] = lacking;
  if (lacks && lacking.length === answers.length) throw allOf(lacks, lacking);
  return together(answers);
}

function allOf({ code, hints }: Failure, lacking: readonly Failure[]): Failure {
  const messages = new Set(lacking.map(({ message }) => message));
  return new Failure(code, [...messages].join('; '), ...hints);
}

/** Of a currency in itself, or at fixed rates alone. */
function answerWithoutDays(name: string, on: Day, question: ConversionQuestion, to: Unit): TargetResult {
  const find: FindRate = (...pair) => foundAtFixedRates(foundInItself(name), publishedPair(...pair, on));
  return { to, ...conversionWith(find, question, to), when: withWeekday(name) };
}

interface SomePublished extends Published {
  readonly newest: DayRates;
}

function answerAtMean(
  { on, basis, days, of }: SomePublished,
  question: ConversionQuestion,
  to: Unit,
): TargetResult {
  const name = nameOfBasis(basis);
  const pair = publishedCodes([question.from, to], on);
  const lacks = lackingIn(days, pair, (lacking) => `no day of ${name} has a rate for ${lacking}`);

  const find: FindRate = (...pair) => rateOn(on, { basis, days, of }, pair);
  const made = conversionWith(find, question, to);
  return { to, ...made, when: whenOf(name, made.conversion), lacks };
}

/** At the rates of the newest day that has both currencies. */
function answerOfDay(published: SomePublished, question: ConversionQuestion, to: Unit): TargetResult {
  const { on, basis, days, newest, now, rule } = published;
  const pair = publishedCodes([question.from, to], on);
  const day = days.findLast((each) => pair.every((code) => rateIn(each, code) !== undefined)) ?? newest;
  const lacks = lackingIn([day], pair, (lacking) => `${day.day} has no rate for ${lacking}`);

  const find: FindRate = (...pair) => underRule(rateOn(on, { basis, days: [day] }, pair), rule);
  const { conversion } = conversionWith(find, question, to, publicationOf(day, now));
  if (!isRunning(day, now)) return { to, conversion, when: withWeekday(day.day), lacks };
  const when = `${publishedAt(day, now) ?? day.day}, ${weekdayOf(day.day)}`;
  return { to, conversion, when, mayChange: notOver(day.day, now), lacks };
}

function underRule(found: ReturnType<FindRate>, rule: RateRule | undefined): ReturnType<FindRate> {
  return found && 'origin' in found && rule ? { ...found, origin: { ...found.origin, rule } } : found;
}

/** `2024-01, mean of 1 of 23 days`; a currency in itself needs no day. */
function whenOf(name: string, mean: RateOrigin | undefined): string {
  return mean && mean.days.length > 0
    ? `${name}, mean of ${ratedDaysInWords(mean.days.length, mean.of)}`
    : withWeekday(name);
}

const publishedCodes = (units: readonly Unit[], on: Day): readonly Code[] =>
  units.map(({ code }) => publishedCode(code, on));

/** `2026-08-14, Friday`; any other period as it is. */
function withWeekday(period: string): string {
  const day = parseDay(period);
  return day ? `${day}, ${weekdayOf(day)}` : period;
}

function lackingIn(
  days: readonly DayRates[],
  pair: readonly Code[],
  words: (lacking: string) => string,
): Failure | undefined {
  const lacking = pair.find((code) => !days.some((day) => has(day, code)));
  if (!lacking) return undefined;

  const named = [lacking, nameOf(lacking)].filter(Boolean).join(', ');
  const hints = endedCurrencyOf(lacking) ? insteadOfEnded(lacking) : [ratebook('currencies', lacking)];
  return new Failure('no_rate', withEnd(words(named), lacking), ...hints);
}

/** Also an unusable rate. */
function has(day: DayRates, code: Code): boolean {
  return rateIn(day, code) !== undefined || day.dropped?.includes(code) === true;
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
  const find: FindRate = (one, other) => own.find({ rule, on }, one, other);
  const answers = question.to.flatMap((to): TargetResult[] => {
    const made = conversionWith(find, question, to);
    const { conversion, mixed } = made;
    if (!conversion) return mixed ? [{ to, mixed, when: '' }] : [];

    const { date } = conversion;
    return [{ to, conversion, when: isMean ? whenOf(date, conversion) : withWeekday(date) }];
  });
  return together(answers);
}

type FindRate = (from: Code, to: Code) => FoundRate | MixedUnits | undefined;

function conversionWith(
  find: FindRate,
  { from, amount, digits }: ConversionQuestion,
  to: Unit,
  published?: string,
): Pick<TargetResult, 'conversion' | 'mixed'> {
  const there = find(from.code, to.code);
  if (!there || 'mixed' in there) return { mixed: there?.mixed };
  const back = find(to.code, from.code);
  const inverse = back && 'mixed' in back ? undefined : back;
  return { conversion: conversionOf({ amount, from, to, there, back: inverse, published, digits }) };
}

/** The days are told each with its currency where they differ. */
function together(answers: readonly TargetResult[]): Converted {
  const made = answers.filter(({ conversion }) => conversion);
  const conversions = made.flatMap(({ conversion }) => conversion ?? []);
  const refused = answers.flatMap(({ to, mixed }) => (mixed ? { to, mixed } : []));
  const [when = '', ...others] = new Set(made.map((answer) => answer.when));
  const mayChange = answers.find((answer) => answer.mayChange)?.mayChange;
  if (others.length === 0) return { conversions, refused, when, mayChange };
  return {
    conversions,
    refused,
    mayChange,
    when: made.map(({ to, when }) => `${to.name}: ${when}`).join('; '),
  };
}
