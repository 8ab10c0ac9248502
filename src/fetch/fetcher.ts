import { setMaxListeners } from 'node:events';
import { dayAt, eachDay } from '../calendar/day.ts';
import { type DayRun, halves } from '../calendar/runs.ts';
import { ClaimLost } from '../disk/claims.ts';
import type { Code } from '../rates/code.ts';
import type { Answer } from '../sources/oxr/answer.ts';
import type { Ask } from '../sources/oxr/ask.ts';
import type { Client, Payer } from '../sources/oxr/client.ts';
import { type RefusalKind, Refused } from '../sources/oxr/refusal.ts';
import { type Fetched, type Gap, inTurn, isGap, join, outcomesOf, type Ready } from './outcome.ts';
import type { PlannedRequest } from './plan.ts';

export interface Terms {
  readonly base?: Code | undefined;
  readonly symbols?: readonly Code[] | undefined;
  readonly alternative: boolean;
  readonly prettyprint: boolean;
}

interface FetcherOptions {
  readonly client: Pick<Client, 'ask'>;
  readonly ledger: Payer['ledger'];
  readonly signal: AbortSignal;
  readonly terms: Terms;
  /** Undefined until known. */
  readonly seriesAllowed?: boolean | undefined;
  readonly onSeriesRefused: () => void;
  readonly onResponse?: Payer['onResponse'];
  readonly onAnswer: (answer: Answer, run: DayRun) => Promise<void> | void;
}

/** Where the plan has no time series it fetches the same days one by one, at the same cost. */
export class Fetcher {
  readonly #options: FetcherOptions;
  readonly #stopping = new AbortController();
  readonly #payer: Payer;
  #seriesAllowed: Promise<boolean> | undefined;
  #told = false;

  constructor(options: FetcherOptions) {
    this.#options = options;
    const { seriesAllowed, ledger, signal, onResponse } = options;
    this.#payer = { ledger, signal: AbortSignal.any([signal, this.#stopping.signal]), onResponse };
    // every waiting request adds a listener
    setMaxListeners(0, this.#payer.signal);
    if (seriesAllowed !== undefined) this.#seriesAllowed = Promise.resolve(seriesAllowed);
  }

  get signal(): AbortSignal {
    return this.#payer.signal;
  }

  stop(reason: unknown): void {
    this.#stopping.abort(reason);
  }

  /** `beforeSending` may throw, to send nothing. @throws Refused, Failure */
  async fetch({ endpoint, run }: PlannedRequest, ready: Ready, beforeSending?: () => void): Promise<void> {
    const payer = { ...this.#payer, beforeSending };
    if (endpoint === 'latest') return ready(await this.#single(run, payer, endpoint));
    if (endpoint === 'historical') return this.#oneByOne(run, payer, ready);
    // only the first request finds out; the others wait for it
    if (this.#seriesAllowed && !(await this.#seriesAllowed)) return this.#withoutSeries(run, payer, ready);
    const fetched = this.#range(run, payer);
    this.#seriesAllowed ??= fetched.then(
      () => true,
      (error) => !isSeriesRefusal(error),
    );
    try {
      ready(await fetched);
    } catch (error) {
      if (!isSeriesRefusal(error)) throw error;
      await this.#withoutSeries(run, payer, ready);
    }
  }

  #withoutSeries(run: DayRun, payer: Payer, ready: Ready): Promise<void> {
    if (!this.#told) this.#options.onSeriesRefused();
    this.#told = true;
    return this.#oneByOne(run, payer, ready);
  }

  #oneByOne({ first, last }: DayRun, payer: Payer, ready: Ready): Promise<void> {
    const days = [...eachDay(first, last)];
    const singles = days.map((day) => this.#single({ first: day, last: day, length: 1 }, payer));
    return inTurn(singles, ready);
  }

  async #single(
    run: DayRun,
    payer: Payer,
    endpoint: 'historical' | 'latest' = 'historical',
  ): Promise<Fetched> {
    const answer = await this.#ask(endpoint, run, payer);
    return answer instanceof Refused ? gapsOf(run, answer) : answer;
  }

  /** One missing day fails a whole range: halve it to find the day, then ask `historical` about it. */
  async #range(run: DayRun, payer: Payer, refused?: Refused): Promise<Fetched> {
    const answer = refused ?? (await this.#ask('time-series', run, payer));
    if (!(answer instanceof Refused)) return answer;
    if (answer.kind === 'invalid_base') return gapsOf(run, answer);
    if (run.length === 1) return this.#single(run, payer);
    const [early, late] = halves(run);
    const first = await this.#range(early, payer);
    return join([first, await this.#range(late, payer, first.days.some(isGap) ? undefined : answer)]);
  }

  /** Returns a refusal that concerns the days; throws any other. */
  async #ask(endpoint: Ask['endpoint'], run: DayRun, payer: Payer): Promise<Fetched | Refused> {
    const { client, terms, onAnswer } = this.#options;
    try {
      const answer = await client.ask({ ...terms, endpoint, run }, payer);
      // after midnight, the latest rates are no longer those of the day that was asked for
      const isLate =
        endpoint === 'latest' && answer.served !== undefined && dayAt(answer.served) !== run.first;
      if (!isLate) await onAnswer(answer, run);
      return { days: outcomesOf(run, answer), surplus: answer.surplus, bodies: [answer.body] };
    } catch (error) {
      if (error instanceof Refused && lacks.has(error.kind)) return error;
      const isPassing = error instanceof ClaimLost || (endpoint === 'time-series' && isSeriesRefusal(error));
      if (!isPassing) this.stop(error);
      throw error;
    }
  }
}

const lacks: ReadonlySet<RefusalKind> = new Set(['not_available', 'invalid_base']);

function isSeriesRefusal(error: unknown): boolean {
  return (
    error instanceof Refused &&
    error.kind === 'not_allowed' &&
    error.feature !== 'base' &&
    error.feature !== 'symbols'
  );
}

function gapsOf(run: DayRun, { kind, served }: Refused): Fetched {
  const gap = kind === 'invalid_base' ? 'no base' : 'not available';
  const days = Array.from(eachDay(run.first, run.last), (day): Gap => ({ day, gap, served }));
  return { days, surplus: [], bodies: [] };
}
