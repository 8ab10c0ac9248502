import { isUtf8 } from 'node:buffer';
import { isDayLike } from '../calendar/parse.ts';
import { nearest } from '../config/choice.ts';
import { isListed } from '../currencies/names.ts';
import { unitSaid } from '../currencies/nicknames.ts';
import type { Unit } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import {
  type HeaderLine,
  longestHeader,
  type NamedLine,
  neverClosing,
  normalName,
  openQuoteIn,
} from '../input/csv/header.ts';
import { bytesOf, isText } from '../input/csv/text.ts';
import { inShell, quoted } from '../words.ts';

/** The columns that the options name. */
export interface Wanted {
  readonly sums: readonly WantedSum[];
  readonly to: string;
}

interface WantedSum {
  readonly date: string;
  readonly amount: string;
  readonly from: string;
  readonly side?: string | undefined;
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
  /** The amount's name as it was given. */
  readonly name: string;
  readonly from: RowCurrency;
}

export interface Header extends NamedLine {
  /** What each row has: in most files one. */
  readonly sums: readonly SumColumns[];
  readonly to: readonly RowCurrency[];
}

/**
 * The columns of that name; of `Name#2` the second one, of `#2` the second without a name, and `#EUR` is the
 * column where `EUR` would be the currency.
 */
function columnsNamed(text: string, names: readonly string[]): readonly number[] {
  const name = normalName(text);
  const all = (wanted: string) => names.flatMap((each, at) => (each === wanted ? [at] : []));
  const own = all(name);
  const [, first, number] = /^(.*)#([1-9]\d?)$/.exec(name) ?? [];
  if (own.length > 0) return own;
  const named = name.startsWith('#') ? all(name.slice(1).trim()) : [];
  if (named.length > 0 || first === undefined) return named;
  return all(first.trim()).slice(Number(number) - 1, Number(number));
}

const isIn = (names: readonly string[]) => (name: string) => columnsNamed(name, names).length > 0;

/**
 * The names in an option, parted by commas, or by the blanks that PowerShell makes of them. What has more parts
 * than `most`, or an empty one, is one name, as is that of a column with a comma.
 */
function partsOf(text: string, names: readonly string[], most = Number.POSITIVE_INFINITY): readonly string[] {
  const isColumn = isIn(names);
  if (isColumn(text)) return [text];
  const words = text.trim().split(/\s+/);
  const areNames = words.every((word) => isColumn(word) || /^[A-Z]{3}$/.test(word));
  const parts = areNames ? words : text.split(',');
  return parts.length > most || !parts.every((part) => part.trim()) ? [text] : parts;
}

interface WantedName {
  readonly name: string;
  /** What it can be instead of a column. */
  readonly or: 'day' | 'currency' | undefined;
}

function namesIn({ sums, to }: Wanted, names: readonly string[]): readonly WantedName[] {
  const all = sums.flatMap(({ date, amount, from, side }): WantedName[] => [
    { name: date, or: 'day' },
    ...[...partsOf(amount, names, 2), side ?? []].flat().map((name) => ({ name, or: undefined })),
    { name: from, or: 'currency' },
  ]);
  return [...all, ...partsOf(to, names).map((name) => ({ name, or: 'currency' as const }))];
}

/** The first of the wanted columns that is neither there nor something else. */
function missingIn(names: readonly string[], wanted: Wanted): string | undefined {
  const isOther = ({ name, or }: WantedName) =>
    or === 'day' ? isDayLike(name) : or === 'currency' && unitSaid(name) !== undefined;
  return namesIn(wanted, names).find((each) => !isIn(names)(each.name) && !isOther(each))?.name;
}

/** The lines that have all columns. What looks like a code can be a column that only one of them has. */
export function headersAmong<Line extends NamedLine>(lines: readonly Line[], wanted: Wanted): Line[] {
  const fitting = lines.filter(({ names }) => missingIn(names, wanted) === undefined);
  const currencies = ({ names }: Line) =>
    namesIn(wanted, names).filter(({ name, or }) => or === 'currency' && isIn(names)(name));
  return withMost(fitting, (line) => currencies(line).length);
}

function withMost<T>(things: readonly T[], score: (thing: T) => number): T[] {
  const scores = things.map(score);
  const most = Math.max(...scores);
  return things.filter((_, at) => scores[at] === most);
}

/** @throws a usage error for a name that is there twice */
export function columnsIn(names: readonly string[], { sums, to }: Wanted): Pick<Header, 'sums' | 'to'> {
  const columnOf = (text: string): number => {
    const [column = -1, other] = columnsNamed(text, names);
    if (other === undefined) return column;
    const name = normalName(text);
    throw new Failure(
      'ambiguous_column',
      `the header has the column ${JSON.stringify(name)} twice`,
      `${inShell(`${name}#1`)} is the first, ${inShell(`${name}#2`)} the second`,
    );
  };
  const currencyIn = (text: string): RowCurrency => {
    const unit = unitSaid(text);
    const typed = text.trim();
    const isCode = unit?.name === typed && isListed(unit.code);
    return unit && (isCode || !isIn(names)(text)) ? { unit, typed } : { column: columnOf(text) };
  };

  const columns = {
    sums: sums.map(({ date, amount, from, side }) => ({
      date: isIn(names)(date) ? { column: columnOf(date) } : { written: date },
      amounts: partsOf(amount, names, 2).map(columnOf),
      side: side === undefined ? undefined : columnOf(side),
      name: amount,
      from: currencyIn(from),
    })),
    to: partsOf(to, names).map(currencyIn),
  };
  const targets = targetNames({ names, ...columns });
  const twice = targets.find((name, at) => targets.indexOf(name) !== at);
  if (twice !== undefined) throw new Failure('bad_value', `--to has ${twice} twice`);
  const two = columns.sums.find(({ side, amounts }) => side !== undefined && amounts.length > 1);
  if (two)
    throw new Failure('options_conflict', `--side is for one column of amounts, and ${two.name} are two`);
  return columns;
}

export const targetNames = ({ names, to }: Pick<Header, 'names' | 'to'>): readonly string[] =>
  to.map((target) => ('unit' in target ? target.unit.name : (names[target.column] ?? '')));

/** @throws a usage error if no line, or a line under two delimiters, has all columns */
export function headerAmong(
  lines: readonly HeaderLine[],
  wanted: Wanted,
  { beginning, encoding, delimiters }: HeaderSearch,
): HeaderLine {
  const [one, other] = headersAmong(lines, wanted);
  if (one && (other?.line !== one.line || one.names.length === 1)) return one;
  if (one && other) {
    const [first, second] = [one, other].map(({ delimiter }) => JSON.stringify(delimiter));
    throw new Failure(
      'ambiguous_column',
      `the header has these columns under two delimiters, ${first} and ${second}`,
      `--delimiter ${first}`,
    );
  }
  if (!isText(beginning)) throw new Failure('bad_file', 'the file is not text', asCsv);

  const { header, isLike } = likeliest(lines, wanted);
  const quote = isLike ? undefined : openQuoteIn(beginning, delimiters);
  if (quote) throw neverClosing(quote);
  if (!header) {
    const isEmpty = beginning.length < longestHeader;
    throw new Failure(
      'bad_file',
      isEmpty ? 'the file is empty: it has no header' : 'the file has no header: its first line is too long',
    );
  }
  const isNumbered = wanted.sums.some(({ date, amount }) => /^#?\d+$/.test(date) || /^#?\d+$/.test(amount));
  const where = header.line === 1 ? undefined : `line ${header.line}`;
  throw noColumn(header.names, wanted, where, [
    ...(header.names.length === 1 ? ['--delimiter says what stands between the cells'] : []),
    ...(isNumbered || (!isLike && header.names.some(isDayLike))
      ? ['--no-header takes columns by their numbers']
      : []),
    ...(encoding || isUtf8(bytesOf(beginning))
      ? []
      : ['the file is not UTF-8: --encoding names its encoding']),
  ]);
}

interface HeaderSearch {
  readonly beginning: string;
  readonly delimiters: readonly string[];
  /** As it was given. */
  readonly encoding: string | undefined;
}

export const asCsv = 'save or export it as CSV, and annotate that';

export function noColumn(
  names: readonly string[],
  wanted: Wanted,
  where: string | undefined,
  hints: readonly string[] = [],
): Failure {
  const name = missingIn(names, wanted) ?? '';
  const listed = where ? `is the header ${where}? ${columnsInWords(names, 'it')}` : columnsInWords(names);
  const meant = names.length === 1 && hints.length > 0 ? [] : didYouMean(name, names);
  return new Failure('no_column', `there is no column ${JSON.stringify(name)}`, ...meant, listed, ...hints);
}

/** The line that is most like the header: it has the wanted names, or nearly, or words. */
export function likeliest<Line extends NamedLine>(lines: readonly Line[], all: Wanted) {
  const wanted = namesIn(all, [])
    .map(({ name }) => normalName(name))
    .filter((name) => !/^[A-Z]{3}$/.test(name) && !isDayLike(name));
  const score = ({ names }: Line) => {
    const here = wanted.filter((name) => names.includes(name));
    const nearly = names.length > 1 ? wanted.filter((name) => nearest(name, names)) : [];
    const words = names.filter((name) => /^\p{L}[^=\p{N}]*$/u.test(name));
    return here.length * 1e6 + nearly.length * 1e3 + words.length;
  };
  const [header] = withMost(lines, score);
  // it has a wanted column, or nearly
  return { header, isLike: header !== undefined && score(header) >= 1000 };
}

const mostNames = 50;

export function columnsInWords(names: readonly string[], whose = 'the header'): string {
  const listed = names.slice(0, mostNames).map(quoted);
  if (names.length > mostNames) listed.push(`and ${names.length - mostNames} more`);
  return `${whose} has ${listed.join(', ')}`;
}

export function didYouMean(name: string, names: readonly string[]): readonly string[] {
  // one that is there twice, or has no name, is typed with its number
  const typed = names.map((each, at) => {
    const number = (until?: number) => names.slice(0, until).filter((other) => other === each).length;
    return number() > 1 || each === '' ? `${each}#${number(at + 1)}` : each;
  });
  const meant = nearest(name, typed);
  return meant === undefined || /^#?\d+$/.test(name) ? [] : [`did you mean ${quoted(meant)}?`];
}

/** @throws a usage error if the header has one of these names already, or two of them are the same */
export function checkFree(names: readonly string[], added: readonly string[]): void {
  const twice = added.find((name, at) => added.indexOf(name) !== at);
  if (twice !== undefined)
    throw new Failure('column_exists', `two added columns would be called ${JSON.stringify(twice)}`);
  const taken = added.find((name) => names.includes(normalName(name)));
  if (taken !== undefined)
    throw new Failure(
      'column_exists',
      `the header has a column ${JSON.stringify(taken)} already`,
      '--prefix fx_',
    );
}
