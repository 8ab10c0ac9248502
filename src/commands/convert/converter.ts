import { usageError } from '../../errors.ts';
import { MeanRates, type Pair } from '../../periods/mean-rates.ts';
import type { Period } from '../../periods/period.ts';
import { type Amount, readAmount } from '../../rates/amount.ts';
import type { Code } from '../../rates/code.ts';
import { type Conversion, conversionAt, convert, type Decimals } from '../../rates/convert.ts';
import { nameOf } from '../../rates/currencies.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { isRunning, runningLine } from '../../rates/running.ts';
import { codeFrom } from '../../run/known-codes.ts';
import { count } from '../../words.ts';

/** Takes the days that a rate rests on. */
interface Converter {
  add(day: DayRates): void;
  /** @throws a usage error if the rate of a currency is lacking, unless it was dropped */
  end(now: number): Converted;
}

export interface Converted {
  readonly conversions: readonly Conversion[];
  /** The day or period of the rate, and if the day is not over, the time of its rates; empty if there is none. */
  readonly when: string;
}

const nothing: Converted = { conversions: [], when: '' };

/** Converts at the rates of a single day. */
export class DayConverter implements Converter {
  readonly #asked: Asked;
  #day: DayRates | undefined;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  add(day: DayRates): void {
    this.#day = day;
  }

  end(now: number): Converted {
    const day = this.#day;
    if (!day) return nothing;
    const { from, to, amount, digits } = this.#asked;
    const known = new Set<string>([day.base, ...day.rates.keys(), ...(day.dropped ?? [])]);
    checkHas(known, this.#asked, (lacking) => `${day.day} has no rate for ${lacking}`);
    if (day.rates.get(from) === 0)
      throw usageError(`the rate of ${from} on ${day.day} is 0: nothing can be converted from it`);
    return {
      conversions: to.flatMap((code) => convert(day, amount, from, code, digits) ?? []),
      when: isRunning(day, now) ? runningLine(day, now) : day.day,
    };
  }
}

/** Converts at the mean of the daily rates of a period. */
export class MeanConverter implements Converter {
  readonly #asked: Asked;
  readonly #period: Period;
  readonly #means: MeanRates;
  readonly #known = new Set<string>();
  #days = 0;

  constructor(asked: Asked, period: Period) {
    this.#asked = asked;
    this.#period = period;
    this.#means = new MeanRates(
      asked.to.flatMap((to): Pair[] => [
        [asked.from, to],
        [to, asked.from],
      ]),
    );
  }

  add(day: DayRates): void {
    this.#days++;
    this.#means.add(day);
    for (const code of [day.base, ...day.rates.keys(), ...(day.dropped ?? [])]) this.#known.add(code);
  }

  end(): Converted {
    if (this.#days === 0) return nothing;
    const { from, to, amount, digits } = this.#asked;
    const date = this.#period.name;
    checkHas(this.#known, this.#asked, (lacking) => `no day of ${date} has a rate for ${lacking}`);
    const conversions = to.flatMap((code) => {
      const rate = this.#means.rate([from, code]);
      const back = this.#means.rate([code, from]);
      return rate ? [conversionAt({ date, rate, back }, amount, from, code, digits)] : [];
    });
    return { conversions, when: `${date}, mean of ${count(this.#days, 'day')}` };
  }
}

function checkHas(
  known: ReadonlySet<string>,
  { from, to }: Asked,
  message: (lacking: string) => string,
): void {
  const lacking = [from, ...to].find((code) => !known.has(code));
  if (lacking)
    throw usageError(
      message([lacking, nameOf(lacking)].filter(Boolean).join(', ')),
      `ratebook currencies ${lacking.toLowerCase()} shows its first and last stored day`,
    );
}

/** What to convert, as it was typed. */
export interface Asked {
  readonly amount: Amount;
  readonly from: Code;
  readonly to: readonly Code[];
  readonly digits: Decimals;
}

/** @throws a usage error */
export function readAsked(amount: string, from: string, to: readonly string[], digits: Decimals): Asked {
  return { amount: amountFrom(amount), from: codeFrom(from), to: codesFrom(to), digits };
}

function amountFrom(text: string): Amount {
  const amount = readAmount(text);
  if (amount.is === 'read') return amount.amount;
  const word = JSON.stringify(text);
  if (amount.is === 'ambiguous')
    throw usageError(`${word} can be read in two ways`, `write ${amount.either.join(' or ')}`);
  throw usageError(`${word} is not an amount`, 'ratebook convert 1234.50 EUR USD');
}

/** Accepts `to USD` and `in USD,CHF` too; each code once. */
function codesFrom(words: readonly string[]): Code[] {
  const meant = words.filter((word) => word !== 'to' && word !== 'in');
  const codes = meant.flatMap((word) => word.split(/[\s,]+/)).filter(Boolean);
  if (codes.length === 0) throw usageError('there is no currency to convert to', 'ratebook convert --help');
  return [...new Set(codes.map(codeFrom))];
}
