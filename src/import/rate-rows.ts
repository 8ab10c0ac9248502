import { remembered } from '../annotate/remembered.ts';
import { meaningOf, type Row, Scanner, textOf } from '../annotate/scanner.ts';
import type { Period } from '../calendar/period.ts';
import { parsePeriod } from '../calendar/written.ts';
import type { OwnRate } from '../periods/own-rates.ts';
import { digitsIn } from '../rates/amount.ts';
import { timesExactly } from '../rates/arithmetic.ts';
import { type Code, parseCode } from '../rates/code.ts';

/** Why a row, and with it its file, cannot be taken. */
export class BadRow extends Error {}

export interface RateRow {
  readonly period: Period;
  readonly base: Code;
  readonly quote: Code;
  readonly rate: OwnRate;
}

/** The line that is read, from 1. */
export interface Place {
  line: number;
}

/** Piece by piece, in the form in which `series` writes csv and tsv; columns may be in any order. @throws BadRow */
export async function* csvRates(pieces: AsyncIterable<Buffer>, place: Place): AsyncGenerator<Iterable<RateRow>> {
  let reader: ReturnType<typeof csvReader> | undefined;
  for await (const piece of pieces) {
    const text = textOf(piece);
    reader ??= csvReader(text, place);
    yield reader.read(text);
  }
  reader ??= csvReader('', place);
  yield reader.end();
}

function csvReader(beginning: string, place: Place) {
  const header = headerOf(beginning);
  if (!header) throw new BadRow('has no header with the columns date (or period), base, quote and rate');
  const { delimiter, columns, count } = header;
  const scanner = new Scanner(delimiter, columns);
  const readCells = cellsReader(delimiter !== ',');
  let isHeader = true;

  function* ratesIn(rows: Iterable<Row>): Generator<RateRow> {
    for (const { cells, line, count: found } of rows) {
      if (found === 0) continue;
      if (isHeader) {
        isHeader = false;
        continue;
      }
      place.line = line;
      if (found !== count) throw new BadRow(`has ${found} cells, its header has ${count}`);
      yield readCells(cells);
    }
  }

  return {
    read: (text: string) => ratesIn(scanner.scan(text)),
    *end() {
      yield* ratesIn(scanner.end());
      if (scanner.openQuote === undefined) return;
      place.line = scanner.openQuote;
      throw new BadRow('has a quote that never closes');
    },
  };
}

/** Undefined if it does not begin with one. */
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
    throw new BadRow(`has no readable ${what}: ${JSON.stringify(meaningOf(text).slice(0, 40))}`);
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
