import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Finding } from './finding.ts';

interface Missing {
  readonly since: Day;
  /** Of the days before. */
  readonly index: number;
}

/** Finds codes that are missing on days between others that have them. */
export class Absence {
  readonly #found: (finding: Finding) => void;
  readonly #missing = new Map<Code, Missing>();
  #before: DayRates | undefined;
  #days = 0;

  constructor(found: (finding: Finding) => void) {
    this.#found = found;
  }

  add(day: DayRates): void {
    const before = this.#before;
    const back = new Map<Day, { codes: Code[]; days: number }>();
    for (const [code, { since, index }] of this.#missing) {
      if (!day.rates.has(code)) continue;
      this.#missing.delete(code);
      const group = back.get(since) ?? { codes: [], days: this.#days - index };
      group.codes.push(code);
      back.set(since, group);
    }
    for (const [start, { codes, days }] of back)
      this.#found({
        kind: 'vanished',
        codes: codes.sort(),
        start,
        end: before?.day ?? start,
        figures: [days],
        size: codes.length * days,
      });
    for (const code of before?.rates.keys() ?? [])
      if (!day.rates.has(code)) this.#missing.set(code, { since: day.day, index: this.#days });
    this.#before = day;
    this.#days++;
  }
}
