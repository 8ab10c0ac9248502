import type { Code } from '../rates/code.ts';
import { type DayDocument, NotTaken, otherBase } from './given.ts';
import { BadRow, type RateRow } from './rate-rows.ts';

/** More than the service has published. Each takes some twenty bytes. */
const mostRows = 10_000_000;

/** Rates of days, in rows of any order. */
export class DayRows {
  readonly #days = new Map<string, { readonly codes: Code[]; readonly rates: number[] }>();
  #count = 0;

  constructor(private readonly pivot: Code) {}

  /** @throws BadRow */
  add({ period, base, quote, rate }: RateRow): void {
    if (base !== this.pivot) throw new BadRow(otherBase(base, this.pivot));
    if (period.first !== period.last) throw new BadRow(`has the rate of a period, ${period.name}, not of a day`);
    if (++this.#count > mostRows) throw new BadRow('is one too many: a file may have 10 million');
    const day = this.#days.get(period.name) ?? { codes: [], rates: [] };
    if (day.codes.length === 0) this.#days.set(period.name, day);
    day.codes.push(quote);
    day.rates.push(Number(rate));
  }

  /** @param path of the file that all rows come from */
  *documents(path: string): Generator<DayDocument | NotTaken> {
    for (const [date, { codes, rates: all }] of this.#days) {
      const name = `${path} ${date}`;
      const rates: Record<string, number> = {};
      const twice = codes.find((code, at) => {
        const earlier = rates[code];
        rates[code] = all[at] as number;
        return earlier !== undefined && earlier !== all[at];
      });
      yield twice ? new NotTaken(name, `has two rates of ${twice}`) : { name, date, body: { base: this.pivot, rates } };
    }
  }
}
