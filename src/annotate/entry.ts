import type { Day } from '../calendar/day.ts';
import { type Amount, readingsOf } from '../rates/amount.ts';
import { type Code, parseCode } from '../rates/code.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import type { CodeSource, Header } from './csv-file.ts';
import { type DayForm, dayReader } from './days.ts';
import { meaningOf, type Row } from './scanner.ts';
import { type AmountReadings, noAmount, oneOf, type Sum } from './sides.ts';

interface Reading {
  readonly form: DayForm | undefined;
  readonly point: DecimalMark | undefined;
  readonly isKnown: (code: Code) => boolean;
  /** Of all rows, where no column has their days. */
  readonly day: Day | undefined;
}

export type EntryReader = ReturnType<typeof entryReader>;

/** Finds the entry in the cells of a row. */
export function entryReader(
  { names, date, amounts: [first = 0, second], from, to }: Header,
  { form, point, isKnown, day }: Reading,
) {
  const sources = [date, from, ...to].flatMap((source) => ('column' in source ? source.column : []));
  const columns: readonly number[] = [...new Set([first, second ?? first, ...sources])];
  const lastColumn = Math.max(...columns);
  const readDay = dayReader(form);
  const sameDay = { date: '', days: { 'DD/MM/YYYY': day, 'MM/DD/YYYY': day } };

  const cellOf = ({ cells }: Row, column: number) => meaningOf(cells[columns.indexOf(column)] ?? '');

  function codeOf(row: Row, source: CodeSource): Code | undefined {
    if ('code' in source) return source.code;
    const code = parseCode(cellOf(row, source.column));
    return code && isKnown(code) ? code : undefined;
  }

  function dayIn(row: Row) {
    if (!('column' in date)) return sameDay;
    const text = cellOf(row, date.column);
    return { date: text, days: readDay(text) };
  }

  function sumIn(row: Row, column: number): Sum {
    const text = cellOf(row, column);
    return { amount: text, amounts: readAmounts(text, point) };
  }

  /**
   * The delimiters between the row and what is added to it: those of empty cells that it lacks at its end, and one, unless
   * it ends with one too many. Undefined if its cells may stand under other names than their own.
   */
  function gap({ count, endsEmpty }: Row): number | undefined {
    const lacks = names.length - count;
    const isRight = lacks === 0 || (lacks > 0 ? count > lastColumn : lacks === -1 && endsEmpty);
    return isRight ? lacks + 1 : undefined;
  }

  /** What the row says, as far as it can be read. Undefined if its cells may stand under other names than their own. */
  function read(row: Row) {
    if (gap(row) === undefined) return undefined;
    const sum = sumIn(row, first);
    const { amount, amounts, lacks } = second === undefined ? sum : oneOf(sum, sumIn(row, second));
    const { date, days } = dayIn(row);
    return {
      date,
      days,
      amount,
      amounts,
      lacks,
      from: codeOf(row, from),
      to: to.map((source) => codeOf(row, source)),
    };
  }

  /** The cell on account of which a row has no rate. */
  function causeOf(trouble: string, row: Row): string | undefined {
    if (trouble === 'currency')
      return [from, ...to].flatMap((it) =>
        'column' in it && !codeOf(row, it) ? cellOf(row, it.column) : [],
      )[0];
    if (trouble === 'amount') return read(row)?.amount;
    const isOfDay = 'column' in date && ['day', 'early', 'future', 'gap'].includes(trouble);
    return isOfDay ? cellOf(row, date.column) : undefined;
  }

  return { columns, gap, read, causeOf };
}

const longest = 100;

/**
 * As `convert` reads them, except that here a single `.` may separate thousands; `(12.00)` is negative.
 * @param only if the column is known to have this decimal point
 */
export function readAmounts(text: string, only?: DecimalMark): AmountReadings {
  if (text.length > longest) return noAmount;
  const inner = text.includes('(') ? /^\s*\(\s*([^\s+\-−].*)\)\s*$/.exec(text)?.[1] : undefined;
  let [point, comma]: (Amount | undefined)[] = [];
  for (const reading of readingsOf(inner ?? text)) {
    const amount = inner === undefined ? reading.amount : `-${reading.amount}`;
    if (reading.point !== ',' && only !== 'comma') point = amount;
    if (reading.point !== '.' && only !== 'point') comma = amount;
  }
  return { point, comma };
}
