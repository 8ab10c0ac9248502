import { type Code, parseCode } from '../rates/code.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import { codesSaid } from '../rates/said.ts';
import { amountReader } from './amounts.ts';
import type { CodeSource, Header } from './csv-file.ts';
import { type DayForm, dayReader } from './days.ts';
import { remembered } from './remembered.ts';
import { meaningOf, type Row } from './scanner.ts';

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
  const readDay = dayReader(form);
  const readAmount = amountReader(point, isKnown);
  const codeIn = remembered((text) => {
    const [said, ...others] = codesSaid(text);
    const code = said ?? parseCode(text);
    return code && others.length === 0 && (said || isKnown(code)) ? code : undefined;
  });

  const cellOf = ({ cells }: Row, column: number) => meaningOf(cells[columns.indexOf(column)] ?? '');

  function codeOf(row: Row, source: CodeSource): Code | undefined {
    if ('code' in source) return source.code;
    return codeIn(cellOf(row, source.column));
  }

  /**
   * What the row says, as far as it can be read. Undefined if it has more or fewer cells than the header: they may stand
   * under other names than their own.
   */
  function read(row: Row) {
    if (row.count !== names.length) return undefined;
    const [day, sum] = [cellOf(row, date), cellOf(row, amount)];
    const amounts = readAmount(sum);
    const code = codeOf(row, from);
    return {
      date: day,
      days: readDay(day),
      amount: sum,
      amounts,
      from: code,
      to: codeOf(row, to),
      /** Whether the amount has the sign or code of another currency. */
      isForeign: code !== undefined && amounts.codes?.includes(code) === false,
    };
  }

  return { columns, read };
}
