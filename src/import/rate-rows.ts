import type { Period } from '../calendar/period.ts';
import { parsePeriod } from '../calendar/written.ts';
import { byteText, meaningOf } from '../csv/encoding.ts';
import { usualDelimiters } from '../csv/header.ts';
import { readOnce } from '../csv/read-once.ts';
import { Scanner } from '../csv/scanner.ts';
import { decimalOf, type OwnRate } from '../periods/own-rates.ts';
import { digitsIn } from '../rates/amount.ts';
import { timesExactly } from '../rates/arithmetic.ts';
import { rateInUnits } from '../rates/pair-rate.ts';
import { parseUnit, type Unit } from '../rates/units.ts';

/** Why a file cannot be taken, in words that follow its name. */
export class Unusable extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

export interface RateRow {
  readonly period: Period;
  readonly base: Unit;
  readonly quote: Unit;
  readonly rate: OwnRate;
}

/** The rate of the currencies, of which a row may give hundredths. */
export function rateOfCurrencies({ base, quote, rate }: RateRow): OwnRate {
  return base.inOne === quote.inOne ? rate : ownRate(rateInUnits(decimalOf(rate), quote, base));
}

/**
 * Rates in the form in which `series` writes csv and tsv, in columns of any order.
 * @param place gets the line that is read, from 1 @throws Unusable
 */
export async function* csvRates(pieces: AsyncIterable<Buffer>, place: { line: number }) {
  let ratesIn: ReturnType<typeof csvReader> | undefined;
  for await (const piece of pieces) {
    const text = byteText(piece);
    ratesIn ??= csvReader(text, place);
    yield ratesIn(text);
  }
  ratesIn ??= csvReader('', place);
  yield ratesIn(undefined);
}

function csvReader(beginning: string, place: { line: number }) {
  const header = headerOf(beginning);
  if (!header) throw new Unusable('has no header with the columns date (or period), base, quote and rate');
  const scanner = new Scanner(header.delimiter, header.columns);
  const readCells = cellsReader(header.delimiter !== ',');
  let isHeader = true;
  /** @param text undefined at the end of the file */
  return function* ratesIn(text: string | undefined): Generator<RateRow> {
    for (const { cells, line, count } of text === undefined ? scanner.end() : scanner.scan(text)) {
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

/** Undefined if the text does not begin with one. */
export function headerOf(beginning: string) {
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

/** Without the mark of UTF-8. */
const nameOf = (cell: string) =>
  meaningOf(cell)
    .replace(/^(\ufeff)/, '')
    .trim()
    .toLowerCase();

/** Of rows of date or period, base, quote and rate. */
export function cellsReader(mayHaveComma: boolean) {
  const readRate = rateReader(mayHaveComma);
  const [readWhen, readUnit] = [readOnce(parsePeriod), readOnce(parseUnit)];
  const read = <Read>(of: (text: string) => Read | undefined, text: string, what: string): Read => {
    const value = of(text);
    if (value !== undefined) return value;
    throw new Unusable(`has no readable ${what}: ${JSON.stringify(meaningOf(text).slice(0, 40))}`);
  };
  return ([when = '', base = '', quote = '', rate = '']: readonly string[]): RateRow => ({
    base: read(readUnit, base, 'base'),
    quote: read(readUnit, quote, 'quote'),
    period: read(readWhen, when, 'day or period'),
    rate: read(readRate, rate, 'rate'),
  });
}

/** Undefined for what is no number, and for another decimal mark than in earlier rates. */
function rateReader(mayHaveComma: boolean): (text: string) => OwnRate | undefined {
  let usual: string | undefined;
  return (text) => {
    const found = /^\s*(?=[.,]?\d)\d*(?:([.,])\d+)?(?:e[+-]?\d\d?)?\s*$/i.exec(text);
    const mark = found?.[1];
    if (!found || (mark === ',' && !mayHaveComma)) return undefined;
    usual ??= mark;
    if (mark !== undefined && mark !== usual) return undefined;
    const decimal = text.trim().replace(',', '.');
    return decimal.length <= numberDigits ? Number(decimal) : ownRate(timesExactly(decimal, '1'));
  };
}

/** A number, or the decimal if no number has all its digits. */
const ownRate = (decimal: string): OwnRate => (digitsIn(decimal) <= numberDigits ? Number(decimal) : decimal);

const numberDigits = 15;
