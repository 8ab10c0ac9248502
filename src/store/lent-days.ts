import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import type { DayRates } from '../rates/day-rates.ts';

interface Lent {
  readonly day: DayRates;
  readonly codes: readonly Code[];
  readonly rates: Float64Array;
}

const none: DayRates['rates'] = new Map();

/** Days in memory, in little more than the room of their numbers: ten million rates take 80 MB. */
export class LentDays {
  readonly #days = new Map<Day, Lent>();
  /** One list for all days that have the same codes. */
  #codes: readonly Code[] = [];

  has(day: Day): boolean {
    return this.#days.has(day);
  }

  get(day: Day): DayRates | undefined {
    const lent = this.#days.get(day);
    if (!lent) return undefined;
    const { day: head, codes, rates } = lent;
    return { ...head, rates: new Map(codes.map((code, at) => [code, rates[at] ?? 0])) };
  }

  add(day: DayRates): void {
    const codes = [...day.rates.keys()];
    const areSame = codes.every((code, at) => code === this.#codes[at]);
    if (!areSame || codes.length < this.#codes.length) this.#codes = codes;
    const rates = Float64Array.from(day.rates.values());
    this.#days.set(day.day, { day: { ...day, rates: none }, codes: this.#codes, rates });
  }
}
