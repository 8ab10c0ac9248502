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
   * What the row says, as far as it can be read. Undefined if it has more or fewer cells than the header: they may stand
   * under other names than their own.
   */
  function read(row: Row) {
    if (row.count !== names.length) return undefined;
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

  return { columns, read };
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
