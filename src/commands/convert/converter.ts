import { usageError } from '../../errors.ts';
import { MeanRates, type Pair } from '../../periods/mean-rates.ts';
import type { Period } from '../../periods/period.ts';
import { type Conversion, conversionAt, convert } from '../../rates/convert.ts';
import { nameOf } from '../../rates/currencies.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { isRunning, runningLine } from '../../rates/running.ts';
import { count } from '../../words.ts';
import type { Asked } from './asked.ts';

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
