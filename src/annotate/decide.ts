import { type DayReadings, dateOrders, isDay, nearOrders } from '../calendar/formats.ts';
import { Failure } from '../errors.ts';
import { formatsOf } from '../input/column-format.ts';
import { type AmountCell, isRead } from '../rates/amount-cell.ts';
import { decimalMarks } from '../rates/decimal.ts';
import { neededFor } from '../rates/rates-by-rule.ts';
import { quoted } from '../words.ts';
import type { Entry, RowReader } from './cells.ts';
import type { Table } from './read.ts';

/** How the cells of all rows are read, and what the rows need. */
export type Decision = Awaited<ReturnType<typeof decide>>;

/** @throws a usage error if the rows do not show how they are to be read */
export async function decide({ header, hasHeader, counted, rows }: Table, reader: RowReader) {
  const { conversions } = header;
  const orders = formatsOf(dateOrders, counted, 'the days', '--date-format');
  const columns = conversions.map(({ name, side }) => ({
    name,
    formats: formatsOf(
      decimalMarks,
      counted,
      `the amounts${conversions.length > 1 ? ` of ${quoted(name)}` : ''}`,
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
        const {
          day: { readings, text },
          amount,
          problem,
          from,
          to,
        } = entry;
        const column = columns[at] as (typeof columns)[number];
        if (text !== undefined && !readings.isNumber && isDay(readings)) hasWrittenDays = true;
        orders.add(readings, text, row.line);
        column.formats.add(amount, amount.text, row.line);
        if (problem?.reason !== 'side') column.needsSide = false;
        if (isRead(amount)) column.marks.add(amount.mark);

        const pairs = pairsOn.get(readings) ?? new Set();
        pairsOn.set(readings, pairs);
        for (const unit of hasAmount(entry) ? to : [])
          if ('code' in from && 'code' in unit) pairs.add(`${from.code} ${unit.code}`);
      }
    }

  const unsided = columns.find(({ needsSide }) => needsSide && count > 0);
  if (unsided)
    throw new Failure(
      'ambiguous_column',
      `no cell of --side says debit or credit for ${quoted(unsided.name)}`,
    );
  const order = orders.pick(nearOrders([...pairsOn.keys()], orders.allowed()));
  const dayIn = (readings: DayReadings) =>
    hasWrittenDays && readings.isNumber ? undefined : readings[order];
  const amounts = columns.map(({ formats: { samples, allowed, pick }, marks }) => ({
    isShown: samples.size > 0,
    /** Undefined: cells need different ones, and each is clear by itself. */
    mark:
      samples.size > 1 && [...samples.values()].every(({ readings }) => !(readings.point && readings.comma))
        ? undefined
        : pick(allowed()),
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
    ...neededFor(Array.from(pairsOn, ([readings, pairs]) => [dayIn(readings), pairs])),
    rows: count,
    /** The most cells of a row. */
    width,
    otherHeader,
  };
}

const hasAmount = ({ amount, problem }: Entry) => isRead(amount) && !problem;
