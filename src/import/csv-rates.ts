import { byteText, meaningOf } from '../csv/encoding.ts';
import { usualDelimiters } from '../csv/header.ts';
import { Scanner } from '../csv/scanner.ts';
import { cellsReader, type RateRow } from './rate-row.ts';
import { Unusable } from './unusable.ts';

interface Place {
  /** The line that is read, from 1. */
  line: number;
}

/** @param text undefined at the end of the file */
type RatesIn = (text: string | undefined) => Generator<RateRow>;

type Rows = AsyncGenerator<Iterable<RateRow>>;

/** Rates in the form in which `series` writes csv and tsv, in columns of any order. @throws Unusable */
export async function* csvRates(pieces: AsyncIterable<Buffer>, place: Place): Rows {
  let ratesIn: RatesIn | undefined;
  for await (const piece of pieces) {
    const text = byteText(piece);
    ratesIn ??= csvReader(text, place);
    yield ratesIn(text);
  }
  ratesIn ??= csvReader('', place);
  yield ratesIn(undefined);
}

function csvReader(beginning: string, place: Place): RatesIn {
  const header = headerOf(beginning);
  if (!header) throw new Unusable('has no header with the columns date (or period), base, quote and rate');
  const scanner = new Scanner(header.delimiter, header.columns);
  const readCells = cellsReader(header.delimiter !== ',');
  let isHeader = true;
  return function* ratesIn(text) {
    const rows = text === undefined ? scanner.end() : scanner.scan(text);
    for (const { cells, line, count } of rows) {
      if (count === 0) continue;
      place.line = line;
      if (count !== header.count) throw new Unusable(`has ${count} cells, its header has ${header.count}`);
      if (!isHeader) yield readCells(cells);
      isHeader = false;
    }

    if (text !== undefined || scanner.openQuote === undefined) return;
    place.line = scanner.openQuote;
    throw new Unusable('has a quote that never closes');
  };
}

interface Header {
  readonly delimiter: string;
  /** Where date or period, base, quote and rate are. */
  readonly columns: readonly number[];
  /** How many cells each row has. */
  readonly count: number;
}

/** Undefined if the text does not begin with one. */
export function headerOf(beginning: string): Header | undefined {
  for (const delimiter of usualDelimiters) {
    const scanner = new Scanner(delimiter);
    const rows = [...scanner.scan(beginning), ...scanner.end()];
    const names = rows.find(({ count }) => count > 0)?.cells.map(nameOf) ?? [];
    const when = names.includes('period') ? 'period' : 'date';
    const columns = [when, 'base', 'quote', 'rate'].map((name) => names.indexOf(name));
    if (!columns.includes(-1)) return { delimiter, columns, count: names.length };
  }
  return undefined;
}

/** What a cell of the header names, without the mark of UTF-8. */
const nameOf = (cell: string) =>
  meaningOf(cell)
    .replace(/^(\ufeff)/, '')
    .trim()
    .toLowerCase();
