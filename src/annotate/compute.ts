import { type Day, dayAt, firstDay } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { endedCurrencyOf, redenominationOf } from '../currencies/ended.ts';
import { publishedCode, publishedPair } from '../currencies/replaced.ts';
import { minorDecimals, type Unit, usualDecimals } from '../currencies/units.ts';
import { readOnce } from '../input/csv/text.ts';
import { countPublishingDays, type PublishingCalendar } from '../rates/aggregate.ts';
import type { Amount } from '../rates/amount.ts';
import { amountAt, inUnits } from '../rates/cross.ts';
import { type DayRates, pick } from '../rates/day-rates.ts';
import { type DecimalMark, decimalMarks, withMark } from '../rates/decimal.ts';
import {
  caveatsOf,
  type FoundRate,
  foundAtFixedRates,
  foundInItself,
  type NoRate,
  type RateResult,
  type ReceiptTerms,
  rateOn,
  receiptOf,
} from '../rates/found-rate.ts';
import { findOwnRate, type OwnRates } from '../rates/own-rates.ts';
import { basisOf, daysBack, isCut, nameOfBasis, neededDays, type RateRule } from '../rates/rules.ts';
import { asDebit, isDay } from './cells.ts';
import { type Header, targetNames } from './columns.ts';
import type { Entry, RowReader } from './decide.ts';
import { type Decision, isForeign } from './decide.ts';
import type { TableRow } from './read.ts';

interface Moment {
  readonly now: number;
  /** The last day whose rates are final. */
  readonly finished: Day;
  readonly calendar: PublishingCalendar;
}

export type RowRates = ReturnType<typeof rowRates>;

/**
 * What the rates of these days rest on; once they are added, finds the rate that counts for a row.
 * @param rule undefined: the default of the source's days
 * @param own the rates of a file instead: of any day, and nothing is needed for them
 */
export function rowRates(
  days: readonly Day[],
  rule: RateRule | undefined,
  { now, finished, calendar }: Moment,
  own?: OwnRates,
) {
  const today = dayAt(now);
  const stored = new Map<Day, DayRates>();
  /** By period and pair. */
  const means = new Map<string, FoundRate | NoRate>();
  /** The currencies that were taken at their fixed rates to the euro, and those of the files that were not. */
  const fixed = new Set<Code>();
  const listed = new Set<Code>();
  const basisFor = readOnce((day: Day) => {
    const basis = basisOf(rule, day, calendar.publishes);
    return { day, basis, name: nameOfBasis(basis), ...neededDays(basis, today, finished) };
  });
  const served = own ? [] : days.filter((day) => day >= firstDay && day <= today).map(basisFor);

  function find(day: Day, from: Unit, to: Unit): FoundRate | NoRate {
    if (from.code === to.code) return inUnits(foundInItself(day), from, to);
    const found = own ? ofFiles(own, day, from.code, to.code) : ofSource(day, from.code, to.code);
    if (typeof found === 'string') return found;
    for (const code of found.fixed ?? []) fixed.add(code);
    for (const code of found.listed ?? []) listed.add(code);
    return inUnits(found, from, to);
  }

  function ofFiles(files: OwnRates, day: Day, from: Code, to: Code) {
    const found = foundOr(findOwnRate(files, rule ?? 'day', day, from, to));
    const isInFile = (code: Code) => files.codes.has(code) || files.codes.has(publishedCode(code, day));
    return found === 'no rate' && ![from, to].every(isInFile) ? 'not in file' : found;
  }

  function ofSource(day: Day, from: Code, to: Code): FoundRate | NoRate {
    if (day < firstDay) return 'early';
    if (day > today) return 'future';
    const pair = publishedPair(from, to, day);
    if (pair.from === pair.to) return foundAtFixedRates(foundInItself(day), pair);
    const { basis, name, days, lacks } = basisFor(day);
    if (lacks) return lacks === 'still to come' ? 'future' : 'early';
    const key = `${name} ${from} ${to}`;
    const mean = means.get(key);
    if (mean) return mean;

    const counting = basis.of === 'last' ? daysBack(basis.day, basis.back) : days;
    const rated = counting.flatMap((each) => stored.get(each) ?? []);
    const of = countPublishingDays(days, calendar, (each) => stored.has(each));
    const found = rated.length > 0 ? foundOr(rateOn(day, { basis, days: rated, of }, [from, to])) : 'gap';
    if (basis.of === 'mean') means.set(key, found);
    // where no rule is named, a day that does not count itself is a closed one
    if (rule || name === day || typeof found === 'string') return found;
    return { ...found, rule: 'last-published' };
  }

  return {
    stored,
    fixed,
    listed,
    find,
    /** The days whose rates these days need, ascending, each once. */
    needed: [...new Set(served.flatMap((basis) => basis.days))].sort(),
    /** Closed days among these, and the day whose rates count for each by the default rule. */
    closed: new Map(
      served.flatMap(({ day, name }) => (rule || name === day ? [] : [[day, name as Day] as const])),
    ),
    /** The periods whose means are cut because they are not over. */
    cut: new Set(
      served.flatMap(({ basis, name, lacks }) => (lacks || !isCut(basis, finished) ? [] : [name])),
    ),
    add: (day: DayRates, codes: ReadonlySet<Code>) => void stored.set(day.day, pick(day, [...codes])),
  };
}

function foundOr(found: RateResult): FoundRate | NoRate {
  if (!found) return 'no rate';
  return 'mixed' in found ? 'mixed' : found;
}

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

/** Why there are no figures. */
export interface Lack {
  readonly problem: keyof typeof reasons;
  /** Because of which. */
  readonly cell?: string | undefined;
}

/** Undefined: the row has no such amount beside another. */
export type Outcome = Figures | Lack | undefined;

/** What an amount comes to, as decimal texts. */
export interface Figures {
  readonly amount: Amount;
  readonly rate: string;
  readonly converted: string;
  readonly pair: Exclude<ReturnType<typeof pairOn>, string>;
}

export const isFigures = (outcome: Outcome): outcome is Figures => outcome !== undefined && 'rate' in outcome;

interface Computing {
  readonly header: Header;
  readonly reader: RowReader;
  readonly decision: Decision;
  readonly rates: Pick<RowRates, 'find'>;
  readonly digits: number | undefined;
  /** Undefined: without receipts. */
  readonly receipts: ReceiptTerms | undefined;
}

const mostPairs = 100_000;

/** Returns what makes the figures of a row, for each amount those of each target. */
export function outcomesBy(computing: Computing) {
  const { header, reader, decision } = computing;
  const { sums, to } = header;
  const pairs = new Map<string, ReturnType<typeof pairOn>>();

  return (row: TableRow): readonly Outcome[] => {
    const all = (outcome: Outcome) => new Array<Outcome>(sums.length * to.length).fill(outcome);
    if (row.text === header.text) return all(undefined);
    if (decision.otherHeader !== undefined && row.line >= decision.otherHeader)
      return all({ problem: 'other header' });
    const entries = reader.read(row);
    if (!entries) return all({ problem: 'cells' });
    const read = entries.map((entry, at) => ({ entry, sum: sumIn(entry, at, decision) }));
    const hasOne = read.some(({ sum }) => 'day' in sum);
    return read.flatMap(({ entry, sum }) => {
      if ('day' in sum) return to.map((_, target) => figuresOf(entry, sum, target));
      return to.map(() => (hasOne && isEmpty(entry) ? undefined : sum));
    });
  };

  function figuresOf(entry: Entry, { day, amount }: Sum, target: number): Outcome {
    const [from, to = from] = [entry.from, entry.to[target]];
    if (!from.unit || !to.unit) return { problem: 'currency', cell: from.unit ? to.text : from.text };
    const key = `${day}${from.unit.name} ${to.unit.name}`;
    const pair = pairs.get(key) ?? pairOn(day, from.unit, to.unit, computing);
    if (pairs.size >= mostPairs) pairs.clear();
    pairs.set(key, pair);
    if (typeof pair !== 'string') return { amount, ...amountAt(pair.found, amount, pair.decimals), pair };

    if (!/^(?:no rate|not in file|mixed)$/.test(pair)) return { problem: pair, cell: entry.day.text };
    const isCause = pair === 'mixed' ? redenominationOf : pair === 'no rate' ? endedCurrencyOf : () => false;
    const cause = [from.unit.code, to.unit.code].find((code) => isCause(code));
    // of several targets, the one that has no rate is named
    const name = header.to.length > 1 && pair !== 'mixed' ? to.unit.name : undefined;
    return { problem: pair, cell: cause ?? name };
  }
}

/** What a pair has on a day, for any amount. */
function pairOn(day: Day, from: Unit, to: Unit, { rates, digits, receipts }: Computing) {
  const found = rates.find(day, from, to);
  if (typeof found === 'string') return found;
  const codes = [from.code, to.code] as const;
  const receipt = receipts && receiptOf(found, codes, receipts);
  return {
    found,
    decimals: digits ?? minorDecimals(to) ?? usualDecimals,
    receipt,
    caveats: caveatsOf(codes, found, day),
  };
}

/** An entry that is read in the format of its column. */
interface Sum {
  readonly day: Day;
  readonly amount: Amount;
}

/** What an entry says in the format of its column, or why it says nothing. */
function sumIn(entry: Entry, at: number, { amounts, dayIn }: Decision): Sum | Lack {
  const { day, amount, side } = entry;
  const { mark = undefined, unmarked = 'as written' } = amounts[at] ?? {};
  const on = dayIn(day.readings);
  const cell = amount.text;
  if (!on) return { problem: 'day', cell: day.text };
  if (amount.lacks)
    return {
      problem: amount.lacks,
      cell: { side, signed: cell, both: undefined, neither: undefined }[amount.lacks],
    };
  const isUnmarked = amount.readings.mark === undefined;
  const { readings } = unmarked === 'debit' && isUnmarked ? asDebit(amount) : amount;
  const number = (mark ? [mark] : decimalMarks).map((each) => readings[each]).find(Boolean);
  if (!number) return { problem: 'amount', cell };
  if (unmarked === 'unclear' && isUnmarked) return { problem: 'unmarked', cell };
  return isForeign(entry) ? { problem: 'other currency', cell } : { day: on, amount: number };
}

/** Whether the row has no such amount, or no day of it. */
function isEmpty({ amount, day }: Entry): boolean {
  const hasNoAmount = amount.text.trim() === '' && amount.lacks !== 'both';
  return hasNoAmount || (day.text?.trim() === '' && !isDay(day.readings));
}

/** Of a receipt, in the order of its columns; only some sources number their tables. */
export const receiptNames = ['rule', 'derived', 'source', 'odd', 'table', 'days', 'of'] as const;

export type ReceiptNames = readonly (typeof receiptNames)[number][];

/** Those of the added columns: as many for each amount and target, after the first amount with its name. */
export function namesAdded(header: Header, prefix: string, receipt: ReceiptNames): readonly string[] {
  const targets = targetNames(header);
  const ofTargets = targets.length === 1 ? [''] : targets.map((target) => `_${target}`);
  const endings = header.sums.flatMap(({ name }, at) =>
    ofTargets.map((target) => (at === 0 ? target : `${target}_${name}`)),
  );
  return endings.flatMap((ending) =>
    ['rate', 'rate_date', 'converted', ...receipt].map((name) => prefix + name + ending),
  );
}

/** The texts of an outcome, in the order of its columns; empty where it has no figures. */
export function cellsOf(outcome: Outcome, receipt: ReceiptNames, mark: DecimalMark): readonly string[] {
  if (!isFigures(outcome)) return ['', '', '', ...receipt.map(() => '')];
  const { rate, converted, pair } = outcome;
  const texts = receipt.map((name) => [pair.receipt?.[name] ?? ''].flat().join(' '));
  return [withMark(rate, mark), pair.found.date, withMark(converted, mark), ...texts];
}
