import { type Day, firstDay } from '../calendar/day.ts';
import { type Unit, usualDecimals } from '../currencies/code.ts';
import { endInWords, mixedInWords, redenominationOf } from '../currencies/ended.ts';
import { minorDecimals } from '../currencies/names.ts';
import type { Amount } from '../rates/amount.ts';
import { amountAt, inUnits } from '../rates/cross.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
import {
  type Caveat,
  caveatsOf,
  type FoundRate,
  type NoRate,
  type Receipt,
  type ReceiptTerms,
  receiptOf,
} from '../rates/found-rate.ts';
import type { RatesByRule } from '../rates/rates-by-rule.ts';
import { readOnce } from '../read-once.ts';
import type { Entry, NoFigures, RowReader } from './cells.ts';
import type { Decision } from './decide.ts';
import { type Header, type TableRow, targetNames } from './read.ts';

/** Why a row has no rate. */
export const reasons = {
  'other header': '',
  cells: 'more or fewer cells than the header',
  day: 'no readable day',
  amount: 'no readable amount',
  both: 'an amount in both columns',
  neither: 'an amount in neither column',
  side: 'neither debit nor credit',
  signed: 'amount with a sign beside --side',
  unmarked: 'amount that can be a debit or a credit',
  currency: 'unknown currency',
  'other currency': 'amount in another currency',
  early: `day before ${firstDay}`,
  future: 'day still to come',
  gap: 'no rates on that day',
  'no rate': 'currency without a rate on that day',
  'not in file': 'currency that the file has no rates of',
  mixed: 'no mean',
} as const;

/** Undefined: the row has no such amount beside another. */
export type Outcome = Figures | NoFigures | undefined;

/** A converted amount, as decimal texts. */
export interface Figures {
  readonly amount: Amount;
  readonly rate: string;
  readonly converted: string;
  readonly pair: PairOnDay;
}

/** The rate of a pair on a day, for any amount. */
interface PairOnDay {
  readonly found: FoundRate;
  readonly decimals: number;
  readonly receipt: Receipt | undefined;
  readonly caveats: readonly Caveat[];
}

export const isFigures = (outcome: Outcome): outcome is Figures => outcome !== undefined && 'rate' in outcome;

interface Computing {
  readonly header: Header;
  readonly reader: RowReader;
  readonly decision: Decision;
  readonly rates: RatesByRule;
  readonly digits: number | undefined;
  /** Undefined: none is written. */
  readonly receipts: ReceiptTerms | undefined;
}

/** Returns what makes the figures of a row, for each amount those of each target. */
export function outcomesBy({ header, reader, decision, rates, digits, receipts }: Computing) {
  const pairsFrom = readOnce((from: Unit) =>
    readOnce((to: Unit) => {
      const codes = [from.code, to.code] as const;
      const decimals = digits ?? minorDecimals(to) ?? usualDecimals;
      return readOnce((day: Day): PairOnDay | NoRate => {
        const rate = rates.find(day, ...codes);
        if (typeof rate === 'string') return rate;
        const receipt = receipts && receiptOf(rate, codes, receipts);
        return { found: inUnits(rate, from, to), decimals, receipt, caveats: caveatsOf(codes, rate, day) };
      });
    }),
  );

  return (row: TableRow): readonly Outcome[] => {
    const all = (outcome?: Outcome) => header.conversions.flatMap(() => header.to.map(() => outcome));
    if (row.text === header.text) return all();
    if (decision.otherHeader && row.line >= decision.otherHeader) return all({ reason: 'other header' });
    const entries = reader.read(row);
    if (!entries) return all({ reason: 'cells' });
    const results = entries.map(outcomesOf);
    const hasOne = results.some(Array.isArray);
    const outcomes: Outcome[] = [];
    for (const [at, each] of results.entries())
      if (!('reason' in each)) outcomes.push(...each);
      else for (const _ of header.to) outcomes.push(hasOne && isEmpty(entries[at]) ? undefined : each);
    return outcomes;
  };

  /** The result of an entry in each target, or the reason why its day or amount cannot be read. */
  function outcomesOf(
    { day: { text, readings }, amount, problem, from, to }: Entry,
    at: number,
  ): readonly Outcome[] | NoFigures {
    const { mark, unmarked } = decision.amounts[at] ?? {};
    const day = decision.dayIn(readings);
    if (!day) return { reason: 'day', cell: text };
    if (problem) return problem;
    const written = mark ? amount[mark] : (amount.point ?? amount.comma);
    const side = amount.mark ?? unmarked;
    if (!written) return { reason: 'amount', cell: amount.text };
    if (side === 'unclear') return { reason: 'unmarked', cell: amount.text };
    const number = side === 'debit' ? `-${written.replace('-', '')}` : written;
    return to.map((unit) => {
      if ('reason' in from) return from;
      if ('reason' in unit) return unit;
      const pair = pairsFrom(from)(unit)(day);
      if (typeof pair !== 'string')
        return { amount: number, ...amountAt(pair.found, number, pair.decimals), pair };
      const codes = [from.code, unit.code];
      const code = codes.find(redenominationOf);
      if (pair === 'mixed') return { reason: pair, why: code && mixedInWords(code) };
      if (pair !== 'no rate' && pair !== 'not in file') return { reason: pair, cell: text };
      // of several targets, the one that has no rate is named
      const cell = to.length > 1 ? unit.name : undefined;
      const ended = pair === 'no rate' ? codes : [cell ?? ''];
      return { reason: pair, cell, why: ended.map(endInWords).find(Boolean) };
    });
  }
}

/** Whether the row has no such amount, or no day of it. */
function isEmpty(entry: Entry | undefined) {
  const { amount, problem, day } = entry ?? {};
  return (amount?.text.trim() === '' && problem?.reason !== 'both') || day?.text?.trim() === '';
}

/** Of a receipt, in the order of its columns; only some sources number their tables. */
export const receiptNames = ['rule', 'derived', 'source', 'odd', 'table', 'days', 'of'] as const;

export type ReceiptNames = readonly (typeof receiptNames)[number][];

/** Those of the added columns: as many for each amount and target, after the first amount with its name. */
export function namesAdded(header: Header, prefix: string, receipt: ReceiptNames): readonly string[] {
  const targets = targetNames(header);
  const ofTargets = targets.length === 1 ? [''] : targets.map((target) => `_${target}`);
  return header.conversions.flatMap(({ name }, at) =>
    ofTargets.flatMap((target) => {
      const ending = at === 0 ? target : `${target}_${name}`;
      return ['rate', 'rate_date', 'converted', ...receipt].map((each) => prefix + each + ending);
    }),
  );
}

/** The texts of an outcome, in the order of its columns; empty where it has no figures. */
export function cellsOf(outcome: Outcome, receipt: ReceiptNames, mark: DecimalMark): readonly string[] {
  if (!isFigures(outcome)) return ['', '', '', ...receipt.map(() => '')];
  const { rate, converted, pair } = outcome;
  const texts = receipt.map((name) => [pair.receipt?.[name] ?? ''].flat().join(' '));
  return [withMark(rate, mark), pair.found.date, withMark(converted, mark), ...texts];
}
