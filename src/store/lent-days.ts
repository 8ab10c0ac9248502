import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';

interface Lent extends Omit<DayRates, 'rates'> {
  readonly codes: readonly Code[];
  readonly rates: Float64Array;
}

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
    const { codes, rates, ...rest } = lent;
    return { ...rest, rates: new Map(codes.map((code, at) => [code, rates[at] ?? 0])) };
  }

  add({ rates, ...rest }: DayRates): void {
    const codes = [...rates.keys()];
    const areSame = codes.every((code, at) => code === this.#codes[at]);
    if (!areSame || codes.length < this.#codes.length) this.#codes = codes;
    this.#days.set(rest.day, { ...rest, codes: this.#codes, rates: Float64Array.from(rates.values()) });
  }
}
