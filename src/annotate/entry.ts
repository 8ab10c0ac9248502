import type { Day } from '../calendar/day.ts';
import { meaningOf } from '../csv/encoding.ts';
import { plain } from '../csv/header.ts';
import { readOnce } from '../csv/read-once.ts';
import type { Row } from '../csv/scanner.ts';
import type { Code } from '../rates/code.ts';
import { type DecimalMark, decimalMarks } from '../rates/decimal.ts';
import { unitSaid } from '../rates/said.ts';
import { isAmong, isHundredth, type Unit } from '../rates/units.ts';
import { amountReader, oneOf, type Sum } from './amounts.ts';
import { type DayForm, dayOrders, dayReader, sameInAll } from './days.ts';
import type { Header, RowCurrency } from './header.ts';
import { isCurrency, isOtherHeader } from './other-header.ts';

interface Reading {
  readonly form: DayForm | undefined;
  readonly point: DecimalMark | undefined;
  readonly isKnown: (code: Code) => boolean;
  /** Of all rows, where no column has their days. */
  readonly day: Day | undefined;
  /** Told of what a cell calls a hundredth of a currency. */
  readonly onHundredth: (unit: Unit) => void;
}

export type EntryReader = ReturnType<typeof entryReader>;

export function entryReader(
  { names, date, amounts: [first = 0, second], from, to }: Header,
  { form, point, isKnown, day, onHundredth }: Reading,
) {
  const sources = [from, ...to].flatMap((source) => ('column' in source ? source.column : []));
  const dates = 'column' in date ? [date.column] : [];
  const columns: readonly number[] = [...new Set([...dates, first, second ?? first, ...sources])];
  const lastColumn = Math.max(...columns);
  const readDay = dayReader(form);
  const sameDay = { date: '', days: sameInAll(day) };
  const readAmount = amountReader(point, isKnown);
  const unitIn = readOnce((text) => {
    const unit = unitSaid(text);
    if (!unit || !isKnown(unit.code)) return undefined;
    if (isHundredth(unit)) onHundredth(unit);
    return unit;
  });

  const cellOf = ({ cells }: Row, column: number) => meaningOf(cells[columns.indexOf(column)] ?? '');

  const unitOf = (row: Row, source: RowCurrency) =>
    'unit' in source ? source.unit : unitIn(cellOf(row, source.column));

  function dayIn(row: Row) {
    if (!('column' in date)) return sameDay;
    const text = cellOf(row, date.column);
    return { date: text, days: readDay(text) };
  }

  function sumIn(row: Row, column: number): Sum {
    const text = cellOf(row, column);
    return { amount: text, amounts: readAmount(text) };
  }

  /** Delimiters before what is added: of cells that it lacks at its end, and one. Undefined: cells may be displaced. */
  function gap({ count, endsEmpty }: Row): number | undefined {
    const lacks = names.length - count;
    const isRight = lacks === 0 || (lacks > 0 ? count > lastColumn : lacks === -1 && endsEmpty);
    return isRight ? lacks + 1 : undefined;
  }

  /** What the row says, as far as it can be read. */
  function read(row: Row) {
    if (gap(row) === undefined) return undefined;
    const sum = sumIn(row, first);
    const { amount, amounts, lacks } = second === undefined ? sum : oneOf(sum, sumIn(row, second));
    const { date, days } = dayIn(row);
    const unit = unitOf(row, from);
    return {
      date,
      days,
      amount,
      amounts,
      lacks,
      from: unit,
      to: to.map((source) => unitOf(row, source)),
      isForeign: unit !== undefined && amounts.units !== undefined && !isAmong(amounts.units, unit),
    };
  }

  const isDay = (text: string) => dayOrders.some((order) => readDay(text)[order]);

  const hasMeaning = (text: string, column: number) =>
    (dates.includes(column) && isDay(text)) ||
    ([first, second].includes(column) && decimalMarks.some((mark) => readAmount(text)[mark])) ||
    (sources.includes(column) && isCurrency(text));

  /** Whether another table begins. */
  function isHeader(row: Row): boolean {
    // nearly always true
    if (dates.some((column) => isDay(cellOf(row, column)))) return false;
    const cells = columns.map((column) => {
      const text = cellOf(row, column);
      const [name = '', isCode] = [names[column], sources.includes(column)];
      return { name, text: plain(text), isCode, hasMeaning: () => hasMeaning(text, column) };
    });
    return isOtherHeader(cells, dates.length > 0 && gap(row) !== undefined);
  }

  /** The cell on account of which a row has no rate. */
  function causeOf(trouble: string, row: Row): string | undefined {
    if (trouble === 'currency')
      return sources.map((column) => cellOf(row, column)).find((cell) => unitIn(cell) === undefined);
    if (trouble === 'amount' || trouble === 'other currency') return read(row)?.amount;
    const isOfDay = 'column' in date && ['day', 'early', 'future', 'gap'].includes(trouble);
    return isOfDay ? cellOf(row, date.column) : undefined;
  }

  return { columns, gap, read, isHeader, causeOf };
}
