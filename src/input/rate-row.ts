import { parsePeriod } from '../calendar/parse.ts';
import type { Period } from '../calendar/period.ts';
import { parseUnit, type Unit } from '../currencies/units.ts';
import { digitsIn, withPoint } from '../rates/amount.ts';
import { rateInUnits } from '../rates/cross.ts';
import { timesExactly } from '../rates/decimal.ts';
import { decimalOf, type OwnRate } from '../rates/own-rates.ts';
import { meaningOf, readOnce } from './csv/text.ts';
import { UnusableFile } from './day-documents.ts';

export interface RateRow {
  readonly period: Period;
  readonly base: Unit;
  readonly quote: Unit;
  /** 0 where it is unusable. */
  readonly rate: OwnRate;
  /** Where another line than that of its place has been read since. */
  readonly line?: number;
}

/** As they are read, piece by piece. */
export type RateRows = AsyncGenerator<Iterable<RateRow>>;

export interface LinePlace {
  /** The line that is read, from 1. */
  line: number;
}

/** The rate of the currencies, of which a row may give hundredths. */
export function rateOfCurrencies({ base, quote, rate }: RateRow): OwnRate {
  return base.inOne === quote.inOne ? rate : ownRate(rateInUnits(decimalOf(rate), quote, base));
}

/** Of the cells date or period, base, quote, rate, and how many units it is for. @throws Unusable */
type CellsReader = (cells: readonly string[]) => RateRow;

/** @param mayHaveComma in rates, as the decimal mark */
export function cellsReader(mayHaveComma: boolean): CellsReader {
  const readRate = rateReader(mayHaveComma);
  const readWhen = readOnce(parsePeriod);
  const readUnit = readOnce(parseUnit);
  const readZeros = readOnce(zerosOf);
  const read = <Read>(of: (text: string) => Read | undefined, text: string, what: string): Read => {
    const value = of(text);
    if (value !== undefined) return value;
    throw new UnusableFile(`has no readable ${what}: ${JSON.stringify(meaningOf(text).slice(0, 40))}`);
  };

  return ([when = '', base = '', quote = '', rate = '', units = '']) => ({
    base: read(readUnit, base, 'base'),
    quote: read(readUnit, quote, 'quote'),
    period: read(readWhen, when, 'day or period'),
    rate: perUnit(read(readRate, rate, 'rate'), read(readZeros, units, 'unit (1, 10, 100 … 1000000)')),
  });
}

/** How many zeros 1, 10 … 1,000,000 has, or nothing, which is 1; undefined of anything else. */
const zerosOf = (text: string) => /^\s*(?:1(0{0,6})(?:\.00?)?\s*)?$/.exec(text)?.slice(1).join('').length;

const perUnit = (rate: OwnRate, zeros: number): OwnRate =>
  zeros === 0 ? rate : ownRate(withPoint(decimalOf(rate), -zeros));

const notFinite = /^\s*[+-]?(?:nan|inf|infinity)\s*$/i;

/**
 * Undefined for what is no number, and for another decimal mark than in earlier rates. 0 for a number that
 * is no rate.
 */
function rateReader(mayHaveComma: boolean): (text: string) => OwnRate | undefined {
  let usual: string | undefined;
  return (text) => {
    if (notFinite.test(text)) return 0;
    const found = /^\s*(-?)(?=[.,]?\d)\d*(?:([.,])\d+)?(?:e[+-]?\d\d?)?\s*$/i.exec(text);
    const [, sign, mark] = found ?? [];
    if (!found || (mark === ',' && !mayHaveComma)) return undefined;

    usual ??= mark;
    if (mark !== undefined && mark !== usual) return undefined;

    if (sign) return 0;
    const decimal = text.trim().replace(',', '.');
    return decimal.length <= numberDigits ? Number(decimal) : ownRate(timesExactly(decimal, '1'));
  };
}

/** A number, or the decimal if no number has all its digits. */
const ownRate = (decimal: string): OwnRate => (digitsIn(decimal) <= numberDigits ? Number(decimal) : decimal);

const numberDigits = 15;
