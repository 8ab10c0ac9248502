import { unitSaid } from '../currencies/nicknames.ts';
import type { Unit } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import {
  delimitersOf,
  type HeaderLine,
  headerLines,
  type NamedLine,
  normalName,
} from '../input/csv/header.ts';
import { inShell } from '../words.ts';
import { withMost } from './columns.ts';
import { inTwoWays, noHeader } from './no-header.ts';
import { columnsNamed, isIn, lackingIn, partsAtCommas, type Wanted, type WantedSums } from './wanted.ts';

/** The currency of each row in a column, or one for all rows. */
export type RowCurrency = { readonly column: number } | { readonly unit: Unit; readonly typed: string };

/** Where a row has an amount, its day and its currency. */
export interface SumColumns {
  readonly date: { readonly column: number } | { readonly written: string };
  /** One column, or that of debits and that of credits. */
  readonly amounts: readonly number[];
  /** The amount's name as it was given. */
  readonly name: string;
  readonly from: RowCurrency;
}

interface Columns {
  /** What each row has: in most files one. */
  readonly sums: readonly [SumColumns, ...SumColumns[]];
  readonly to: readonly RowCurrency[];
}

export interface Header extends NamedLine, Columns {}

export interface CsvHeader extends HeaderLine, Columns {}

/** The first line that has all columns, under any usual delimiter if none is given. @throws a usage error */
export function readHeader(beginning: string, wanted: WantedSums, delimiter: string | undefined): CsvHeader {
  const delimiters = delimiter ? [delimiter] : delimitersOf(beginning);
  const lines = headerLines(beginning, delimiters);
  const [one, other] = headersAmong(lines, wanted);
  if (!one) throw noHeader({ beginning, delimiters, lines, wanted });
  if (other?.line === one.line && one.names.length > 1) throw inTwoWays(one, other);
  return { ...one, ...columnsIn(one.names, wanted) };
}

/** Those that have all columns. */
export function headersAmong<Line extends NamedLine>(lines: readonly Line[], wanted: WantedSums): Line[] {
  // what looks like a code may be a column that only a line further down has
  const codes = wanted.flatMap(({ from, to }) => [from, ...to.split(',')]);
  return withMost(
    lines.filter(({ names }) => lackingIn(names, wanted) === undefined),
    ({ names }) => codes.filter(isIn(names)).length,
  );
}

/** @throws a usage error for a name that is there twice */
export function columnsIn(names: readonly string[], wanted: WantedSums): Columns {
  const [first, ...others] = wanted;
  const sums = [sumIn(first, names), ...others.map((each) => sumIn(each, names))] as const;
  return { sums: [...sums], to: targetsIn(first.to, names) };
}

function sumIn({ date, amount, from }: Wanted, names: readonly string[]): SumColumns {
  return {
    date: isIn(names)(date) ? { column: columnOf(date, names) } : { written: date },
    amounts: partsAtCommas(amount, names, 2).map((name) => columnOf(name, names)),
    name: amount,
    from: currencyIn(from, names),
  };
}

function targetsIn(text: string, names: readonly string[]): readonly RowCurrency[] {
  const targets = partsAtCommas(text, names).map((part) => currencyIn(part, names));
  const called = targetNames({ names, to: targets });
  const twice = called.find((name, at) => called.indexOf(name) !== at);
  if (twice !== undefined) throw new Failure('bad_value', `--to has ${twice} twice`);
  return targets;
}

export function targetNames({ names, to }: Pick<Header, 'names' | 'to'>): readonly string[] {
  return to.map((target) => ('unit' in target ? target.unit.name : (names[target.column] ?? '')));
}

function currencyIn(text: string, names: readonly string[]): RowCurrency {
  const unit = unitSaid(text);
  const isColumn = !unit || isIn(names)(text);
  return isColumn ? { column: columnOf(text, names) } : { unit, typed: text.trim() };
}

function columnOf(text: string, names: readonly string[]): number {
  const [column = -1, other] = columnsNamed(text, names);
  if (other === undefined) return column;
  const name = normalName(text);
  throw new Failure(
    'ambiguous_column',
    `the header has the column ${JSON.stringify(name)} twice`,
    `${inShell(`${name}#1`)} is the first, ${inShell(`${name}#2`)} the second`,
  );
}

/** @throws a usage error if the header has one of these names already, or two of them are the same */
export function checkFree(names: readonly string[], added: readonly string[]): void {
  const twice = added.find((name, at) => added.indexOf(name) !== at);
  if (twice !== undefined)
    throw new Failure('column_exists', `two added columns would be called ${JSON.stringify(twice)}`);

  const name = added.find((name) => names.includes(normalName(name)));
  if (name === undefined) return;
  throw new Failure(
    'column_exists',
    `the header has a column ${JSON.stringify(name)} already`,
    '--prefix fx_',
  );
}
