import { type Day, numberOf } from '../calendar/day.ts';
import { type Code, euro } from '../currencies/code.ts';
import {
  endedCurrencyOf,
  endInWords,
  mixedUnitIn,
  redenominationInWords,
  redenominationOf,
} from '../currencies/ended.ts';
import type { PublishedPair } from '../currencies/replaced.ts';
import { type ExitCode, exit } from '../errors.ts';
import { fewDaysInWords, isOfFewDays } from './aggregate.ts';
import { atFixedRates, derivedRate, type PairRate, pairRate } from './cross.ts';
import { type DayRates, isRate } from './day-rates.ts';
import { meanOf, plain, roundedMean } from './decimal.ts';
import type { RateBasis, RateRule } from './rules.ts';

type CodePair = readonly [from: Code, to: Code];

/** A rate and its provenance. */
export interface FoundRate extends PairRate {
  /** The name of the day or period. */
  readonly date: string;
  /** One, or those of a mean that have the pair; none for a currency in itself, or for fixed rates alone. */
  readonly days: readonly Day[];
  /** Of a mean: on how many days of its period the source publishes; undefined if unknown. */
  readonly of?: number | undefined;
  /** Whether the rate, or each daily rate of a mean, is computed from two others. */
  readonly derived: boolean;
  /** The files that it is from. */
  readonly files: readonly string[];
  /** Where it is not the rule of the whole run. */
  readonly rule?: RateRule | undefined;
  /** The currencies of the pair that are taken at their fixed rates to the euro. */
  readonly fixed: readonly Code[];
  /** Those that the files list though they have fixed rates. */
  readonly listed: readonly Code[];
}

/** No mean, since the rates are of two units of this currency. */
interface MixedUnits {
  readonly mixed: Code;
}

export type RateResult = FoundRate | MixedUnits | undefined;

/**
 * Why there is no rate: the day is too early or still to come, has no rates, lacks a currency, which a file
 * may lack altogether, or the rates of a mean are of two units of one.
 */
export type NoRate = 'early' | 'future' | 'gap' | 'no rate' | 'not in file' | 'mixed';

export function foundOn(day: Day, { rate, exact }: PairRate): FoundRate {
  const derived = exact !== undefined;
  return { rate, exact, date: day, days: [day], derived, files: [], fixed: [], listed: [] };
}

/** The rate of a currency in itself. */
export const foundInItself = (date: string): FoundRate => ({
  ...foundOn(date as Day, { rate: '1' }),
  days: [],
});

/** The rate of a pair with currencies that the euro has replaced. @param found that of its published pair */
export function foundAtFixedRates(found: RateResult, pair: PublishedPair): RateResult {
  if (!found || 'mixed' in found || pair.replaced.length === 0) return found;
  const { rate, exact } = atFixedRates(found, pair);
  return { ...found, rate, exact, derived: exact !== undefined, fixed: pair.replaced };
}

/**
 * Undefined without a rate. @param daily of the days that have one
 * @param of on how many days of its period the source publishes
 */
export function meanFrom(
  { period, isOfPublished }: Extract<RateBasis, { readonly of: 'mean' }>,
  daily: readonly FoundRate[],
  pair: CodePair,
  of?: number | undefined,
): RateResult {
  // a mean of daily rates leaves out what no number can hold
  const usable = daily.filter(({ rate }) => isOfPublished || isRate(Number(rate)));
  const [first] = usable;
  if (!first) return undefined;
  const rates = usable.map(({ rate }) => Number(rate));
  const dates = usable.map(({ date }) => date);
  const mixed = mixedUnitIn(pair, rates, dates);
  if (mixed) return { mixed };
  const derived = usable.some((each) => each.derived);
  // as ministries do: published rates have a mean, rounded like them, and only then are they divided
  const mean = isOfPublished
    ? roundedMean(usable.map(({ rate, exact }) => exact?.dividend ?? rate))
    : plain(meanOf(rates));
  const divisor = () => roundedMean(usable.map(({ exact }) => exact?.divisor ?? '1'));
  return {
    ...first,
    ...(isOfPublished && derived ? derivedRate(mean, divisor()) : { rate: mean, exact: undefined }),
    date: period.name,
    days: usable.flatMap((each) => each.days),
    of,
    derived,
    files: [...new Set(usable.flatMap((each) => each.files))],
  };
}

/**
 * The rate of a pair, at the fixed rates of what the euro has replaced of it.
 * @param days in the order in which they count: the first one that has the pair does
 * @param of of a mean: on how many days of its period the source publishes
 */
export function rateOn(
  published: PublishedPair,
  basis: RateBasis,
  days: readonly DayRates[],
  of?: number | undefined,
): RateResult {
  const { from, to } = published;
  const found: FoundRate[] = [];
  for (const day of days) {
    const rate = pairRate(day, from, to);
    if (rate) found.push(foundOn(day.day, rate));
    if (rate && basis.of !== 'mean') break;
  }
  return foundAtFixedRates(
    basis.of === 'mean' ? meanFrom(basis, found, [from, to], of) : found[0],
    published,
  );
}

/** Common to all receipts of a run. */
export interface ReceiptTerms {
  readonly rule: RateRule;
  /** The folder of the store that has the days, or the file with rates of one's own. */
  readonly source: string;
  /** `2024-01-17 EUR`; undefined: none. */
  readonly oddRates?: ReadonlySet<string>;
  /** By day; undefined for a source without tables. */
  readonly tables?: ReadonlyMap<Day, string> | undefined;
  /** Rates of a file, whose publishing days are unknown. */
  readonly isOfFile?: boolean;
}

/** Everything needed to compute a result again. */
export type Receipt = ReturnType<typeof receiptOf>;

export function receiptOf(found: FoundRate, [from, to]: CodePair, terms: ReceiptTerms) {
  const { days, derived, files, fixed, rule = terms.rule } = found;
  const codes = [from, to].map((code) => (fixed.includes(code) ? euro : code));
  const sourceName = files.join(', ') || terms.source;
  const [only, ...others] = days;
  return {
    rule,
    derived,
    source: fixed.length === 0 ? sourceName : days.length === 0 ? 'fixed' : `fixed, ${sourceName}`,
    odd: days.filter((day) => codes.some((code) => terms.oddRates?.has(`${day} ${code}`))),
    /** Of its one day; null if it rests on several, undefined for a source without tables. */
    table: terms.tables && ((others.length === 0 && only && terms.tables.get(only)) || null),
    days: days.length || 1,
    /** Days of its period on which the source publishes; null for rates of one's own. */
    of: terms.isOfFile ? null : (found.of ?? 1),
  };
}

/** The numbers of the tables of these days. */
export const tablesOf = (days: readonly DayRates[]): ReadonlyMap<Day, string> =>
  new Map(days.flatMap(({ day, table }) => (table === undefined ? [] : [[day, table]])));

/** Warnings about a rate. */
export interface Caveat {
  /** Those of one kind are reported once for many rates. */
  readonly kind: string;
  readonly text: string;
  readonly exit: ExitCode;
}

/** How long around a redenomination the unit of a source is unknown, in days. */
const unclear = 14;

/** @param on the day whose rate was asked for, which may rest on earlier ones */
export function caveatsOf([from, to]: CodePair, found: FoundRate, on?: Day): readonly Caveat[] {
  if (from === to) return [];
  const { date, days, of } = found;
  const caveats: Caveat[] = [];
  for (const code of [from, to]) {
    const { last } = endedCurrencyOf(code) ?? {};
    const isListed = last && days.some((day) => day > last);
    if (isListed || (last && on && on > last)) {
      const text = `${endInWords(code)}${isListed ? '; the source still lists a rate' : ''}`;
      caveats.push({ kind: `end of ${code}`, text, exit: exit.ok });
    }
    const change = redenominationOf(code);
    if (change && days.some((day) => Math.abs(numberOf(day) - numberOf(change.day)) <= unclear)) {
      const doubt =
        'sources changed over some days later or not at all, so that its rate may be of either unit';
      const text = `${redenominationInWords(code)}; ${doubt}`;
      caveats.push({ kind: `unit of ${code}`, text, exit: exit.ok });
    }
  }
  if (of !== undefined && isOfFewDays(days.length, of)) {
    const text = fewDaysInWords(`${from}/${to}`, date, 'mean', days.length, of);
    caveats.push({ kind: 'few days', text, exit: exit.partial });
  }
  return caveats;
}
