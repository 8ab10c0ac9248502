import { type Day, numberOf } from '../calendar/day.ts';
import type { Order } from '../calendar/parse.ts';
import type { Code } from '../currencies/code.ts';
import { fixedRateOf, publishedPair } from '../currencies/replaced.ts';
import { isAmong } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import { decimalMarks } from '../rates/decimal.ts';
import { either, inWords, quoted } from '../words.ts';
import { type DayReadings, dayOrders, isDay, isRead } from './cells.ts';
import type { Table } from './read.ts';
import type { Entry, RowReader } from './rows.ts';

/** How the cells of all rows are read, and what the rows need. */
export type Decision = Awaited<ReturnType<typeof decide>>;

/** @throws a usage error if the rows do not show how they are to be read */
export async function decide({ header, hasHeader, counted, rows }: Table, reader: RowReader) {
  const { sums } = header;
  const orders = waysOf(dayOrders, 'the days', '--date-format');
  const seen = sums.map(({ name }) => ({
    marks: waysOf(
      decimalMarks,
      sums.length > 1 ? `the amounts of ${quoted(name)}` : 'the amounts',
      '--decimal',
    ),
    /** What marks its cells: a word, `minus`, or nothing. */
    used: new Set<string>(),
    /** Whether some row has a known side, or needs none. */
    hasSide: false,
  }));
  /** The pairs of each day, such as `USD EUR`. */
  const pairsOn = new Map<DayReadings, Set<string>>();
  let hasWrittenDays = false;

  function see(entry: Entry, at: number, line: number): void {
    const { day, amount, from, to } = entry;
    const { readings } = amount;
    const column = seen[at];
    if (!column) return;
    const pairs = pairsOn.get(day.readings) ?? new Set();
    pairsOn.set(day.readings, pairs);
    hasWrittenDays ||= day.text !== undefined && !day.readings.isNumber && isDay(day.readings);
    orders.add(day.readings, day.text ?? '', `${counted} ${line}`);
    column.marks.add(readings, amount.text, `${counted} ${line}`);
    column.hasSide ||= amount.lacks !== 'side';
    if (sums[at]?.amounts.length === 1 && isRead(readings)) {
      const isMinus = readings.mark === 'sign' && (readings.point ?? readings.comma)?.startsWith('-');
      column.used.add(isMinus ? 'minus' : (readings.mark ?? ''));
    }
    if (!hasAmount(entry) || !from.unit || isForeign(entry)) return;
    for (const { unit } of to)
      if (unit && unit.code !== from.unit.code) pairs.add(`${from.unit.code} ${unit.code}`);
  }

  /** The line of another header, with which the table ends. */
  let otherHeader: number | undefined;
  let count = 0;
  for await (const some of rows())
    for (const row of some) {
      if (row.count === 0) continue;
      count++;
      if (otherHeader !== undefined || row.text === header.text) continue;
      const entries = reader.read(row) ?? [];
      if (hasHeader && !entries.some(hasAmount) && reader.isHeader(row)) otherHeader = row.line;
      else for (const [at, entry] of entries.entries()) see(entry, at, row.line);
    }

  const unsided = sums.find(({ side }, at) => side !== undefined && !seen[at]?.hasSide);
  if (unsided && count > 0)
    throw new Failure(
      'ambiguous_column',
      `no cell of --side says debit or credit for ${quoted(unsided.name)}`,
    );
  const order = orders.pick(nearOrders([...pairsOn.keys()], orders.readable()));
  const dayIn = (readings: DayReadings) =>
    hasWrittenDays && readings.isNumber ? undefined : readings[order];
  const amounts = seen.map(({ marks, used }) => ({
    /** Undefined: each cell is clear by itself. */
    mark: marks.needBoth() ? undefined : marks.pick(marks.readable()),
    unmarked: unmarkedIn(used),
  }));
  const shown = amounts.filter((_, at) => seen[at]?.marks.samples.size);
  const isComma = shown.length > 0 && shown.every(({ mark }) => mark === 'comma');
  return {
    /** The day that a cell has in the format of its column. */
    dayIn,
    amounts,
    /** That all amounts have; `point` if they differ. */
    decimal: isComma ? ('comma' as const) : ('point' as const),
    ...needsOf(pairsOn, dayIn),
    rows: count,
    otherHeader,
  };
}

const hasAmount = ({ amount: { readings, lacks } }: Entry) => isRead(readings) && !lacks;

/** Whether the cell of the amount has the sign or code of another currency. */
export const isForeign = ({ amount: { readings }, from: { unit } }: Entry): boolean =>
  unit !== undefined && readings.units !== undefined && !isAmong(readings.units, unit);

/** Where some amounts are marked as credits, or as debits, the others are of the other side. */
function unmarkedIn(used: ReadonlySet<string>): 'as written' | 'debit' | 'unclear' {
  if (!used.has('credit')) return 'as written';
  return used.has('debit') || used.has('minus') ? 'unclear' : 'debit';
}

/** The days that need rates, ascending, whether any can have some or not, with the codes of their pairs. */
function needsOf(
  pairsOn: ReadonlyMap<DayReadings, ReadonlySet<string>>,
  dayIn: (readings: DayReadings) => Day | undefined,
) {
  const days = new Set<Day>();
  const codes = new Set<Code>();
  /** That have been replaced by the euro on some of the days, and need no rates then. */
  const replaced = new Set<Code>();
  for (const [readings, pairs] of pairsOn) {
    const day = dayIn(readings);
    for (const pair of pairs) {
      const all = pair.split(' ') as [Code, Code];
      if (!day && !all.some(fixedRateOf)) for (const code of all) codes.add(code);
      if (!day) continue;
      // at fixed rates, what is needed differs from day to day
      const published = publishedPair(...all, day);
      for (const code of published.replaced) replaced.add(code);
      if (published.from === published.to) continue;
      codes.add(published.from).add(published.to);
      days.add(day);
    }
  }
  return { days: [...days].sort(), codes, replaced };
}

/**
 * Of two readings of two-digit years the one in which the rows are near one another; both if only the years
 * first, and far apart, make days of all rows.
 */
function nearOrders(all: readonly DayReadings[], readable: readonly Order[]): readonly Order[] {
  if (readable.includes('MDY')) return readable;
  const near = (['DMY', 'YMD'] as const).filter((order) => {
    const days = all.flatMap((readings) => readings[order] ?? []).sort();
    const [first, last] = [days[0], days.at(-1)];
    return first && last && numberOf(last) - numberOf(first) <= 5 * 366;
  });
  const [one, other] = near;
  if (!one || other) return readable;
  if (readable.includes(one)) return near;
  return readable.includes('YMD') ? [...readable, one] : readable;
}

/** The ways in which the cells of a column can be read: some row has to show which one it is. */
function waysOf<Way extends string>(all: readonly Way[], what: string, option: string) {
  type Readings = Readonly<Record<Way, string | undefined>>;
  type Sample = { readonly readings: Readings; readonly place: string };
  /** The first cell of each kind: those of one kind tell the same ways apart. */
  const samples = new Map<string, Sample>();

  const firstLike = (way: Way, readings: Readings, ways: readonly Way[]) =>
    ways.find((each) => readings[each] === readings[way]);

  /** One way for each of the things that the cell can say. */
  const distinct = (readings: Readings, ways = all) =>
    ways.filter((way) => readings[way] !== undefined && firstLike(way, readings, ways) === way);

  function add(readings: Readings, text: string, where: string): void {
    // nearly always true
    if (all.every((way) => readings[way] === readings[all[0] as Way])) return;
    const kind = all.map((way) => readings[way] && firstLike(way, readings, all)).join();
    if (!samples.has(kind)) samples.set(kind, { readings, place: `${quoted(text)} in ${where}` });
  }

  /** Whether cells need different ways, and each is clear by itself. */
  function needBoth(): boolean {
    const needed = [...samples.values()].map(({ readings }) => distinct(readings));
    return needed.every(({ length }) => length === 1) && new Set(needed.flat()).size > 1;
  }

  /** The ways that all cells allow. @throws a usage error if there is none */
  function readable(): readonly Way[] {
    let left = all;
    let kinds: Sample[] = [];
    for (const cell of samples.values()) {
      const allowed = left.filter((way) => cell.readings[way] !== undefined);
      if (allowed.length < left.length) kinds = [...kinds.slice(-1), cell];
      if (allowed.length === 0) throw ofTwoKinds(kinds);
      left = allowed;
    }
    return left;
  }

  function ofTwoKinds(kinds: readonly Sample[]): Failure {
    const options = optionsOf(kinds.flatMap(({ readings }) => distinct(readings).slice(0, 1)));
    return new Failure(
      'ambiguous_column',
      `${what} are of two kinds: ${kinds.map(({ place }) => place).join(' and ')}`,
      `${options} reads one kind and leaves the other out`,
    );
  }

  /** @throws a usage error if cells say different things in these ways */
  function pick(ways: readonly Way[]): Way {
    const doubts = [...samples.values()].map((cell) => ({ ...cell, ways: distinct(cell.readings, ways) }));
    const [doubt] = doubts.sort((one, other) => other.ways.length - one.ways.length);
    if (!doubt || doubt.ways.length <= 1) return ways[0] as Way;
    const meanings = either(doubt.ways.map((way) => `${doubt.readings[way]} (${way})`));
    throw new Failure(
      'ambiguous_column',
      `${what} can be read in ${inWords(doubt.ways.length)} ways, such as ${doubt.place}: ${meanings}`,
      `${optionsOf(doubt.ways)} says which`,
    );
  }

  const optionsOf = (ways: readonly Way[]) => either(ways.map((way) => `${option} ${way}`));

  return { samples, add, needBoth, readable, pick };
}
