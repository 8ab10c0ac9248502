import type { Day } from '../calendar/day.ts';
import { endedCurrencyOf, redenominationOf } from '../currencies/ended.ts';
import type { Unit } from '../currencies/units.ts';
import type { Amount } from '../rates/amount.ts';
import { type Caveat, caveatsOf } from '../rates/caveats.ts';
import { type Decimals, decimalsIn } from '../rates/conversion.ts';
import { amountAt } from '../rates/cross.ts';
import { type DecimalMark, decimalMarks, withMark } from '../rates/decimal.ts';
import type { FoundRate, NoRate } from '../rates/found-rate.ts';
import type { Receipt, Receipts } from '../rates/receipt.ts';
import { asDebit } from './amounts.ts';
import { type Header, targetNames } from './columns.ts';
import { isDay } from './days.ts';
import { type Decision, dayIn, isForeign } from './decide.ts';
import type { RowRates } from './rates.ts';
import type { Entry, RowReader } from './rows.ts';
import type { TableRow } from './table.ts';

/** Why a row has no rate. */
export type Trouble =
  | 'other header'
  | 'cells'
  | 'day'
  | 'amount'
  | 'both'
  | 'neither'
  | 'side'
  | 'signed'
  | 'unmarked'
  | 'currency'
  | 'other currency'
  | NoRate;

/** What an amount comes to, as decimal texts. */
export interface Figures {
  readonly amount: Amount;
  readonly rate: string;
  readonly converted: string;
  readonly pair: PairOnDay;
}

/** What a pair has on a day, for any amount. */
interface PairOnDay {
  readonly found: FoundRate;
  /** Of results. */
  readonly decimals: number;
  readonly receipt: readonly string[];
  readonly caveats: readonly Caveat[];
}

/** Why there are none. */
export interface Lack {
  readonly trouble: Trouble;
  /** Because of which. */
  readonly cell?: string | undefined;
}

/** Undefined: the row has no such amount beside another. */
export type Outcome = Figures | Lack | undefined;

export const isFigures = (outcome: Outcome): outcome is Figures => outcome !== undefined && 'rate' in outcome;

interface Computing {
  readonly header: Header;
  readonly reader: RowReader;
  readonly decision: Decision;
  readonly rates: Pick<RowRates, 'find'>;
  readonly digits: Decimals;
  /** Undefined: without receipts. */
  readonly receiptOf: Receipts | undefined;
}

const mostPairs = 100_000;

/** Returns what makes the figures of a row, for each amount those of each target. */
export function outcomesBy({ header, reader, decision, rates, digits, receiptOf }: Computing) {
  const { sums, to } = header;
  const pairs = new Map<string, PairOnDay | NoRate>();

  return (row: TableRow): readonly Outcome[] => {
    const all = (outcome: Outcome) => new Array<Outcome>(sums.length * to.length).fill(outcome);
    if (row.text === decision.header) return all(undefined);
    if (decision.otherHeader !== undefined && row.line >= decision.otherHeader)
      return all({ trouble: 'other header' });
    const entries = reader.read(row);
    if (!entries) return all({ trouble: 'cells' });
    const read = entries.map((entry, at) => ({ entry, sum: sumIn(entry, at, decision) }));
    const hasOne = read.some(({ sum }) => 'day' in sum);
    return read.flatMap(({ entry, sum }) => {
      if ('day' in sum) return to.map((_, target) => figuresOf(entry, sum, target));
      return to.map(() => (hasOne && isEmpty(entry) ? undefined : sum));
    });
  };

  function figuresOf(entry: Entry, { day, amount }: Sum, target: number): Outcome {
    const [from, to = from] = [entry.from, entry.to[target]];
    if (!from.unit || !to.unit) return { trouble: 'currency', cell: from.unit ? to.text : from.text };
    const key = `${day}${from.unit.name} ${to.unit.name}`;
    const pair = pairs.get(key) ?? pairOn(day, from.unit, to.unit);
    if (pairs.size >= mostPairs) pairs.clear();
    pairs.set(key, pair);
    if (typeof pair !== 'string') return { amount, ...amountAt(pair.found, amount, pair.decimals), pair };

    const isCause = pair === 'no rate' ? endedCurrencyOf : pair === 'mixed' ? redenominationOf : () => false;
    const cause = [from.unit.code, to.unit.code].find((code) => isCause(code));
    if (!/^(?:no rate|not in file|mixed)$/.test(pair)) return { trouble: pair, cell: entry.day.text };
    // of several targets, the one that has no rate is named
    const name = header.to.length > 1 && pair !== 'mixed' ? to.unit.name : undefined;
    return { trouble: pair, cell: cause ?? name };
  }

  function pairOn(day: Day, from: Unit, to: Unit): PairOnDay | NoRate {
    const found = rates.find(day, from, to);
    if (typeof found === 'string') return found;
    const codes = [from.code, to.code] as const;
    const receipt = receiptOf ? receiptTexts(receiptOf(codes, found.origin)) : [];
    return { found, decimals: digits ?? decimalsIn(to), receipt, caveats: caveatsOf(codes, found, day) };
  }
}

/** An entry that is read in the format of its column. */
interface Sum {
  readonly day: Day;
  readonly amount: Amount;
}

/** What an entry says in the format of its column, or why it says nothing. */
function sumIn(entry: Entry, at: number, formats: Decision): Sum | Lack {
  const { day, amount, side } = entry;
  const { mark = undefined, unmarked = 'as written' } = formats.amounts[at] ?? {};
  const on = dayIn(day.readings, formats);
  if (!on) return { trouble: 'day', cell: day.text };
  const cell = { side, signed: amount.text, both: undefined, neither: undefined };
  if (amount.lacks) return { trouble: amount.lacks, cell: cell[amount.lacks] };
  const isMarked = amount.readings.mark !== undefined;
  const readings = unmarked === 'debit' && !isMarked ? asDebit(amount.readings) : amount.readings;
  const number = (mark ? [mark] : decimalMarks).map((each) => readings[each]).find(Boolean);
  if (!number) return { trouble: 'amount', cell: amount.text };
  if (unmarked === 'unclear' && !isMarked) return { trouble: 'unmarked', cell: amount.text };
  if (isForeign(entry)) return { trouble: 'other currency', cell: amount.text };
  return { day: on, amount: number };
}

/** Whether the row has no such amount, or no day of it. */
function isEmpty({ amount, day }: Entry): boolean {
  const hasNoAmount = amount.text.trim() === '' && amount.lacks !== 'both';
  return hasNoAmount || (day.text?.trim() === '' && !isDay(day.readings));
}

/** @param hasTable whether the source numbers its tables */
export const namesOfReceipt = ({ hasTable = false } = {}): readonly string[] => [
  ...['rule', 'derived', 'source', 'odd'],
  ...(hasTable ? ['table'] : []),
  ...['days', 'of'],
];

/** In the order of their names. */
function receiptTexts({ rule, derived, source, odd, table, days, of }: Receipt): readonly string[] {
  const texts = [rule, String(derived), source, odd.join(' ')];
  return [...texts, ...(table === undefined ? [] : [table ?? '']), String(days), String(of ?? '')];
}

/** Those of the added columns: as many for each amount and target, after the first amount with its name. */
export function namesAdded(header: Header, prefix: string, receipt: readonly string[]): readonly string[] {
  const all = ['rate', 'rate_date', 'converted', ...receipt].map((name) => prefix + name);
  const targets = targetNames(header);
  const ofTargets = targets.length === 1 ? [''] : targets.map((target) => `_${target}`);
  const ofSums = header.sums.map(({ name }, at) => (at === 0 ? '' : `_${name}`));
  const endings = ofSums.flatMap((sum) => ofTargets.map((target) => target + sum));
  return endings.flatMap((ending) => all.map((name) => name + ending));
}

/** The texts of an outcome, in the order of its columns; empty where it has no figures. */
export function cellsOf(outcome: Outcome, count: number, mark: DecimalMark): readonly string[] {
  if (!isFigures(outcome)) return new Array<string>(count).fill('');
  const { rate, converted, pair } = outcome;
  return [withMark(rate, mark), pair.found.date, withMark(converted, mark), ...pair.receipt];
}
