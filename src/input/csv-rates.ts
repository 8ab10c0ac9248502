import { parseUnit } from '../currencies/units.ts';
import { type Row, Scanner, usualDelimiters } from './csv/scanner.ts';
import { byteText, foreignKind, meaningOf } from './csv/text.ts';
import { UnusableFile } from './day-documents.ts';
import { cellsReader, type LinePlace, type RateRow, type RateRows } from './rate-row.ts';

/** @param headerOf that which the text begins with @throws Unusable */
export async function* csvRates(
  pieces: AsyncIterable<Buffer>,
  place: LinePlace,
  headerOf = longHeaderOf,
): RateRows {
  let table: CsvTable | undefined;
  for await (const piece of pieces) {
    const text = table ? byteText(piece) : byteText(piece).replace(utf8Mark, '');
    table ??= tableIn(text, headerOf);
    yield ratesIn(table, table.scanner.scan(text), place);
  }
  table ??= tableIn('', headerOf);
  const { scanner } = table;
  yield ratesIn(table, scanner.end(), place);
  if (scanner.openQuote === undefined) return;
  place.line = scanner.openQuote;
  throw new UnusableFile('has a quote that never closes');
}

interface CsvTable {
  readonly header: RatesHeader;
  readonly scanner: Scanner;
  readonly readCells: ReturnType<typeof cellsReader>;
  isHeaderRead: boolean;
}

function tableIn(beginning: string, headerOf: HeaderOf): CsvTable {
  const header = headerOf(beginning);
  if (!header) throw withoutHeader(beginning);
  const { delimiter } = header;
  return {
    header,
    scanner: new Scanner(delimiter),
    readCells: cellsReader(delimiter !== ','),
    isHeaderRead: false,
  };
}

function* ratesIn(table: CsvTable, rows: Iterable<Row>, place: LinePlace): Generator<RateRow> {
  const { header, readCells } = table;
  for (const { cells, line, count } of rows) {
    if (count === 0) continue;
    place.line = line;
    if (count !== header.count) throw new UnusableFile(`has ${count} cells, its header has ${header.count}`);
    const read = header.columns.map((column) => cells[column] ?? '');
    if (table.isHeaderRead) for (const each of header.rowsIn(read)) yield readCells(each);
    table.isHeaderRead = true;
  }
}

function withoutHeader(beginning: string): UnusableFile {
  const foreign = foreignKind(beginning);
  if (foreign) return new UnusableFile(`is ${foreign.what}`, 'save or export it as CSV');
  return new UnusableFile(
    'has no header with the columns date (or period), base, quote and rate, or date, base and currencies',
  );
}

/** Before a quote it would make the quote a part of its cell. */
const utf8Mark = /^\xef\xbb\xbf/;

type RowCells = readonly string[];

interface RatesHeader {
  readonly delimiter: string;
  /** Those that are read, in this order. */
  readonly columns: readonly number[];
  /** How many cells each row has. */
  readonly count: number;
  /** Date or period, base, quote, rate and perhaps its units, each time, of the cells that are read. */
  readonly rowsIn: (cells: RowCells) => readonly RowCells[];
}

/** Undefined if the text does not begin with one. */
type HeaderOf = (beginning: string) => RatesHeader | undefined;

/** As `series` writes it in csv and tsv, in columns of any order. */
export const longHeaderOf: HeaderOf = (beginning) =>
  firstOf(beginning, (cells) => {
    const names = cells.map(nameOf);
    const columns = [whenIn(cells), 'base', 'quote', 'rate'].map((name) => names.indexOf(name));
    if (columns.includes(-1)) return undefined;
    return { columns: [...columns, ...unitColumnIn(names)], rowsIn: (cells) => [cells] };
  });

/** What central banks call the column that says for how many units a rate is. */
const unitNames: ReadonlySet<string> = new Set([
  'unit',
  'units',
  'multiplier',
  'nominal',
  'amount',
  'množství',
]);

/** None, or one. @throws Unusable if there are several */
function unitColumnIn(names: RowCells): readonly number[] {
  const columns = names.flatMap((name, at) => (unitNames.has(name) ? [at] : []));
  if (columns.length <= 1) return columns;
  const both = columns.map((at) => names[at]).join(' and ');
  throw new UnusableFile(`has several columns that could divide the rate: ${both}`, 'rename all but one');
}

/** As `series --wide` writes it: a column per currency, where an empty cell is no rate. */
export const wideHeaderOf: HeaderOf = (beginning) =>
  firstOf(beginning, (cells) => {
    const names = cells.map(nameOf);
    const side = names.includes('base') ? 'base' : 'quote';
    const divisors = unitColumnIn(names);
    const units = cells
      .map((cell, at) => ({ at, name: meaningOf(cell).trim() }))
      .filter(({ name, at }) => isUnit(name) && !divisors.includes(at));
    const columns = [names.indexOf(whenIn(cells)), names.indexOf(side)];
    const known = units.length + columns.length + divisors.length;
    if (columns.includes(-1) || units.length === 0 || known < cells.length) return undefined;

    const pairOf = (pivot: string, name: string) => (side === 'base' ? [pivot, name] : [name, pivot]);
    const rowsIn = ([when = '', pivot = '', ...rates]: RowCells) =>
      units.flatMap(({ name }, at) => {
        const rate = rates[at] ?? '';
        return rate.trim() === '' ? [] : [[when, ...pairOf(pivot, name), rate, rates[units.length] ?? '']];
      });
    return { columns: [...columns, ...units.map(({ at }) => at), ...divisors], rowsIn };
  });

/**
 * HMRC's monthly table: units for one pound, each row valid from its first to its last day, `DD/MM/YYYY`.
 * The sign of the pound is in UTF-8 or Windows-1252.
 */
export const hmrcHeaderOf: HeaderOf = (beginning) =>
  firstOf(beginning, (cells) => {
    const names = cells.map(nameOf);
    const columns = [/^start date$/, /^end date$/, /^currency code$/, /^currency units per /].map((form) =>
      names.findIndex((name) => form.test(name)),
    );
    if (columns.includes(-1)) return undefined;
    return {
      columns,
      rowsIn: ([first = '', last = '', code = '', rate = '']) => [
        [`${isoOf(first)}/${isoOf(last)}`, 'GBP', code, rate],
      ],
    };
  });

const isoOf = (day: string) => day.trim().replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1');

const whenIn = (cells: RowCells) => (cells.map(nameOf).includes('period') ? 'period' : 'date');

const isUnit = (name: string) =>
  !['date', 'period', 'base', 'quote'].includes(name.toLowerCase()) && parseUnit(name);

/** The header of the first row, under the first delimiter with which it is one. */
function firstOf(
  beginning: string,
  read: (cells: RowCells) => Pick<RatesHeader, 'columns' | 'rowsIn'> | undefined,
): RatesHeader | undefined {
  const unmarked = beginning.replace(utf8Mark, '');
  for (const delimiter of usualDelimiters) {
    const scanner = new Scanner(delimiter);
    const rows = [...scanner.scan(unmarked), ...scanner.end()];
    const cells = rows.find(({ count }) => count > 0)?.cells ?? [];
    const header = read(cells);
    if (header) return { delimiter, count: cells.length, ...header };
  }
  return undefined;
}

/** What a cell of the header names. */
const nameOf = (cell: string) => meaningOf(cell).trim().normalize('NFC').toLowerCase();
