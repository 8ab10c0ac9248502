import { isDayLike } from '../calendar/parse.ts';
import { nearest } from '../config/choice.ts';
import { isListed } from '../currencies/names.ts';
import { unitSaid } from '../currencies/nicknames.ts';
import { Failure } from '../errors.ts';
import { firstFew, inShell, quoted } from '../words.ts';

/** The columns that the options name. */
export interface ColumnNames {
  readonly sums: readonly {
    readonly date: string;
    readonly amount: string;
    readonly from: string;
    readonly side?: string | undefined;
  }[];
  readonly to: string;
}

/** A line of CSV, or a row of a sheet, that can be the header. */
export interface HeaderLine {
  readonly line: number;
  readonly names: readonly string[];
  /** As files that were joined repeat it. */
  readonly text: string;
}

/** The header of a table, with the columns of each row's amounts (in most files one), days and currencies. */
export type Header = ReturnType<typeof fitOf<HeaderLine>>;

export type SumColumns = Header['sums'][number];

/** The column with the currency of each row, or one for all rows. */
export type RowCurrency = Header['to'][number];

/** Accents can be written in two ways, blanks are not seen, and sheets break names into lines. */
export const normalName = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * The columns of that name; of `Name#2` the second one, of `#2` the second without a name, and `#EUR` is the
 * column where `EUR` would be the currency.
 */
function columnsNamed(text: string, names: readonly string[]): readonly number[] {
  const name = normalName(text);
  const all = (column: string) => names.flatMap((each, at) => (each === column ? [at] : []));
  const [, first = '', number = Number.NaN] = /^(.*?) ?#([1-9]\d?)$/.exec(name) ?? [];
  const candidates = [
    all(name),
    all(name.replace(/^# ?/, '')),
    all(first).slice(Number(number) - 1, Number(number)),
  ];
  return candidates.find(({ length }) => length > 0) ?? [];
}

/**
 * The names in an option, separated by commas, or by the blanks that PowerShell makes of them. What has more
 * parts than `limit`, or an empty one, is one name, as is that of a column with a comma.
 */
function partsOf(
  text: string,
  names: readonly string[],
  limit = Number.POSITIVE_INFINITY,
): readonly string[] {
  const isColumn = (name: string) => columnsNamed(name, names).length > 0;
  if (isColumn(text)) return [text];
  const words = text.trim().split(/\s+/);
  const areNames = words.every((word) => isColumn(word) || /^[A-Z]{3}$/.test(word));
  const parts = areNames ? words : text.split(',');
  return parts.length > limit || !parts.every((part) => part.trim()) ? [text] : parts;
}

/** The line as a header, with names of no column, names of two, and how many columns are called as a currency. */
export function fitOf<Line extends HeaderLine>(line: Line, { sums, to }: ColumnNames) {
  const { names } = line;
  const columns: number[] = [];
  const missing: string[] = [];
  const twice: string[] = [];
  let currencies = 0;
  const isColumn = (text: string) => columnsNamed(text, names).length > 0;
  const columnOf = (text: string) => {
    const [column = -1, other] = columnsNamed(text, names);
    if (column < 0) missing.push(text);
    else columns.push(column);
    if (other !== undefined) twice.push(normalName(text));
    return column;
  };
  const currencyOf = (text: string) => {
    const unit = unitSaid(text);
    const typed = text.trim();
    if (isColumn(text)) currencies++;
    const isCode = unit?.name === typed && isListed(unit.code);
    return unit && (isCode || !isColumn(text)) ? { ...unit, typed } : columnOf(text);
  };
  return {
    ...line,
    sums: sums.map(({ date, amount, from, side }) => ({
      /** The column, or the day of all rows as the option has it. */
      date: isColumn(date) || !isDayLike(date) ? columnOf(date) : date,
      /** One column, or that of debits and that of credits. */
      amounts: partsOf(amount, names, 2).map(columnOf),
      /** The column that says whether an amount is a debit or a credit. */
      side: side === undefined ? side : columnOf(side),
      /** As it is named in `--amount`. */
      name: amount,
      from: currencyOf(from),
    })),
    to: partsOf(to, names).map(currencyOf),
    /** All of these. */
    columns,
    missing,
    twice,
    currencies,
  };
}

/** The lines that have all columns, first those with most columns that are called as a currency. */
export function headersAmong<Line extends Header>(lines: readonly Line[]) {
  const headers = lines.filter(({ missing }) => missing.length === 0);
  return headers.sort((one, other) => other.currencies - one.currencies);
}

/** @throws a usage error for a name that is there twice */
export function checkColumns(header: Header): void {
  const [name] = header.twice;
  if (name !== undefined)
    throw new Failure(
      'ambiguous_column',
      `the header has the column ${JSON.stringify(name)} twice`,
      `${inShell(`${name}#1`)} is the first, ${inShell(`${name}#2`)} the second`,
    );
  const target = repeatedIn(targetNames(header));
  if (target !== undefined) throw new Failure('bad_value', `--to has ${target} twice`);
  const two = header.sums.find(({ side, amounts }) => side !== undefined && amounts.length > 1);
  if (two)
    throw new Failure('options_conflict', `--side is for one column of amounts, and ${two.name} are two`);
}

export const targetNames = ({ names, to }: Header): readonly string[] =>
  to.map((target) => (typeof target === 'number' ? (names[target] ?? '') : target.name));

const repeatedIn = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at);

/** The line that is most like the header: has named columns, or nearly, or most words. */
export function likeliest<Line extends Header>(lines: readonly Line[]) {
  const scored = lines.map((header) => {
    const { names, columns, missing } = header;
    const similar = names.length > 1 ? missing.filter((name) => nearest(name, names)) : [];
    const words = names.filter((name) => /^\p{L}[^=\p{N}]*$/u.test(name));
    return { header, score: columns.length * 1e6 + similar.length * 1e3 + words.length };
  });
  return scored.sort((one, other) => other.score - one.score)[0];
}

/** @param where the header is, if that can be doubted */
export function noColumn(
  { names, missing: [name = ''] }: Header,
  where?: string,
  ...hints: readonly string[]
): Failure {
  const listed = where ? `is the header ${where}? ${columnsInWords(names, 'it')}` : columnsInWords(names);
  const similar = names.length === 1 && hints.length > 0 ? [] : didYouMean(name, names);
  return new Failure('no_column', `unknown column ${JSON.stringify(name)}`, ...similar, listed, ...hints);
}

export const columnsInWords = (names: readonly string[], whose = 'the header'): string =>
  `${whose} has ${firstFew(names.map(quoted), 50)}`;

export function didYouMean(name: string, names: readonly string[]): readonly string[] {
  // one that is there twice, or has no name, is typed with its number
  const typed = names.map((each, at) => {
    if (each !== '' && names.indexOf(each) === names.lastIndexOf(each)) return each;
    return `${each}#${names.slice(0, at + 1).filter((other) => other === each).length}`;
  });
  const similar = nearest(name, typed);
  return similar === undefined || /^#?\d+$/.test(name) ? [] : [`did you mean ${quoted(similar)}?`];
}

/** @throws a usage error if the header has one of these names already, or two of them are the same */
export function checkFree(names: readonly string[], added: readonly string[]): void {
  const twice = repeatedIn(added);
  if (twice !== undefined)
    throw new Failure('column_exists', `two added columns would be called ${JSON.stringify(twice)}`);
  const taken = added.find((name) => names.includes(normalName(name)));
  if (taken === undefined) return;
  const message = `the header has a column ${JSON.stringify(taken)} already`;
  throw new Failure('column_exists', message, '--prefix fx_');
}
