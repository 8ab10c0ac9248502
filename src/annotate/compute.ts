import { type Day, dayAt, firstDay } from '../calendar/day.ts';
import { type Calendar, lastFinal } from '../calendar/publishing.ts';
import { cutLine } from '../calendar/ranges.ts';
import { type Code, type Unit, usualDecimals } from '../currencies/code.ts';
import { endInWords, mixedInWords, redenominationOf } from '../currencies/ended.ts';
import { minorDecimals } from '../currencies/names.ts';
import { publishedCode, publishedPair } from '../currencies/replaced.ts';
import { countPublishingDays } from '../rates/aggregate.ts';
import type { Amount } from '../rates/amount.ts';
import { amountAt, inUnits } from '../rates/cross.ts';
import { type DayRates, pick } from '../rates/day-rates.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
import { type FileRates, findFileRate } from '../rates/file-rates.ts';
import {
  type Caveat,
  caveatsOf,
  type FoundRate,
  foundAtFixedRates,
  foundInItself,
  type NoRate,
  type RateResult,
  type Receipt,
  type ReceiptTerms,
  rateOn,
  receiptOf,
} from '../rates/found-rate.ts';
import { basisOf, daysBack, isCut, nameOfBasis, neededDays, type RateRule } from '../rates/rules.ts';
import { readOnce } from '../read-once.ts';
import type { Entry, NoFigures, RowReader } from './cells.ts';
import type { Decision } from './decide.ts';
import { type Header, type TableRow, targetNames } from './read.ts';

export type RowRates = ReturnType<typeof rowRates>;

/**
 * What the rates of these days rest on; once they are added, finds the rate that counts for a row.
 * @param rule undefined: the default of the source's days
 * @param ownRates the rates of a file instead: of any day, and nothing is needed for them
 */
export function rowRates(
  days: readonly Day[],
  rule: RateRule | undefined,
  now: number,
  calendar: Calendar,
  fileRates?: FileRates,
) {
  const today = dayAt(now);
  const finished = lastFinal(calendar, now);
  const stored = new Map<Day, DayRates>();
  /**
   * The currencies that were taken at their fixed rates to the euro, and those of the files that were not.
   */
  const fixed = new Set<Code>();
  const listed = new Set<Code>();
  /** Closed days, and the day whose rates count for each by the default rule. */
  const closed = new Map<Day, Day>();
  /** Notes about the periods whose means are cut because they are not over. */
  const cut = new Set<string>();
  const basisFor = readOnce((day: Day) => {
    const basis = basisOf(rule, day, calendar.publishes);
    const days = neededDays(basis, today, finished);
    if (day < firstDay || days === 'early') return 'early';
    if (day > today || days === 'future') return 'future';
    return { basis, days, name: nameOfBasis(basis) };
  });
  const needed = new Set<Day>();
  for (const day of fileRates ? [] : days) {
    const basis = basisFor(day);
    if (typeof basis === 'string') continue;
    for (const each of basis.days) needed.add(each);
    if (!rule && basis.name !== day) closed.set(day, basis.name as Day);
    if (isCut(basis.basis, finished)) cut.add(cutLine(basis.name, finished));
  }

  function find(day: Day, from: Unit, to: Unit) {
    const found = foundFor(day, from.code, to.code);
    if (typeof found === 'string') return found;
    for (const code of found.fixed) fixed.add(code);
    for (const code of found.listed) listed.add(code);
    return inUnits(found, from, to);
  }

  function foundFor(day: Day, from: Code, to: Code): FoundRate | NoRate {
    if (fileRates) {
      const found = findFileRate(fileRates, rule ?? 'day', day, from, to);
      const isInFile = (code: Code) =>
        fileRates.codes.has(code) || fileRates.codes.has(publishedCode(code, day));
      return found || (isInFile(from) && isInFile(to)) ? foundOr(found) : 'not in file';
    }
    if (day > today && from !== to) return 'future';
    const pair = publishedPair(from, to, day);
    if (pair.from === pair.to) return foundOr(foundAtFixedRates(foundInItself(day), pair));
    const needs = basisFor(day);
    if (typeof needs === 'string') return needs;
    const { name } = needs;
    const found = foundOver(`${name} ${from} ${to}`, day, needs, [from, to]);
    // where no rule is named, a day that does not count itself is a closed one
    if (rule || name === day || typeof found === 'string') return found;
    return { ...found, rule: 'last-published' };
  }

  /** The same for all days that rest on the same days. */
  const foundOver = readOnce(
    (_key, on: Day, { basis, days }: Exclude<ReturnType<typeof basisFor>, string>, pair: [Code, Code]) => {
      const counting = basis.of === 'last' ? daysBack(basis.day, basis.back) : days;
      const rated = counting.flatMap((each) => stored.get(each) ?? []);
      const of = countPublishingDays(days, calendar, stored);
      return rated.length > 0 ? foundOr(rateOn(on, basis, rated, pair, of)) : 'gap';
    },
  );

  return {
    stored,
    fixed,
    listed,
    find,
    closed,
    cut,
    /** The days whose rates these days need, ascending, each once. */
    needed: [...needed].sort(),
    add: (day: DayRates, codes: ReadonlySet<Code>) => void stored.set(day.day, pick(day, [...codes])),
  };
}

const foundOr = (found: RateResult): FoundRate | NoRate =>
  !found ? 'no rate' : 'mixed' in found ? 'mixed' : found;

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
  readonly receipt: Receipt;
  readonly caveats: readonly Caveat[];
}

export const isFigures = (outcome: Outcome): outcome is Figures => outcome !== undefined && 'rate' in outcome;

interface Computing {
  readonly header: Header;
  readonly reader: RowReader;
  readonly decision: Decision;
  readonly rates: RowRates;
  readonly digits: number | undefined;
  readonly receipts: ReceiptTerms;
}

/** Of a file of decades in several currencies. */
const mostPairs = 100_000;

/** Returns what makes the figures of a row, for each amount those of each target. */
export function outcomesBy({ header, reader, decision, rates, digits, receipts }: Computing) {
  const pairOn = readOnce((_key, day: Day, from: Unit, to: Unit): PairOnDay | NoRate => {
    const codes = [from.code, to.code] as const;
    const found = rates.find(day, from, to);
    if (typeof found === 'string') return found;
    return {
      found,
      decimals: digits ?? minorDecimals(to) ?? usualDecimals,
      receipt: receiptOf(found, codes, receipts),
      caveats: caveatsOf(codes, found, day),
    };
  }, mostPairs);

  return (row: TableRow): readonly Outcome[] => {
    const all = (outcome?: Outcome) => header.sums.flatMap(() => header.to.map(() => outcome));
    if (row.text === header.text) return all();
    if (decision.otherHeader && row.line >= decision.otherHeader) return all({ reason: 'other header' });
    const entries = reader.read(row);
    if (!entries) return all({ reason: 'cells' });
    const outcomes = entries.map(outcomesOf);
    const hasOne = outcomes.some(Array.isArray);
    return outcomes.flatMap((each, at) => {
      if (!('reason' in each)) return each;
      return header.to.map(() => (hasOne && isEmpty(entries[at]) ? undefined : each));
    });
  };

  /** The result of an entry in each target, or the reason why its day or amount cannot be read. */
  function outcomesOf(
    { day: { text, readings }, amount, from, to }: Entry,
    at: number,
  ): readonly Outcome[] | NoFigures {
    const { mark, unmarked } = decision.amounts[at] ?? {};
    const day = decision.dayIn(readings);
    if (!day) return { reason: 'day', cell: text };
    if (amount.problem) return amount.problem;
    const written = mark ? amount[mark] : (amount.point ?? amount.comma);
    const side = amount.mark ?? unmarked;
    if (!written) return { reason: 'amount', cell: amount.text };
    if (side === 'unclear') return { reason: 'unmarked', cell: amount.text };
    const number = side === 'debit' ? `-${written.replace('-', '')}` : written;
    return to.map((unit) => {
      if ('reason' in from) return from;
      if ('reason' in unit) return unit;
      const pair = pairOn(`${day}${from.name} ${unit.name}`, day, from, unit);
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
  const { text, problem } = entry?.amount ?? {};
  return (text?.trim() === '' && problem?.reason !== 'both') || entry?.day.text?.trim() === '';
}

/** Of a receipt, in the order of its columns; only some sources number their tables. */
export const receiptNames = ['rule', 'derived', 'source', 'odd', 'table', 'days', 'of'] as const;

export type ReceiptNames = readonly (typeof receiptNames)[number][];

/** Those of the added columns: as many for each amount and target, after the first amount with its name. */
export function namesAdded(header: Header, prefix: string, receipt: ReceiptNames): readonly string[] {
  const targets = targetNames(header);
  const ofTargets = targets.length === 1 ? [''] : targets.map((target) => `_${target}`);
  return header.sums.flatMap(({ name }, at) =>
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
  const texts = receipt.map((name) => [pair.receipt[name] ?? ''].flat().join(' '));
  return [withMark(rate, mark), pair.found.date, withMark(converted, mark), ...texts];
}
