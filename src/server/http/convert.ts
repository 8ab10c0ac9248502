import { type Code, parseCode } from '../../currencies/code.ts';
import { hundredthIn } from '../../currencies/units.ts';
import { ExactNumber, type Json } from '../../json.ts';
import { pairRate } from '../../rates/cross.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { exactProduct, timesExactly } from '../../rates/decimal.ts';
import { invalidCode, invalidValue } from './error.ts';
import type { ApiQuestion } from './question.ts';

/** Of a quotient, which may have no end: more than clients read. */
const decimals = 20;

interface ConvertParts {
  readonly amount: string;
  readonly from: Code;
  readonly to: Code;
}

/** @throws ServiceError */
export function parseConversion({ parts, query }: ApiQuestion): ConvertParts {
  const amount = parts.value ?? query.get('value') ?? '';
  if (amount.length > 40 || !/^-?\d*\.?\d+$/.test(amount)) throw invalidValue();

  const codeOf = (name: 'from' | 'to') => {
    const text = parts[name] ?? query.get(name) ?? '';
    // the service has no hundredths, and `GBp` is not the pound
    const code = hundredthIn(text) ? undefined : parseCode(text);
    if (!code) throw invalidCode(name, text);
    return code;
  };

  return { amount, from: codeOf('from'), to: codeOf('to') };
}

/** @throws ServiceError if the day lacks a rate */
export function conversion(day: DayRates, timestamp: number, { amount, from, to }: ConvertParts): Json {
  const pair = pairRate(day, from, to);
  if (!pair) throw pairRate(day, from, from) ? invalidCode('to', to) : invalidCode('from', from);

  const { rate, of } = pair;
  const response = of ? exactProduct(amount, of.dividend, of.divisor, decimals) : timesExactly(amount, rate);
  const query = `/convert/${amount}/${from}/${to}`;
  return {
    disclaimer: day.disclaimer,
    license: day.license,
    request: { query, amount: exact(timesExactly(amount, '1')), from, to },
    meta: { timestamp, rate: exact(rate) },
    response: exact(response),
  };
}

const exact = (decimal: string) => new ExactNumber(decimal);
