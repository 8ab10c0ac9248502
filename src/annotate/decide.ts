import { type Day, numberOf } from '../calendar/day.ts';
import type { Order } from '../calendar/parse.ts';
import type { Code } from '../currencies/code.ts';
import { fixedRateOf, publishedPair } from '../currencies/replaced.ts';
import { isAmong } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import { type DecimalMark, decimalMarks } from '../rates/decimal.ts';
import { either, inWords, quoted } from '../words.ts';
import { isRead } from './amounts.ts';
import { type DayReadings, dayOrders, isDay } from './days.ts';
import type { Entry, RowReader } from './rows.ts';
import type { Table } from './table.ts';

/** How the cells of all rows are read: what options say of them, and their rows show. */
export interface Formats {
  readonly order: Order;
  /** Whether all days are times since 1970. */
  readonly hasNumbers: boolean;
  /** Of each amount. */
  readonly amounts: readonly AmountFormat[];
}

interface AmountFormat {
  /** Undefined: each cell is clear by itself. */
  readonly mark: DecimalMark | undefined;
  /** What an amount is that nothing marks. */
  readonly unmarked: 'as written' | 'debit' | 'unclear';
}

/** How the rows of a file are to be read, and what they need. */
export interface Decision extends Formats {
  /** That all amounts have; `point` if they differ. */
  readonly decimal: DecimalMark;
  /** That need rates, ascending, whether any can have some or not. */
  readonly days: readonly Day[];
  readonly codes: ReadonlySet<Code>;
  /** That have been replaced by the euro on some of the days, and need no rates then. */
  readonly replaced: ReadonlySet<Code>;
  /** How many there are, without the header. */
  readonly rows: number;
  /** As text, which files that were joined repeat. */
  readonly header: string | undefined;
  /** The line of another header, with which the table ends. */
  readonly otherHeader: number | undefined;
}

/** What the rows of a file have shown. */
interface Survey {
  readonly orders: CellColumn<Order>;
  /** Of each amount. */
  readonly amounts: readonly SeenAmount[];
  /** The pairs of each day, such as `USD EUR`. */
  readonly days: Map<DayReadings, Set<string>>;
  hasWrittenDays: boolean;
}

interface SeenAmount {
  readonly marks: CellColumn<DecimalMark>;
  /** What marks its cells: a word, `minus`, or nothing. */
  readonly used: Set<string>;
  /** Whether some row has a known side, or needs none. */
  hasSide: boolean;
}

/** @throws a usage error if the rows do not show how they are to be read */
export async function decide(table: Table, reader: RowReader): Promise<Decision> {
  const { sums } = table.header;
  const survey: Survey = {
    orders: { ways: dayOrders, what: 'the days', option: '--date-format', samples: new Map() },
    amounts: sums.map(({ name }) => {
      const what = sums.length > 1 ? `the amounts of ${quoted(name)}` : 'the amounts';
      const marks = { ways: decimalMarks, what, option: '--decimal', samples: new Map() };
      return { marks, used: new Set(), hasSide: false };
    }),
    days: new Map(),
    hasWrittenDays: false,
  };
  let header = table.hasHeader ? undefined : '';
  let otherHeader: number | undefined;
  let count = 0;
  for await (const rows of table.rows())
    for (const row of rows) {
      if (row.count === 0) continue;
      if (header === undefined) {
        header = row.text;
        continue;
      }
      count++;
      if (otherHeader !== undefined || row.text === header) continue;
      const entries = reader.read(row) ?? [];
      if (table.hasHeader && !entries.some(hasAmount) && reader.isHeader(row)) otherHeader = row.line;
      else for (const [at, entry] of entries.entries()) see(survey, entry, at, row.line, table);
    }

  const unsided = sums.find(({ side }, at) => side !== undefined && !survey.amounts[at]?.hasSide);
  if (unsided && count > 0) {
    const message = `no cell of --side says debit or credit for ${quoted(unsided.name)}`;
    throw new Failure('ambiguous_column', message);
  }
  const order = pick(survey.orders, nearOrders([...survey.days.keys()], readableIn(survey.orders)));
  const hasNumbers = !survey.hasWrittenDays;
  const amounts = survey.amounts.map(({ marks, used }) => ({
    mark: needBoth(marks) ? undefined : pick(marks, readableIn(marks)),
    unmarked: unmarkedIn(used),
  }));
  const shown = amounts.filter((_, at) => survey.amounts[at]?.marks.samples.size);
  const isComma = shown.length > 0 && shown.every(({ mark }) => mark === 'comma');
  const needs = needsOf(survey, { order, hasNumbers });
  const decimal = isComma ? 'comma' : 'point';
  return {
    order,
    hasNumbers,
    amounts,
    decimal,
    ...needs,
    rows: count,
    header: header || undefined,
    otherHeader,
  };
}

function see(survey: Survey, entry: Entry, at: number, line: number, { counted, header }: Table): void {
  const { day, amount, from, to } = entry;
  const { readings } = amount;
  const seen = survey.amounts[at];
  if (!seen) return;
  const pairs = survey.days.get(day.readings) ?? new Set();
  if (pairs.size === 0) survey.days.set(day.readings, pairs);
  survey.hasWrittenDays ||= day.text !== undefined && !day.readings.isNumber && isDay(day.readings);
  const place = { counted, line };
  addSample(survey.orders, day.readings, day.text ?? '', place);
  addSample(seen.marks, readings, amount.text, place);
  seen.hasSide ||= amount.lacks !== 'side';
  if (header.sums[at]?.amounts.length === 1 && isRead(readings)) {
    const isMinus = readings.mark === 'sign' && (readings.point ?? readings.comma)?.startsWith('-');
    seen.used.add(isMinus ? 'minus' : (readings.mark ?? ''));
  }
  if (!hasAmount(entry) || !from.unit || isForeign(entry)) return;
  for (const { unit } of to)
    if (unit && unit.code !== from.unit.code) pairs.add(`${from.unit.code} ${unit.code}`);
}

const hasAmount = ({ amount: { readings, lacks } }: Entry) => isRead(readings) && !lacks;

/** Whether the cell of the amount has the sign or code of another currency. */
export function isForeign({ amount: { readings }, from: { unit } }: Entry): boolean {
  return unit !== undefined && readings.units !== undefined && !isAmong(readings.units, unit);
}

/** The day that a cell has in the format of its column. */
export function dayIn(readings: DayReadings, { order, hasNumbers }: Pick<Formats, 'order' | 'hasNumbers'>) {
  return hasNumbers || !readings.isNumber ? readings[order] : undefined;
}

function needsOf(survey: Survey, formats: Pick<Formats, 'order' | 'hasNumbers'>) {
  const days = new Set<Day>();
  const codes = new Set<Code>();
  const replaced = new Set<Code>();
  for (const [readings, pairs] of survey.days) {
    const day = dayIn(readings, formats);
    for (const [from = '', to = ''] of [...pairs].map((pair) => pair.split(' ') as Code[])) {
      const all = [from, to] as Code[];
      if (!day && !all.some(fixedRateOf)) for (const code of all) codes.add(code);
      if (!day) continue;
      // at fixed rates, what is needed differs from day to day
      const pair = publishedPair(from as Code, to as Code, day);
      for (const code of pair.replaced) replaced.add(code);
      if (pair.from === pair.to) continue;
      codes.add(pair.from).add(pair.to);
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
  if (near.length !== 1) return readable;
  if (readable.some((order) => order === near[0])) return near;
  return readable.includes('YMD') ? [...readable, ...near] : readable;
}

/** Where some amounts are marked as credits, or as debits, the others are of the other side. */
function unmarkedIn(used: ReadonlySet<string>): AmountFormat['unmarked'] {
  if (!used.has('credit')) return 'as written';
  return used.has('debit') || used.has('minus') ? 'unclear' : 'debit';
}

/** A column whose cells can be read in several ways: some row has to show which one it is. */
interface CellColumn<Way extends string> {
  readonly ways: readonly Way[];
  readonly what: string;
  readonly option: string;
  /** The first cell of each kind: those of one kind tell the same ways apart. */
  readonly samples: Map<string, Sample<Way>>;
}

interface Sample<Way extends string> {
  /** What the cell says in each way; undefined if it cannot be read so. */
  readonly readings: Readonly<Record<Way, string | undefined>>;
  /** `"01/02/2024" in line 3` */
  readonly place: string;
}

function addSample<Way extends string>(
  { ways, samples }: CellColumn<Way>,
  readings: Sample<Way>['readings'],
  text: string,
  { counted, line }: { readonly counted: string; readonly line: number },
): void {
  const [first] = ways;
  // nearly always true
  if (first && ways.every((way) => readings[way] === readings[first])) return;
  const sameAs = (way: Way) => ways.findIndex((each) => readings[each] === readings[way]);
  const kind = ways.map((way) => (readings[way] === undefined ? '-' : sameAs(way))).join('');
  if (!samples.has(kind)) samples.set(kind, { readings, place: `${quoted(text)} in ${counted} ${line}` });
}

/** Of these ways, one for each of the things that the cell can say. */
function waysOf<Way extends string>({ readings }: Sample<Way>, ways: readonly Way[]): readonly Way[] {
  const byReading = new Map(ways.toReversed().map((way) => [readings[way], way]));
  return ways.filter((way) => readings[way] !== undefined && byReading.get(readings[way]) === way);
}

/** Whether cells need different ways, and each is clear by itself. */
function needBoth<Way extends string>({ ways, samples }: CellColumn<Way>): boolean {
  const all = [...samples.values()].map((sample) => waysOf(sample, ways));
  return all.every(({ length }) => length === 1) && new Set(all.flat()).size > 1;
}

/** The ways that all cells allow. @throws a usage error if there is none */
function readableIn<Way extends string>({ ways, samples, what, option }: CellColumn<Way>): readonly Way[] {
  const cells = [...samples.values()];
  const readable = ways.filter((way) => cells.every(({ readings }) => readings[way] !== undefined));
  if (readable.length > 0) return readable;
  const areApart = (one: Sample<Way>, other: Sample<Way>) =>
    ways.every((way) => one.readings[way] === undefined || other.readings[way] === undefined);
  const pairs = cells.flatMap((one) => cells.map((other) => [one, other]));
  const kinds = pairs.find(([one, other]) => one && other && areApart(one, other)) ?? cells;
  const options = optionsOf(
    option,
    kinds.flatMap((cell) => waysOf(cell, ways).slice(0, 1)),
  );
  throw new Failure(
    'ambiguous_column',
    `${what} are of two kinds: ${kinds.map(({ place }) => place).join(' and ')}`,
    `${options} reads one kind and leaves the other out`,
  );
}

/** @throws a usage error if cells say different things in these ways */
function pick<Way extends string>(
  { ways: all, samples, what, option }: CellColumn<Way>,
  ways: readonly Way[],
): Way {
  const doubts = [...samples.values()].map((cell) => ({ cell, ways: waysOf(cell, ways) }));
  const [doubt] = doubts.sort((one, other) => other.ways.length - one.ways.length);
  if (!doubt || doubt.ways.length <= 1) return ways[0] ?? (all[0] as Way);
  const { readings, place } = doubt.cell;
  const meanings = either(doubt.ways.map((way) => `${readings[way]} (${way})`));
  throw new Failure(
    'ambiguous_column',
    `${what} can be read in ${inWords(doubt.ways.length)} ways, such as ${place}: ${meanings}`,
    `${optionsOf(option, doubt.ways)} says which`,
  );
}

const optionsOf = (option: string, ways: readonly string[]) => either(ways.map((way) => `${option} ${way}`));
