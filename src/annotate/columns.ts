import { isDayLike } from '../calendar/parse.ts';
import { nearest } from '../config/choice.ts';
import { isListed } from '../currencies/names.ts';
import { unitSaid } from '../currencies/nicknames.ts';
import type { Unit } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import { inShell, quoted } from '../words.ts';

/** The columns that the options name. */
export interface WantedColumns {
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

/** A line of CSV, or a row of a sheet, that can be the header. */
export interface NamedLine {
  readonly line: number;
  readonly names: readonly string[];
}

export interface Header extends NamedLine {
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
  const all = (wanted: string) => names.flatMap((each, at) => (each === wanted ? [at] : []));
  const own = all(name);
  if (own.length > 0) return own;
  const named = name.startsWith('#') ? all(name.slice(1).trim()) : [];
  const [, first, number] = /^(.*)#([1-9]\d?)$/.exec(name) ?? [];
  if (named.length > 0 || first === undefined) return named;
  return all(first.trim()).slice(Number(number) - 1, Number(number));
}

/**
 * The names in an option, parted by commas, or by the blanks that PowerShell makes of them. What has more parts
 * than `most`, or an empty one, is one name, as is that of a column with a comma.
 */
function partsOf(text: string, names: readonly string[], most = Number.POSITIVE_INFINITY): readonly string[] {
  const isColumn = (name: string) => columnsNamed(name, names).length > 0;
  if (isColumn(text)) return [text];
  const words = text.trim().split(/\s+/);
  const areNames = words.every((word) => isColumn(word) || /^[A-Z]{3}$/.test(word));
  const parts = areNames ? words : text.split(',');
  return parts.length > most || !parts.every((part) => part.trim()) ? [text] : parts;
}

interface FoundColumns extends Pick<Header, 'sums' | 'to'> {
  /** Names of no column that can be nothing else, and names of two columns. */
  readonly missing: readonly string[];
  readonly twice: readonly string[];
  /** How many of the currencies have the name of a column. */
  readonly currencies: number;
}

function findColumns(names: readonly string[], { sums, to }: WantedColumns): FoundColumns {
  const missing: string[] = [];
  const twice: string[] = [];
  let currencies = 0;
  const columnOf = (text: string): number => {
    const [column, other] = columnsNamed(text, names);
    if (column === undefined) missing.push(text);
    if (other !== undefined) twice.push(normalName(text));
    return column ?? -1;
  };
  const currencyIn = (text: string): RowCurrency => {
    const unit = unitSaid(text);
    const typed = text.trim();
    const isColumn = columnsNamed(text, names).length > 0;
    if (isColumn) currencies++;
    const isCode = unit?.name === typed && isListed(unit.code);
    return unit && (isCode || !isColumn) ? { unit, typed } : { column: columnOf(text) };
  };
  const dateIn = (text: string) =>
    columnsNamed(text, names).length === 0 && isDayLike(text)
      ? { written: text }
      : { column: columnOf(text) };

  const found = sums.map(({ date, amount, from, side }) => ({
    date: dateIn(date),
    amounts: partsOf(amount, names, 2).map(columnOf),
    side: side === undefined ? undefined : columnOf(side),
    name: amount,
    from: currencyIn(from),
  }));
  return { sums: found, to: partsOf(to, names).map(currencyIn), missing, twice, currencies };
}

/** @throws a usage error for a name that is there twice */
export function columnsIn(names: readonly string[], wanted: WantedColumns): Pick<Header, 'sums' | 'to'> {
  const { sums, to, twice } = findColumns(names, wanted);
  const [name] = twice;
  if (name !== undefined)
    throw new Failure(
      'ambiguous_column',
      `the header has the column ${JSON.stringify(name)} twice`,
      `${inShell(`${name}#1`)} is the first, ${inShell(`${name}#2`)} the second`,
    );
  const target = repeatedIn(targetNames({ names, to }));
  if (target !== undefined) throw new Failure('bad_value', `--to has ${target} twice`);
  const two = sums.find(({ side, amounts }) => side !== undefined && amounts.length > 1);
  if (two)
    throw new Failure('options_conflict', `--side is for one column of amounts, and ${two.name} are two`);
  return { sums, to };
}

export const targetNames = ({ names, to }: Pick<Header, 'names' | 'to'>): readonly string[] =>
  to.map((target) => ('unit' in target ? target.unit.name : (names[target.column] ?? '')));

const repeatedIn = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at);

/** The lines that have all columns. What looks like a code can be a column that only one of them has. */
export function headersAmong<Line extends NamedLine>(lines: readonly Line[], wanted: WantedColumns): Line[] {
  const all = lines.map((line) => ({ line, ...findColumns(line.names, wanted) }));
  const fitting = all.filter(({ missing }) => missing.length === 0);
  return withMost(fitting, ({ currencies }) => currencies).map(({ line }) => line);
}

function withMost<T>(things: readonly T[], score: (thing: T) => number): T[] {
  const scores = things.map(score);
  const most = Math.max(...scores);
  return things.filter((_, at) => scores[at] === most);
}

/** The line that is most like the header: it has the wanted names, or nearly, or words. */
export function likeliest<Line extends NamedLine>(lines: readonly Line[], { sums, to }: WantedColumns) {
  const wanted = [...sums.map(({ date, amount, side, from }) => [date, amount, side, from]), to]
    .join()
    .split(',')
    .map(normalName)
    .filter((name) => name && !/^[A-Z]{3}$/.test(name) && !isDayLike(name));
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

export function noColumn(
  names: readonly string[],
  wanted: WantedColumns,
  where: string | undefined,
  hints: readonly string[] = [],
): Failure {
  const [name = ''] = findColumns(names, wanted).missing;
  const listed = where ? `is the header ${where}? ${columnsInWords(names, 'it')}` : columnsInWords(names);
  const meant = names.length === 1 && hints.length > 0 ? [] : didYouMean(name, names);
  return new Failure('no_column', `unknown column ${JSON.stringify(name)}`, ...meant, listed, ...hints);
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
  const twice = repeatedIn(added);
  if (twice !== undefined)
    throw new Failure('column_exists', `two added columns would be called ${JSON.stringify(twice)}`);
  const taken = added.find((name) => names.includes(normalName(name)));
  if (taken === undefined) return;
  const message = `the header has a column ${JSON.stringify(taken)} already`;
  throw new Failure('column_exists', message, '--prefix fx_');
}

/** What the columns are usually called, of which one that is not named by an option can be meant. */
export const usualNames = {
  date: /^(?:(?:booking|transaction|posting|trade|value|completed|created|started) ?)?(?:date|day|datum|tag|time|fecha|data|dato)$/i,
  amount:
    /^(?:(?:transaction|gross) ?)?(?:amount|sum|value|betrag|umsatz|montant|importe|importo|bedrag|kwota|valor)$/i,
  from: /^(?:(?:transaction|amount) ?)?(?:currency|ccy|curr|currency code|währung|waehrung|devise|divisa|moneda|moeda|valuta|munt|waluta)$/i,
};
