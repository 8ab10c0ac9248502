import { remembered } from '../annotate/remembered.ts';
import { meaningOf, type Row, Scanner, textOf } from '../annotate/scanner.ts';
import type { Period } from '../calendar/period.ts';
import { parsePeriod } from '../calendar/written.ts';
import type { OwnRate } from '../periods/own-rates.ts';
import { digitsIn } from '../rates/amount.ts';
import { timesExactly } from '../rates/arithmetic.ts';
import { type Code, parseCode } from '../rates/code.ts';

/** Why a file cannot be taken, in words that follow its name. */
export class Unusable extends Error {}

export interface RateRow {
  readonly period: Period;
  readonly base: Code;
  readonly quote: Code;
  readonly rate: OwnRate;
}

/**
 * Rates in the form in which `series` writes csv and tsv, in columns of any order.
 * @param place gets the line that is read, from 1 @throws Unusable
 */
export async function* csvRates(pieces: AsyncIterable<Buffer>, place: { line: number }) {
  let reader: ReturnType<typeof csvReader> | undefined;
  for await (const piece of pieces) {
    const text = textOf(piece);
    reader ??= csvReader(text, place);
    yield reader.read(text);
  }
  reader ??= csvReader('', place);
  yield reader.end();
}

function csvReader(beginning: string, place: { line: number }) {
  const header = headerOf(beginning);
  if (!header) throw new Unusable('has no header with the columns date (or period), base, quote and rate');
  const scanner = new Scanner(header.delimiter, header.columns);
  const readCells = cellsReader(header.delimiter !== ',');
  let isHeader = true;

  function* ratesIn(rows: Iterable<Row>): Generator<RateRow> {
    for (const { cells, line, count } of rows) {
      if (count === 0) continue;
      place.line = line;
      if (count !== header?.count) throw new Unusable(`has ${count} cells, its header has ${header?.count}`);
      if (!isHeader) yield readCells(cells);
      isHeader = false;
    }
  }

  return {
    read: (text: string) => ratesIn(scanner.scan(text)),
    *end() {
      yield* ratesIn(scanner.end());
      if (scanner.openQuote === undefined) return;
      place.line = scanner.openQuote;
      throw new Unusable('has a quote that never closes');
    },
  };
}

/** Undefined if the text does not begin with one. */
export function headerOf(beginning: string) {
  for (const delimiter of [',', ';', '\t', '|']) {
    const scanner = new Scanner(delimiter);
    const rows = [...scanner.scan(beginning), ...scanner.end()];
    const names = rows.find(({ count }) => count > 0)?.cells.map(nameOf) ?? [];
    const when = names.includes('period') ? 'period' : 'date';
    const columns = [when, 'base', 'quote', 'rate'].map((name) => names.indexOf(name));
    if (!columns.includes(-1)) return { delimiter, columns, count: names.length };
  }
  return undefined;
}

/** Without the mark of UTF-8. */
const nameOf = (cell: string) =>
  meaningOf(cell)
    .replace(/^(\ufeff)/, '')
    .trim()
    .toLowerCase();

/** Of rows of date or period, base, quote and rate. */
export function cellsReader(mayHaveComma: boolean) {
  const readRate = rateReader(mayHaveComma);
  const [readWhen, readCode] = [remembered(parsePeriod), remembered(parseCode)];
  const read = <Read>(of: (text: string) => Read | undefined, text: string, what: string): Read => {
    const value = of(text);
    if (value !== undefined) return value;
    throw new Unusable(`has no readable ${what}: ${JSON.stringify(meaningOf(text).slice(0, 40))}`);
  };
  return ([when = '', base = '', quote = '', rate = '']: readonly string[]): RateRow => ({
    base: read(readCode, base, 'base'),
    quote: read(readCode, quote, 'quote'),
    period: read(readWhen, when, 'day or period'),
    rate: read(readRate, rate, 'rate'),
  });
}

/** A number, or its digits if no number has them all. Undefined also for another decimal mark than in earlier rates. */
function rateReader(mayHaveComma: boolean): (text: string) => OwnRate | undefined {
  let usual: string | undefined;
  return (text) => {
    const found = /^\s*(?=[.,]?\d)\d*(?:([.,])\d+)?(?:e[+-]?\d\d?)?\s*$/i.exec(text);
    const mark = found?.[1];
    if (!found || (mark === ',' && !mayHaveComma)) return undefined;
    usual ??= mark;
    if (mark !== undefined && mark !== usual) return undefined;
    const decimal = text.trim().replace(',', '.');
    if (decimal.length <= numberDigits) return Number(decimal);
    const plain = timesExactly(decimal, '1');
    return digitsIn(plain) <= numberDigits ? Number(plain) : plain;
  };
}

const numberDigits = 15;
