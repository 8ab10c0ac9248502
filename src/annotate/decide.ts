import type { Day } from '../calendar/day.ts';
import { type DayReadings, dateOrders, isDay, nearOrders } from '../calendar/formats.ts';
import type { Code } from '../currencies/code.ts';
import { publishedPair } from '../currencies/replaced.ts';
import { Failure } from '../errors.ts';
import { type AmountCell, isRead } from '../rates/amount-cell.ts';
import { decimalMarks } from '../rates/decimal.ts';
import { either, inWords, quoted } from '../words.ts';
import type { Entry, RowReader } from './cells.ts';
import type { Table } from './read.ts';

/** How the cells of all rows are read, and what the rows need. */
export type Decision = Awaited<ReturnType<typeof decide>>;

/** @throws a usage error if the rows do not show how they are to be read */
export async function decide({ header, hasHeader, counted, rows }: Table, reader: RowReader) {
  const { sums } = header;
  const orders = formatsOf(dateOrders, counted, 'the days', '--date-format');
  const columns = sums.map(({ name, side }) => ({
    name,
    formats: formatsOf(
      decimalMarks,
      counted,
      `the amounts${sums.length > 1 ? ` of ${quoted(name)}` : ''}`,
      '--decimal',
    ),
    /** Of its cells. */
    marks: new Set<AmountCell['mark']>(),
    /** Whether some row has to show a known side. */
    needsSide: side !== undefined,
  }));
  /** The pairs of each day, such as `USD EUR`. */
  const pairsOn = new Map<DayReadings, Set<string>>();
  let hasWrittenDays = false;
  /** The line of another header, with which the table ends. */
  let otherHeader: number | undefined;
  let count = 0;
  let width = header.names.length;
  for await (const batch of rows())
    for (const row of batch) {
      if (row.count === 0) continue;
      count++;
      width = Math.max(width, row.count);
      if (otherHeader !== undefined || row.text === header.text) continue;
      const entries = reader.read(row) ?? [];
      if (hasHeader && !entries.some(hasAmount) && reader.isHeader(row)) {
        otherHeader = row.line;
        continue;
      }
      for (const [at, entry] of entries.entries()) {
        const { day, amount, from, to } = entry;
        const { readings, text } = day;
        const column = columns[at] as (typeof columns)[number];
        if (text !== undefined && !readings.isNumber && isDay(readings)) hasWrittenDays = true;
        orders.add(readings, text, row.line);
        column.formats.add(amount, amount.text, row.line);
        if (amount.problem?.reason !== 'side') column.needsSide = false;
        if (isRead(amount)) column.marks.add(amount.mark);

        const pairs = pairsOn.get(readings) ?? new Set();
        pairsOn.set(readings, pairs);
        for (const unit of hasAmount(entry) ? to : [])
          if ('code' in from && 'code' in unit) pairs.add(`${from.code} ${unit.code}`);
      }
    }

  const unsided = columns.find(({ needsSide }) => needsSide && count > 0);
  if (unsided) {
    const message = `no cell of --side says debit or credit for ${quoted(unsided.name)}`;
    throw new Failure('ambiguous_column', message);
  }
  const order = orders.pick(nearOrders([...pairsOn.keys()], orders.allowed()));
  const dayIn = (readings: DayReadings) =>
    hasWrittenDays && readings.isNumber ? undefined : readings[order];
  const amounts = columns.map(({ formats, marks }) => ({
    isShown: formats.samples.size > 0,
    /** Undefined: cells need different ones, and each is clear by itself. */
    mark:
      formats.samples.size > 1 && !formats.samples.has('point,comma')
        ? undefined
        : formats.pick(formats.allowed()),
    /** Where some amounts are marked as credits, or as debits, the others are of the other side. */
    unmarked: !marks.has('credit')
      ? 'as written'
      : marks.has('debit') || marks.has('minus')
        ? 'unclear'
        : 'debit',
  }));
  const shown = amounts.filter(({ isShown }) => isShown);
  const isComma = shown.length > 0 && shown.every(({ mark }) => mark === 'comma');
  return {
    /** The day that a cell has in the format of its column. */
    dayIn,
    amounts,
    /** That all amounts have; `point` if they differ. */
    decimal: isComma ? ('comma' as const) : ('point' as const),
    ...needsOf(pairsOn, dayIn),
    rows: count,
    /** The most cells of a row. */
    width,
    otherHeader,
  };
}

const hasAmount = ({ amount }: Entry) => isRead(amount) && !amount.problem;

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
    if (!day) continue;
    for (const pair of pairs) {
      const published = publishedPair(...(pair.split(' ') as [Code, Code]), day);
      for (const code of published.replaced) replaced.add(code);
      if (published.from === published.to) continue;
      codes.add(published.from).add(published.to);
      days.add(day);
    }
  }
  return { days: [...days].sort(), codes, replaced };
}

/** The value of a cell in each format. */
type Readings<Format extends string> = { readonly [format in Format]?: string | undefined };

/** One format for each of the values that the cell can have. */
function distinct<Format extends string>(readings: Readings<Format>, formats: readonly Format[]) {
  const values = formats.map((format) => readings[format]);
  return formats.filter((_, at) => values[at] && values.indexOf(values[at]) === at);
}

/** The formats in which the cells of a column can be: some row has to show which one it is. */
function formatsOf<Format extends string>(
  all: readonly Format[],
  counted: string,
  what: string,
  option: string,
) {
  /** The first cell of each kind, such as `point,comma`: those of one kind tell the same formats apart. */
  const samples = new Map<string, { readonly readings: Readings<Format>; readonly place: string }>();
  const optionsOf = (formats: readonly Format[]) => either(formats.map((format) => `${option} ${format}`));

  function add(readings: Readings<Format>, text = '', line: number) {
    const values = all.map((format) => readings[format]);
    // nearly always true
    if (values.every((value) => value === values[0])) return;
    const kind = values.map((value) => value && all[values.indexOf(value)]).join();
    if (!samples.has(kind)) samples.set(kind, { readings, place: `${quoted(text)} in ${counted} ${line}` });
  }

  /** The formats that all cells allow. @throws a usage error if there is none */
  function allowed(): readonly Format[] {
    let formats = all;
    const narrowing = [];
    for (const sample of samples.values()) {
      const narrower = formats.filter((format) => sample.readings[format] !== undefined);
      if (narrower.length < formats.length) narrowing.push(sample);
      formats = narrower;
    }
    if (formats.length > 0) return formats;
    const two = narrowing.slice(-2);
    const kinds = two.flatMap(({ readings }) => distinct(readings, all).slice(0, 1));
    throw new Failure(
      'ambiguous_column',
      `${what} are of two kinds: ${two.map(({ place }) => place).join(' and ')}`,
      `${optionsOf(kinds)} reads one kind and leaves the other out`,
    );
  }

  /** @throws a usage error if cells say different things in these formats */
  function pick(formats: readonly Format[]): Format {
    for (const number of [3, 2])
      for (const { readings, place } of samples.values()) {
        const can = distinct(readings, formats);
        if (can.length < number) continue;
        const meanings = either(can.map((format) => `${readings[format]} (${format})`));
        const message = `${what} can be read in ${inWords(number)} ways, such as ${place}: ${meanings}`;
        throw new Failure('ambiguous_column', message, `${optionsOf(can)} says which`);
      }
    return formats[0] as Format;
  }

  return { samples, add, allowed, pick };
}
