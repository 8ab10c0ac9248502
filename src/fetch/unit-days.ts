import type { Day } from '../calendar/day.ts';
import type { DayOutcome, Ready } from './outcome.ts';

/** Hands over the days of a unit in their order, each as soon as it and all before it are known. */
export class UnitDays {
  readonly #days: readonly Day[];
  readonly #ready: Ready;
  readonly #known = new Map<Day, DayOutcome>();
  #given = 0;

  constructor(days: readonly Day[], ready: Ready) {
    this.#days = days;
    this.#ready = ready;
  }

  /** A day that has been handed over already stays as it was. @param surplus dates that were not asked for */
  know(outcomes: Iterable<DayOutcome>, surplus: readonly string[] = []): void {
    for (const outcome of outcomes) this.#known.set(outcome.day, outcome);
    const days: DayOutcome[] = [];
    for (;;) {
      const day = this.#days[this.#given];
      const outcome = day && this.#known.get(day);
      if (!outcome) break;
      days.push(outcome);
      this.#given++;
    }
    if (days.length > 0 || surplus.length > 0) this.#ready({ days, surplus, bodies: [] });
  }

  end(): void {
    const unknown = this.#days.slice(this.#given).filter((day) => !this.#known.has(day));
    this.know(unknown.map((day) => ({ day, gap: 'not held' })));
  }
}
