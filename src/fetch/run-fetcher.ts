import type { Day } from '../calendar/day.ts';
import { eachDay } from '../calendar/day.ts';
import { halves, type Run } from '../calendar/runs.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Ask } from '../service/ask.ts';
import { Refused } from '../service/refusal.ts';
import type { Answer, Service } from '../service/service.ts';
import type { PlannedRequest } from './plan.ts';

/** A day asked for that the service does not have. */
export interface Gap {
  readonly day: Day;
  readonly gap: true;
}

export type DayOutcome = DayRates | Gap;

export const isGap = (outcome: DayOutcome): outcome is Gap => 'gap' in outcome;

/** The days of a run, in order, and the answers that brought them. */
export interface Fetched {
  readonly days: readonly DayOutcome[];
  readonly answers: readonly Answer[];
}

/** How each request is asked, beside its days. */
export interface Terms {
  readonly base?: Code | undefined;
  readonly symbols?: readonly Code[] | undefined;
  readonly alternative: boolean;
  readonly prettyprint: boolean;
}

/** Fetches runs of days, on every plan: where time series are refused, the same days one by one, at the same cost. */
export class RunFetcher {
  readonly #service: Service;
  readonly #terms: Terms;
  readonly #onPlanRefusal: () => void;
  #seriesAllowed: Promise<boolean> | undefined;

  constructor(service: Service, terms: Terms, onPlanRefusal: () => void) {
    this.#service = service;
    this.#terms = terms;
    this.#onPlanRefusal = onPlanRefusal;
  }

  /** @throws Refused, Failure */
  async fetch({ endpoint, run }: PlannedRequest): Promise<Fetched> {
    if (endpoint === 'historical') return this.#oneByOne(run);
    // the first answer tells whether the plan allows time series; the others wait for it
    if (this.#seriesAllowed && !(await this.#seriesAllowed)) return this.#oneByOne(run);
    const fetched = this.#range(run);
    this.#seriesAllowed ??= fetched.then(
      () => true,
      (error) => !isSeriesRefusal(error),
    );
    try {
      return await fetched;
    } catch (error) {
      if (!isSeriesRefusal(error)) throw error;
      this.#onPlanRefusal();
      return this.#oneByOne(run);
    }
  }

  async #oneByOne(run: Run): Promise<Fetched> {
    const days = [...eachDay(run.first, run.last)];
    return join(await Promise.all(days.map((day) => this.#single({ first: day, last: day, length: 1 }))));
  }

  async #single(run: Run): Promise<Fetched> {
    return (await this.#ask('historical', run)) ?? gapOf(run);
  }

  /** One missing day fails a whole range: it is found by halving, and the others are kept. */
  async #range(run: Run, lacksOne = false): Promise<Fetched> {
    const fetched = lacksOne ? undefined : await this.#ask('time-series', run);
    if (fetched) return fetched;
    if (run.length === 1) return gapOf(run);
    const [early, late] = halves(run);
    const first = await this.#range(early);
    return join([first, await this.#range(late, !first.days.some(isGap))]);
  }

  /** Nothing where the service does not have the run, or a day of it. */
  async #ask(endpoint: Ask['endpoint'], run: Run): Promise<Fetched | undefined> {
    try {
      const answer = await this.#service.ask({ ...this.#terms, endpoint, run });
      return { days: daysOf(run, answer), answers: [answer] };
    } catch (error) {
      if (error instanceof Refused && error.kind === 'not_available') return undefined;
      throw error;
    }
  }
}

function isSeriesRefusal(error: unknown): boolean {
  return (
    error instanceof Refused &&
    error.kind === 'not_allowed' &&
    error.feature !== 'base' &&
    error.feature !== 'symbols'
  );
}

function daysOf(run: Run, answer: Answer): DayOutcome[] {
  const byDay = new Map(answer.days.map((rates) => [rates.day, rates]));
  return Array.from(eachDay(run.first, run.last), (day) => byDay.get(day) ?? { day, gap: true });
}

function gapOf(run: Run): Fetched {
  return { days: [{ day: run.first, gap: true }], answers: [] };
}

function join(parts: readonly Fetched[]): Fetched {
  return { days: parts.flatMap(({ days }) => days), answers: parts.flatMap(({ answers }) => answers) };
}
