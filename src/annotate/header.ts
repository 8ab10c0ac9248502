import { isDayLike } from '../calendar/written.ts';
import { foreignKind, isText } from '../csv/foreign.ts';
import {
  delimitersOf,
  type HeaderLine,
  headerLines,
  longestHeader,
  neverClosing,
  normalName,
  openQuoteIn,
} from '../csv/header.ts';
import { type Failure, usageError } from '../errors.ts';
import { unitSaid } from '../rates/said.ts';
import type { Unit } from '../rates/units.ts';
import { inShell } from '../words.ts';
import { columnsInWords, didYouMean, likeness } from './columns.ts';

/** What the options say of the columns. */
export type Wanted = Readonly<Record<'date' | 'amount' | 'from' | 'to', string>>;

/** The currency of each row in a column, or one for all rows. */
export type RowCurrency = { readonly column: number } | { readonly unit: Unit; readonly typed: string };

export interface Header extends HeaderLine {
  readonly date: { readonly column: number } | { readonly written: string };
  /** One column, or that of debits and that of credits. */
  readonly amounts: readonly number[];
  readonly from: RowCurrency;
  readonly to: readonly RowCurrency[];
}

/** @throws a usage error if a file that begins so is no CSV */
export function checkIsCsv(beginning: string, path: string): void {
  const kind = foreignKind(beginning);
  if (!kind) return;
  const { what, toText } = kind;
  const file = path === '-' ? '' : ` ${inShell(path)}`;
  throw notCsv(what, toText && `${toText}${file} | ratebook annotate - …`);
}

function notCsv(what: string, wayOut = 'save or export it as CSV, and annotate that'): Failure {
  return usageError(`the file is ${what}`, wayOut);
}

/** The first line that has all columns, under any usual delimiter if none is given. @throws a usage error */
export function readHeader(beginning: string, wanted: Wanted, delimiter: string | undefined): Header {
  const delimiters = delimiter ? [delimiter] : delimitersOf(beginning);
  const lines = headerLines(beginning, delimiters);
  // what looks like a code may be a column that only a line further down has
  const codes = [wanted.from, ...wanted.to.split(',')];
  const [one, other] = withMost(
    lines.filter(({ names }) => lackingIn(names, wanted) === undefined),
    ({ names }) => codes.filter(isIn(names)).length,
  );
  if (!one) throw noHeader(beginning, wanted, lines, delimiters);
  if (other?.line === one.line && one.names.length > 1) throw inTwoWays(one, other);

  const { names } = one;
  const { date, amount, from, to } = wanted;
  return {
    ...one,
    date: isIn(names)(date) ? { column: columnOf(date, names) } : { written: date },
    amounts: partsOf(amount, names, 2).map((name) => columnOf(name, names)),
    from: currencyIn(from, names),
    to: targetsIn(to, names),
  };
}

function withMost<T>(things: readonly T[], score: (thing: T) => number): T[] {
  const scores = things.map(score);
  const most = Math.max(...scores);
  return things.filter((_, at) => scores[at] === most);
}

function inTwoWays(one: HeaderLine, other: HeaderLine): Failure {
  const sign = JSON.stringify(one.delimiter);
  const otherSign = JSON.stringify(other.delimiter);
  const what = `the header has these columns under two delimiters, ${sign} and ${otherSign}`;
  return usageError(what, `--delimiter ${sign}`);
}

function noHeader(
  beginning: string,
  wanted: Wanted,
  lines: readonly HeaderLine[],
  delimiters: readonly string[],
): Failure {
  if (!isText(beginning)) return notCsv('not text');

  const { date, amount, from, to } = wanted;
  const columns = [date, ...amount.split(','), from, ...to.split(',')]
    .filter((name) => !/^[A-Z]{3}$/.test(name) && !isDayLike(name))
    .map(normalName);
  const like = (line: HeaderLine) => likeness(line, columns);
  const [header] = withMost(lines, like);
  const quote = header && like(header) >= 1000 ? undefined : openQuoteIn(beginning, delimiters);
  if (quote) return neverClosing(quote);
  if (header) return noColumn(header, wanted);
  if (beginning.length < longestHeader) return usageError('the file is empty: it has no header');
  return usageError('the file has no header: its first line is too long');
}

function noColumn({ names, line }: HeaderLine, wanted: Wanted): Failure {
  const name = lackingIn(names, wanted) ?? '';
  const isFirst = line === 1;
  const listed = isFirst ? columnsInWords(names) : `is the header line ${line}? ${columnsInWords(names, 'it')}`;
  const isWhole = names.length === 1;
  const hints = isWhole
    ? [listed, '--delimiter says what stands between the cells']
    : [...didYouMean(name, names), listed];
  return usageError(`there is no column ${JSON.stringify(name)}`, ...hints);
}

function lackingIn(names: readonly string[], { date, amount, from, to }: Wanted): string | undefined {
  const isThere = isIn(names);
  const columns = [...(isDayLike(date) ? [] : [date]), ...partsOf(amount, names, 2)];
  const currencies = [from, ...partsOf(to, names)];
  return (
    columns.find((name) => !isThere(name)) ?? currencies.find((name) => !isThere(name) && unitSaid(name) === undefined)
  );
}

const isIn = (names: readonly string[]) => (name: string) => names.includes(normalName(name));

/** What commas part, unless a column's own name has the comma. */
function partsOf(text: string, names: readonly string[], most = Number.POSITIVE_INFINITY): readonly string[] {
  const parts = text.split(',');
  return isIn(names)(text) || parts.length > most || !parts.every((part) => part.trim()) ? [text] : parts;
}

function targetsIn(text: string, names: readonly string[]): readonly RowCurrency[] {
  const targets = partsOf(text, names).map((part) => currencyIn(part, names));
  const called = targetNames({ names, to: targets });
  const twice = called.find((name, at) => called.indexOf(name) !== at);
  if (twice !== undefined) throw usageError(`--to has ${twice} twice`);
  return targets;
}

export function targetNames({ names, to }: Pick<Header, 'names' | 'to'>): readonly string[] {
  return to.map((target) => ('unit' in target ? target.unit.name : (names[target.column] ?? '')));
}

function currencyIn(text: string, names: readonly string[]): RowCurrency {
  const unit = unitSaid(text);
  const isColumn = !unit || names.includes(normalName(text));
  return isColumn ? { column: columnOf(text, names) } : { unit, typed: text.trim() };
}

function columnOf(text: string, names: readonly string[]): number {
  const name = normalName(text);
  const column = names.indexOf(name);
  if (names.lastIndexOf(name) === column) return column;
  throw usageError(`the header has the column ${JSON.stringify(name)} twice`);
}

/** @throws a usage error if the header has one of these names already */
export function checkFree(names: readonly string[], added: readonly string[]): void {
  const name = added.find((name) => names.includes(normalName(name)));
  if (name === undefined) return;
  throw usageError(`the header has a column ${JSON.stringify(name)} already`, '--prefix fx_');
}
