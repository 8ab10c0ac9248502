import { parsePeriod } from '../calendar/parse.ts';
import type { Period } from '../calendar/period.ts';
import { parseUnit, type Unit } from '../currencies/code.ts';
import { digitsIn, withPoint } from '../rates/amount.ts';
import { rateInUnits } from '../rates/cross.ts';
import { timesExactly } from '../rates/decimal.ts';
import { decimalOf, type RateInFile } from '../rates/file-rates.ts';
import { readOnce } from '../read-once.ts';
import { type Row, scan, scanPieces, usualDelimiters } from './csv/scanner.ts';
import { meaningOf } from './csv/text.ts';
import { UnusableFile } from './unusable-file.ts';

export interface RateRow {
  readonly period: Period;
  readonly base: Unit;
  readonly quote: Unit;
  /** Of the currencies, of which base and quote may be hundredths; 0 where it is unusable. */
  readonly rate: RateInFile;
}

/** As they are read, piece by piece. */
export type RateRows = AsyncGenerator<Iterable<RateRow>>;

export interface LinePlace {
  /** The line that is read, from 1; 0 where none is. */
  line: number;
}

type Cells = readonly string[];

/**
 * Reads date or period, base, quote, rate, and how many units it is for.
 * @param mayHaveComma in rates, as the decimal mark
 * @returns a function that throws UnusableFile
 */
export function cellsReader(mayHaveComma: boolean): (cells: Cells) => RateRow {
  const readPeriod = readOnce(parsePeriod);
  const readUnit = readOnce(parseUnit);
  const readRate = rateReader(mayHaveComma);

  return ([when = '', baseText = '', quoteText = '', rateText = '', divisor = '']) => {
    const base = readable(readUnit(baseText), 'base', baseText);
    const quote = readable(readUnit(quoteText), 'quote', quoteText);
    const period = readable(readPeriod(when), 'day or period', when);
    const rate = readable(readRate(rateText), 'rate', rateText);
    const zeros = readable(zerosOf(divisor), 'unit (1, 10, 100 … 1000000)', divisor);
    const divided = zeros === 0 ? rate : rateInFile(withPoint(decimalOf(rate), -zeros));
    const isOfCurrencies = base.inOne === quote.inOne;
    const whole = isOfCurrencies ? divided : rateInFile(rateInUnits(decimalOf(divided), quote, base));
    return { period, base, quote, rate: whole };
  };
}

function readable<Read>(value: Read | undefined, what: string, text: string): Read {
  if (value !== undefined) return value;
  throw new UnusableFile(`has no readable ${what}: ${JSON.stringify(meaningOf(text).slice(0, 40))}`);
}

/** How many zeros 1, 10 … 1,000,000 has, or nothing, which is 1; undefined of anything else. */
const zerosOf = (text: string) => /^\s*(?:1(0{0,6})(?:\.00?)?\s*)?$/.exec(text)?.slice(1).join('').length;

/**
 * Reads a rate: undefined for text, and for another decimal mark than in earlier rates; 0 for a
 * number that is not a rate.
 */
function rateReader(mayHaveComma: boolean): (text: string) => RateInFile | undefined {
  let usual: string | undefined;
  return (text) => {
    if (/^\s*[+-]?(?:nan|inf|infinity)\s*$/i.test(text)) return 0;
    const found = /^\s*(-?)(?=[.,]?\d)\d*(?:([.,])\d+)?(?:e[+-]?\d\d?)?\s*$/i.exec(text);
    const [, sign, mark] = found ?? [];
    if (!found || (mark === ',' && !mayHaveComma)) return undefined;

    usual ??= mark;
    if (mark !== undefined && mark !== usual) return undefined;
    if (sign) return 0;
    const decimal = text.trim().replace(',', '.');
    return decimal.length <= numberDigits ? Number(decimal) : rateInFile(timesExactly(decimal, '1'));
  };
}

/** A number, or the decimal if no number has all its digits. */
const rateInFile = (decimal: string): RateInFile =>
  digitsIn(decimal) <= numberDigits ? Number(decimal) : decimal;

const numberDigits = 15;

/** The columns of a table with this header: for each rate, the cells that `cellsReader` reads. */
type TableForm = (header: Cells) => ((row: Cells) => readonly Cells[]) | undefined;

type CsvForm = NonNullable<ReturnType<typeof csvFormOf>>;

/**
 * How a CSV file has rates: by how it begins, under the first delimiter with which it has one of these forms.
 */
export function csvFormOf(beginning: string, forms: readonly TableForm[]) {
  for (const delimiter of usualDelimiters) {
    // before a quote the byte order mark would make the quote a part of its cell
    const { rows } = scan(beginning.replace(/^\xef\xbb\xbf/, ''), delimiter);
    const { cells = [], count = 0 } = rows.find(({ count }) => count > 0) ?? {};
    for (const form of forms) {
      const cellsOf = form(cells);
      if (cellsOf) return { delimiter, count, cellsOf };
    }
  }
  return undefined;
}

/** @throws UnusableFile */
export async function* csvRates(
  pieces: AsyncIterable<Buffer>,
  { delimiter, count, cellsOf }: CsvForm,
  place: LinePlace,
): RateRows {
  const readCells = cellsReader(delimiter !== ',');
  let isHeader = true;

  function* ratesIn(rows: Iterable<Row>): Generator<RateRow> {
    for (const row of rows) {
      if (row.count === 0) continue;
      place.line = row.line;
      if (row.count !== count) throw new UnusableFile(`has ${row.count} cells, its header has ${count}`);
      if (!isHeader) for (const cells of cellsOf(row.cells)) yield readCells(cells);
      isHeader = false;
    }
  }

  for await (const { rows, openQuote } of scanPieces(pieces, delimiter)) {
    yield ratesIn(rows);
    if (openQuote === undefined) continue;
    place.line = openQuote;
    throw new UnusableFile('has a quote that is never closed');
  }
}

const cellsAt = (cells: Cells, columns: readonly number[]) => columns.map((column) => cells[column] ?? '');

/** The meaning of a header cell. */
const nameOf = (cell: string) => meaningOf(cell).trim().normalize('NFC').toLowerCase();

const whenIn = (names: Cells) => names.indexOf(names.includes('period') ? 'period' : 'date');

/** As `series` writes it in csv and tsv, in columns of any order. */
export const longTable: TableForm = (header) => {
  const names = header.map(nameOf);
  const columns = [whenIn(names), ...['base', 'quote', 'rate'].map((name) => names.indexOf(name))];
  if (columns.includes(-1)) return undefined;
  columns.push(...unitColumnIn(names));
  return (row) => [cellsAt(row, columns)];
};

/** As `series --wide` writes it: a column per currency, where an empty cell is a missing rate. */
const wideTable: TableForm = (header) => {
  const names = header.map(nameOf);
  const pivotColumn = names.includes('base') ? 'base' : 'quote';
  const columns = [whenIn(names), names.indexOf(pivotColumn), ...unitColumnIn(names)];
  const units = header.flatMap((cell, at) => {
    const name = meaningOf(cell).trim();
    const isUnit = !/^(?:date|period|base|quote)$/i.test(name) && parseUnit(name);
    return columns.includes(at) || !isUnit ? [] : [{ at, name }];
  });
  if (columns.includes(-1) || units.length === 0 || units.length + columns.length < header.length)
    return undefined;

  return (row) => {
    const [when = '', pivot = '', divisor = ''] = cellsAt(row, columns);
    return units.flatMap(({ at, name }) => {
      const rate = row[at] ?? '';
      const pair = pivotColumn === 'base' ? [pivot, name] : [name, pivot];
      return rate.trim() === '' ? [] : [[when, ...pair, rate, divisor]];
    });
  };
};

/**
 * HMRC's monthly table: units for one pound, each row valid from its first to its last day, `DD/MM/YYYY`.
 * The sign of the pound is in UTF-8 or Windows-1252.
 */
const hmrcTable: TableForm = (header) => {
  const names = header.map(nameOf);
  const columns = [/^start date$/, /^end date$/, /^currency code$/, /^currency units per /].map((form) =>
    names.findIndex((name) => form.test(name)),
  );
  const isoOf = (day = '') => day.trim().replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1');
  if (columns.includes(-1)) return undefined;
  return (row) => {
    const [first, last, code = '', rate = ''] = cellsAt(row, columns);
    return [[`${isoOf(first)}/${isoOf(last)}`, 'GBP', code, rate]];
  };
};

export const allTables: readonly TableForm[] = [longTable, wideTable, hmrcTable];

/** Names that central banks use for the column with the units of a rate. */
const unitNames = /^(?:units?|multiplier|nominal|amount|množství)$/;

/** None, or one. @throws UnusableFile if there are several */
function unitColumnIn(names: Cells): readonly number[] {
  const columns = names.flatMap((name, at) => (unitNames.test(name) ? [at] : []));
  if (columns.length <= 1) return columns;
  const found = columns.map((at) => names[at]).join(' and ');
  throw new UnusableFile(`has several columns that could divide the rate: ${found}`, 'rename all but one');
}
