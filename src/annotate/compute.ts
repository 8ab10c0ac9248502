import { type Day, dayAt, firstDay } from '../calendar/day.ts';
import { type Code, parseCode } from '../currencies/code.ts';
import { endInWords, mixedInWords, redenominationOf } from '../currencies/ended.ts';
import { publishedCode, publishedPair } from '../currencies/replaced.ts';
import { minorDecimals, type Unit, usualDecimals } from '../currencies/units.ts';
import { readOnce } from '../input/csv/text.ts';
import { countPublishingDays, type PublishingCalendar } from '../rates/aggregate.ts';
import type { Amount } from '../rates/amount.ts';
import { amountAt, inUnits } from '../rates/cross.ts';
import { type DayRates, pick } from '../rates/day-rates.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
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
import { findOwnRate, type OwnRates } from '../rates/own-rates.ts';
import { basisOf, daysBack, isCut, nameOfBasis, neededDays, type RateRule } from '../rates/rules.ts';
import { asDebit, isDay, type Lack } from './cells.ts';
import { type Header, targetNames } from './columns.ts';
import { type Decision, type Entry, isForeign, type RowReader } from './decide.ts';
import type { TableRow } from './read.ts';

export type RowRates = ReturnType<typeof rowRates>;

/**
 * What the rates of these days rest on; once they are added, finds the rate that counts for a row.
 * @param rule undefined: the default of the source's days
 * @param finished the last day whose rates are final
 * @param own the rates of a file instead: of any day, and nothing is needed for them
 */
export function rowRates(
  days: readonly Day[],
  rule: RateRule | undefined,
  { now, finished, calendar }: { now: number; finished: Day; calendar: PublishingCalendar },
  own?: OwnRates,
) {
  const today = dayAt(now);
  const stored = new Map<Day, DayRates>();
  /** By period and pair. */
  const means = new Map<string, FoundRate | NoRate>();
  /** The currencies that were taken at their fixed rates to the euro, and those of the files that were not. */
  const fixed = new Set<Code>();
  const listed = new Set<Code>();
  /** Closed days, and the day whose rates count for each by the default rule. */
  const closed = new Map<Day, Day>();
  /** The periods whose means are cut because they are not over. */
  const cut = new Set<string>();
  const basisFor = readOnce((day: Day) => {
    const basis = basisOf(rule, day, calendar.publishes);
    return { basis, name: nameOfBasis(basis), ...neededDays(basis, today, finished) };
  });
  const served = days.filter((day) => !own && day >= firstDay && day <= today);
  const needed = served.flatMap((day) => {
    const { basis, name, days, lacks } = basisFor(day);
    if (!rule && name !== day) closed.set(day, name as Day);
    if (!lacks && isCut(basis, finished)) cut.add(name);
    return days;
  });

  function find(day: Day, from: Unit, to: Unit): FoundRate | NoRate {
    const codes = [from.code, to.code] as const;
    const isSame = from.code === to.code;
    const found = isSame ? foundInItself(day) : own ? inFiles(own, day, codes) : inSource(day, ...codes);
    if (typeof found === 'string') return found;
    for (const code of found.fixed ?? []) fixed.add(code);
    for (const code of found.listed ?? []) listed.add(code);
    return inUnits(found, from, to);
  }

  function inFiles(files: OwnRates, day: Day, pair: readonly [from: Code, to: Code]): FoundRate | NoRate {
    const found = findOwnRate(files, rule ?? 'day', day, ...pair);
    const isInFile = (code: Code) => files.codes.has(code) || files.codes.has(publishedCode(code, day));
    return found || pair.every(isInFile) ? foundOr(found) : 'not in file';
  }

  function inSource(day: Day, from: Code, to: Code): FoundRate | NoRate {
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
    const of = countPublishingDays(days, calendar, stored);
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
    closed,
    cut,
    /** The days whose rates these days need, ascending, each once. */
    needed: [...new Set(needed)].sort(),
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
export type Outcome = Figures | Lack | undefined;

/** What an amount comes to, as decimal texts. */
export interface Figures {
  readonly amount: Amount;
  readonly rate: string;
  readonly converted: string;
  readonly pair: Pair;
}

/** What a pair has on a day, for any amount. */
interface Pair {
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
  readonly rates: Pick<RowRates, 'find'>;
  readonly digits: number | undefined;
  /** Undefined: without receipts. */
  readonly receipts: ReceiptTerms | undefined;
}

const mostPairs = 100_000;

/** Returns what makes the figures of a row, for each amount those of each target. */
export function outcomesBy({ header, reader, decision, rates, digits, receipts }: Computing) {
  const { sums, to } = header;
  const pairs = new Map<string, Pair | NoRate>();

  return (row: TableRow): readonly Outcome[] => {
    const all = (outcome?: Outcome) => sums.flatMap(() => to.map(() => outcome));
    if (row.text === header.text) return all();
    if (row.line >= (decision.otherHeader ?? Number.POSITIVE_INFINITY))
      return all({ problem: 'other header' });
    const entries = reader.read(row);
    if (!entries) return all({ problem: 'cells' });
    const read = entries.map((entry, at) => ({ entry, sum: sumIn(entry, at) }));
    const hasOne = read.some(({ sum }) => 'day' in sum);
    return read.flatMap(({ entry, sum }) => {
      if ('day' in sum) return entry.to.map((target) => figuresOf(entry, sum, target));
      return to.map(() => (hasOne && isEmpty(entry) ? undefined : sum));
    });
  };

  /** What an entry says in the format of its column, or why it says nothing. */
  function sumIn(entry: Entry, at: number): { readonly day: Day; readonly amount: Amount } | Lack {
    const { amount } = entry;
    const { mark, unmarked } = decision.amounts[at] ?? {};
    const day = decision.dayIn(entry.day.readings);
    const cell = amount.text;
    if (!day) return { problem: 'day', cell: entry.day.text };
    if (amount.lack) return amount.lack;
    const isOpen = amount.mark === undefined;
    const signed = unmarked === 'debit' && isOpen ? asDebit(amount) : amount;
    const number = mark ? signed[mark] : (signed.point ?? signed.comma);
    if (!number) return { problem: 'amount', cell };
    if (unmarked === 'unclear' && isOpen) return { problem: 'unmarked', cell };
    return isForeign(entry) ? { problem: 'other currency', cell } : { day, amount: number };
  }

  function figuresOf(
    { from, day: { text } }: Entry,
    { day, amount }: { readonly day: Day; readonly amount: Amount },
    target: Entry['to'][number],
  ): Outcome {
    const [unit, other] = [from.unit, target.unit];
    if (!unit || !other) {
      const { text: cell = '' } = unit ? target : from;
      return { problem: 'currency', cell, why: endInWords(parseCode(cell) ?? '') };
    }
    const pair = pairOn(day, unit, other);
    if (typeof pair !== 'string') return { amount, ...amountAt(pair.found, amount, pair.decimals), pair };

    const codes = [unit.code, other.code];
    const code = codes.find(redenominationOf);
    if (pair === 'mixed') return { problem: pair, why: code && mixedInWords(code) };
    if (pair !== 'no rate' && pair !== 'not in file') return { problem: pair, cell: text };
    // of several targets, the one that has no rate is named
    const cell = to.length > 1 ? other.name : undefined;
    const ended = pair === 'no rate' ? codes : [cell ?? ''];
    return { problem: pair, cell, why: ended.map(endInWords).find(Boolean) };
  }

  function pairOn(day: Day, from: Unit, to: Unit): Pair | NoRate {
    const key = `${day}${from.name} ${to.name}`;
    const earlier = pairs.get(key);
    if (earlier) return earlier;
    const found = rates.find(day, from, to);
    const codes = [from.code, to.code] as const;
    const pair =
      typeof found === 'string'
        ? found
        : {
            found,
            decimals: digits ?? minorDecimals(to) ?? usualDecimals,
            receipt: receipts && receiptOf(found, codes, receipts),
            caveats: caveatsOf(codes, found, day),
          };
    if (pairs.size >= mostPairs) pairs.clear();
    pairs.set(key, pair);
    return pair;
  }
}

/** Whether the row has no such amount, or no day of it. */
function isEmpty({ amount, day }: Entry): boolean {
  const hasNoAmount = amount.text.trim() === '' && amount.lack?.problem !== 'both';
  return hasNoAmount || (day.text?.trim() === '' && !isDay(day.readings));
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
  const texts = receipt.map((name) => [pair.receipt?.[name] ?? ''].flat().join(' '));
  return [withMark(rate, mark), pair.found.date, withMark(converted, mark), ...texts];
}
