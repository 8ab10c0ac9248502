import { isDayLike } from '../calendar/parse.ts';
import { nearest } from '../config/choice.ts';
import { isListed } from '../currencies/names.ts';
import { unitSaid } from '../currencies/nicknames.ts';
import type { Unit } from '../currencies/units.ts';
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

/** The currency of each row in a column, or one for all rows. */
export type RowCurrency = { readonly column: number } | { readonly unit: Unit; readonly typed: string };

/** Where a row has an amount, its day and its currency. */
export interface SumColumns {
  readonly date: { readonly column: number } | { readonly written: string };
  /** One column, or that of debits and that of credits. */
  readonly amounts: readonly number[];
  /** That says whether an amount is a debit or a credit. */
  readonly side: number | undefined;
  /** As it is named in `--amount`. */
  readonly name: string;
  readonly from: RowCurrency;
}

/** A line of CSV, or a row of a sheet, that can be the header. */
export interface HeaderLine {
  readonly line: number;
  readonly names: readonly string[];
  /** As files that were joined repeat it. */
  readonly text: string;
}

export interface Header extends HeaderLine {
  /** What each row has: in most files one. */
  readonly sums: readonly SumColumns[];
  readonly to: readonly RowCurrency[];
}

/** Accents can be written in two ways, blanks are not seen, and sheets break names into lines. */
export const normalName = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * The columns of that name; of `Name#2` the second one, of `#2` the second without a name, and `#EUR` is the
 * column where `EUR` would be the currency.
 */
function columnsNamed(text: string, names: readonly string[]): readonly number[] {
  const name = normalName(text);
  const all = (column: string) => names.flatMap((each, at) => (each === column ? [at] : []));
  const [, first = '', number = Number.NaN] = /^(.*)#([1-9]\d?)$/.exec(name) ?? [];
  const ways = [
    all(name),
    name.startsWith('#') ? all(name.slice(1).trim()) : [],
    all(first.trim()).slice(Number(number) - 1, Number(number)),
  ];
  return ways.find(({ length }) => length > 0) ?? [];
}

/**
 * The names in an option, separated by commas, or by the blanks that PowerShell makes of them. What has more
 * parts than `most`, or an empty one, is one name, as is that of a column with a comma.
 */
function partsOf(text: string, names: readonly string[], most = Number.POSITIVE_INFINITY): readonly string[] {
  const isColumn = (name: string) => columnsNamed(name, names).length > 0;
  if (isColumn(text)) return [text];
  const words = text.trim().split(/\s+/);
  const areNames = words.every((word) => isColumn(word) || /^[A-Z]{3}$/.test(word));
  const parts = areNames ? words : text.split(',');
  return parts.length > most || !parts.every((part) => part.trim()) ? [text] : parts;
}

/** The line with its columns as a header, names of no column, names of two, and how many are called as a currency. */
function fitOf<Line extends HeaderLine>(line: Line, { sums, to }: ColumnNames) {
  const { names } = line;
  const missing: string[] = [];
  const twice: string[] = [];
  let currencies = 0;
  const columnOf = (text: string): number => {
    const [column = -1, other] = columnsNamed(text, names);
    if (column < 0) missing.push(text);
    if (other !== undefined) twice.push(normalName(text));
    return column;
  };
  const currencyIn = (text: string): RowCurrency => {
    const unit = unitSaid(text);
    const typed = text.trim();
    const isColumn = columnsNamed(text, names).length > 0;
    if (isColumn) currencies++;
    const isCode = unit?.name === typed && isListed(unit.code);
    return unit && (isCode || !isColumn) ? { unit, typed } : { column: columnOf(text) };
  };
  const found = sums.map(({ date, amount, from, side }): SumColumns => {
    const isDay = columnsNamed(date, names).length === 0 && isDayLike(date);
    return {
      date: isDay ? { written: date } : { column: columnOf(date) },
      amounts: partsOf(amount, names, 2).map(columnOf),
      side: side === undefined ? undefined : columnOf(side),
      name: amount,
      from: currencyIn(from),
    };
  });
  return { ...line, sums: found, to: partsOf(to, names).map(currencyIn), missing, twice, currencies };
}

/** The lines that have all columns. What looks like a code can be a column that only one of them has. */
export function headersAmong<Line extends HeaderLine>(lines: readonly Line[], options: ColumnNames) {
  const headers = lines.map((line) => fitOf(line, options)).filter(({ missing }) => missing.length === 0);
  const most = Math.max(...headers.map(({ currencies }) => currencies));
  return headers.filter(({ currencies }) => currencies === most);
}

/** @throws a usage error for a name that is there twice */
export function checkColumns(header: Header & { readonly twice: readonly string[] }): void {
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
  to.map((target) => ('unit' in target ? target.unit.name : (names[target.column] ?? '')));

const repeatedIn = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at);

/** The line that is most like the header, and whether it has a named column, or nearly; most lines have words. */
export function likeliest<Line extends HeaderLine>(lines: readonly Line[], { sums, to }: ColumnNames) {
  const searched = [to, ...sums.flatMap((sum) => Object.values(sum))]
    .join()
    .split(',')
    .map(normalName)
    .filter((name) => name && !/^[A-Z]{3}$/.test(name) && !isDayLike(name));
  const scored = lines.map((header) => {
    const { names } = header;
    const here = searched.filter((name) => names.includes(name));
    const nearly = names.length > 1 ? searched.filter((name) => nearest(name, names)) : [];
    const words = names.filter((name) => /^\p{L}[^=\p{N}]*$/u.test(name));
    const score = here.length * 1e6 + nearly.length * 1e3 + words.length;
    return { header, score, isLike: score >= 1e3 };
  });
  return scored.sort((one, other) => other.score - one.score)[0];
}

/** @param where the header is, if that can be doubted */
export function noColumn(
  header: HeaderLine,
  options: ColumnNames,
  where: string | undefined,
  ...hints: readonly string[]
): Failure {
  const { names } = header;
  const [name = ''] = fitOf(header, options).missing;
  const listed = where ? `is the header ${where}? ${columnsInWords(names, 'it')}` : columnsInWords(names);
  const similar = names.length === 1 && hints.length > 0 ? [] : didYouMean(name, names);
  return new Failure('no_column', `unknown column ${JSON.stringify(name)}`, ...similar, listed, ...hints);
}

export const columnsInWords = (names: readonly string[], whose = 'the header'): string =>
  `${whose} has ${firstFew(names.map(quoted), 50)}`;

export function didYouMean(name: string, names: readonly string[]): readonly string[] {
  // one that is there twice, or has no name, is typed with its number
  const typed = names.map((each, at) => {
    const number = (until?: number) => names.slice(0, until).filter((other) => other === each).length;
    return number() > 1 || each === '' ? `${each}#${number(at + 1)}` : each;
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
  throw new Failure(
    'column_exists',
    `the header has a column ${JSON.stringify(taken)} already`,
    '--prefix fx_',
  );
}
