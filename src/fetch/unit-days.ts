import type { Day } from '../calendar/day.ts';
import type { DayOutcome } from '../sources/outcome.ts';
import type { Ready } from './library.ts';

/** Hands over the days of a unit in their order, each as soon as it and all before it are known. */
export class UnitDays {
  readonly #days: readonly Day[];
  readonly #ready: Ready;
  readonly #known = new Map<Day, DayOutcome>();
  /** By the first of the days that came in it. */
  readonly #bodies = new Map<Day, Buffer>();
  #given = 0;

  constructor(days: readonly Day[], ready: Ready) {
    this.#days = days;
    this.#ready = ready;
  }

  /** A day that has been handed over already stays as it was. @param surplus dates that were not asked for */
  know(outcomes: readonly DayOutcome[], surplus: readonly string[] = [], body?: Buffer): void {
    const [first] = outcomes;
    if (first && body) this.#bodies.set(first.day, body);
    for (const outcome of outcomes) this.#known.set(outcome.day, outcome);
    const days: DayOutcome[] = [];
    for (;;) {
      const day = this.#days[this.#given];
      const outcome = day && this.#known.get(day);
      if (!outcome) break;
      days.push(outcome);
      this.#given++;
    }
    const bodies = days.flatMap(({ day }) => this.#bodies.get(day) ?? []);
    if (days.length > 0 || surplus.length > 0) this.#ready({ days, surplus, bodies });
  }

  end(): void {
    const unknown = this.#days.slice(this.#given).filter((day) => !this.#known.has(day));
    this.know(unknown.map((day) => ({ day, gap: 'not held' })));
  }
}
