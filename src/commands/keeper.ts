import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { Reporter } from '../cli/reporter.ts';
import { Failure } from '../errors.ts';
import type { Answer } from '../service/answer.ts';
import type { Store } from '../store/store.ts';

/** Keeps each answer's days as they arrive, and remembers what is to be said of that. */
export class Keeper {
  readonly #store: Store;
  readonly #changed: Day[] = [];
  /** The first day that could not be kept. */
  failure: Failure | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  async keep({ days, served }: Pick<Answer, 'days' | 'served'>): Promise<void> {
    await Promise.all(
      days.map(async (rates) => {
        try {
          const outcome = await this.#store.keep(rates, served);
          if (outcome === 'changed') this.#changed.push(rates.day);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          this.failure ??= error;
        }
      }),
    );
  }

  tell(reporter: Reporter): void {
    if (this.failure) reporter.problem(`what was fetched could not all be kept: ${this.failure.message}`);
    if (this.#changed.length === 0) return;
    reporter.note(`changed since they were kept: ${daysInWords(this.#changed.sort())}`);
    reporter.note(`the older files lie in ${this.#store.places.older}`);
  }
}
