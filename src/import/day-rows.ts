import type { Code } from '../rates/code.ts';
import { type Days, type GivenFile, NotTaken, otherBase } from './given.ts';
import { type RateRow, Unusable } from './rate-rows.ts';

/** More than the service has published; each takes some twenty bytes. */
const mostRows = 10_000_000;

/** The days of a file of rows, which are whole only at its end: its rows may have any order. */
export class DayRows {
  readonly #days = new Map<string, { readonly codes: Code[]; readonly rates: number[] }>();
  #left = mostRows;

  constructor(private readonly file: Pick<GivenFile, 'path' | 'pivot'>) {}

  /** @throws Unusable */
  add({ period, base, quote, rate }: RateRow): void {
    const { pivot } = this.file;
    if (base !== pivot) throw new Unusable(otherBase(base, pivot));
    if (period.first !== period.last) throw new Unusable(`has the rate of a period, ${period.name}, not of a day`);
    if (this.#left-- === 0) throw new Unusable('is one row too many: a file may have 10 million');
    const day = this.#days.get(period.name) ?? { codes: [], rates: [] };
    if (day.codes.length === 0) this.#days.set(period.name, day);
    day.codes.push(quote);
    day.rates.push(Number(rate));
  }

  async *days(): Days {
    const { path, pivot: base } = this.file;
    for (const [date, { codes, rates: all }] of this.#days) {
      const name = `${path} ${date}`;
      const rates = Object.fromEntries(codes.map((code, at) => [code, all[at]]));
      const twice = codes.find((code, at) => rates[code] !== all[at]);
      yield twice ? new NotTaken(name, `has two rates of ${twice}`) : { name, date, body: { base, rates } };
    }
  }
}

/** @param rates of a file @throws Unusable */
export async function* daysOfRows(rates: AsyncIterable<Iterable<RateRow>>, file: GivenFile): Days {
  const rows = new DayRows(file);
  for await (const some of rates) for (const row of some) rows.add(row);
  yield* rows.days();
}
