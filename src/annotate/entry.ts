import { type Amount, readingsOf } from '../rates/amount.ts';
import { type Code, parseCode } from '../rates/code.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import type { CodeSource, Header } from './csv-file.ts';
import { type DayForm, dayReader } from './days.ts';
import { meaningOf, type Row } from './scanner.ts';

type AmountReadings = Readonly<Record<DecimalMark, Amount | undefined>>;

interface Reading {
  readonly form: DayForm | undefined;
  readonly point: DecimalMark | undefined;
  readonly isKnown: (code: Code) => boolean;
}

export type EntryReader = ReturnType<typeof entryReader>;

/** Finds the entry in the cells of a row. */
export function entryReader({ names, date, amount, from, to }: Header, { form, point, isKnown }: Reading) {
  const sources = [from, to].flatMap((source) => ('column' in source ? source.column : []));
  const columns: readonly number[] = [...new Set([date, amount, ...sources])];
  const lastColumn = Math.max(...columns);
  const readDay = dayReader(form);

  const cellOf = ({ cells }: Row, column: number) => meaningOf(cells[columns.indexOf(column)] ?? '');

  function codeOf(row: Row, source: CodeSource): Code | undefined {
    if ('code' in source) return source.code;
    const code = parseCode(cellOf(row, source.column));
    return code && isKnown(code) ? code : undefined;
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
    const [day, sum] = [cellOf(row, date), cellOf(row, amount)];
    return {
      date: day,
      days: readDay(day),
      amount: sum,
      amounts: readAmounts(sum, point),
      from: codeOf(row, from),
      to: codeOf(row, to),
    };
  }

  /** The cell on account of which a row has no rate. */
  function causeOf(trouble: string, row: Row): string | undefined {
    if (trouble === 'cells' || trouble === 'no rate') return undefined;
    if (trouble !== 'currency')
      return cellOf(row, ['day', 'early', 'future', 'gap'].includes(trouble) ? date : amount);
    return sources.filter((column) => !codeOf(row, { column })).map((column) => cellOf(row, column))[0];
  }

  return { columns, gap, read, causeOf };
}

const noAmount: AmountReadings = { point: undefined, comma: undefined };

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
