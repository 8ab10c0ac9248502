import { exactProduct, timesExactly } from '../../rates/arithmetic.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { ExactNumber, type Json } from '../../rates/json.ts';
import { type PairRate, pairRate } from '../../rates/pair-rate.ts';
import { invalidCode } from './error.ts';
import type { Question } from './question.ts';

/** Of a quotient, which may have no end: more than any client reads. */
const decimals = 20;

/** @throws ServiceError if the day lacks a rate */
export function conversion(day: DayRates, timestamp: number, { amount, from, to }: Question['conversion']): Json {
  if (!pairRate(day, from, day.base)) throw invalidCode('from', from);
  const pair = pairRate(day, from, to);
  if (!pair) throw invalidCode('to', to);
  return {
    disclaimer: day.disclaimer,
    license: day.license,
    request: { query: `/convert/${amount}/${from}/${to}`, amount: exact(timesExactly(amount, '1')), from, to },
    meta: { timestamp, rate: exact(pair.rate) },
    response: exact(times(pair, amount)),
  };
}

const times = ({ rate, of }: PairRate, amount: string) =>
  of ? exactProduct(amount, of.dividend, of.divisor, decimals) : timesExactly(amount, rate);

const exact = (decimal: string) => new ExactNumber(decimal);
