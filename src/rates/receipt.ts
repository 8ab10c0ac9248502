import type { Day } from '../calendar/day.ts';
import { type Code, euro } from '../currencies/code.ts';
import type { DayRates } from './day-rates.ts';
import type { RateRule } from './rules.ts';

export interface RateOrigin {
  /** One, or those of a mean that have the pair; none for a currency in itself, or for fixed rates alone. */
  readonly days: readonly Day[];
  /** Of a mean: on how many days of its period the source publishes; undefined where nobody knows. */
  readonly of?: number | undefined;
  /** Whether the rate, or each daily rate of a mean, is computed from two others. */
  readonly derived: boolean;
  /** With rates of one's own, those that it comes from. */
  readonly files?: readonly string[] | undefined;
  /** Where it is not the rule of the whole run. */
  readonly rule?: RateRule | undefined;
  /** The currencies of the pair that are taken at their fixed rates to the euro. */
  readonly fixed?: readonly Code[] | undefined;
  /** Those that the files list though they have fixed rates. */
  readonly listed?: readonly Code[] | undefined;
}

/** What lets a result be worked out again. */
export interface Receipt {
  readonly rule: RateRule;
  readonly derived: boolean;
  /** The folder of the store that has the days, or the file with rates of one's own; `fixed`. */
  readonly source: string;
  readonly odd: readonly Day[];
  /**
   * Number of the table of its one day; null if it rests on several, undefined where there are no tables.
   */
  readonly table: string | null | undefined;
  readonly days: number;
  /** Days of its period on which the source publishes; null for rates of one's own. */
  readonly of: number | null;
}

export type Receipts = (pair: readonly [from: Code, to: Code], origin: RateOrigin) => Receipt;

interface Resting extends Pick<Receipt, 'rule' | 'source'> {
  readonly isOdd: (day: Day, code: Code) => boolean;
  /** By day; undefined where there are no tables. */
  readonly tables?: ReadonlyMap<Day, string> | undefined;
  /** Rates of one's own, of which nobody knows on which days there should be some. */
  readonly isOwn?: boolean;
}

export function receipts({ rule: usual, source: whole, isOdd, tables, isOwn }: Resting): Receipts {
  return ([from, to], { days, of: publishing = 1, derived, files, fixed = [], rule = usual }) => {
    const of = isOwn ? null : publishing;
    const published = files?.join(', ') ?? whole;
    const ofDays = days.length > 0 ? [published] : [];
    const source = fixed.length > 0 ? ['fixed', ...ofDays].join(', ') : published;
    const [only, ...others] = days;
    const table = tables && ((others.length === 0 && only && tables.get(only)) || null);
    if (from === to || days.length === 0)
      return { rule, derived, source, odd: [], table, days: 1, of: isOwn ? null : 1 };

    const codes = [from, to].map((code) => (fixed.includes(code) ? euro : code));
    const odd = days.filter((day) => codes.some((code) => isOdd(day, code)));
    return { rule, derived, source, odd, table, days: days.length, of };
  };
}

/** The numbers of the tables of these days. */
export const tablesOf = (days: readonly DayRates[]): ReadonlyMap<Day, string> =>
  new Map(days.flatMap(({ day, table }) => (table === undefined ? [] : [[day, table]])));
