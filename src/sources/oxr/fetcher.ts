import { eachDay } from '../../calendar/day.ts';
import { type DayRun, halves } from '../../calendar/runs.ts';
import { ClaimLost } from '../../disk/claims.ts';
import { type Answer, type Gap, isGap } from '../outcome.ts';
import { type RefusalKind, Refused } from '../refused.ts';
import type { Errand, Fetch, Request } from '../source.ts';
import type { Client } from './client.ts';

interface FetcherOptions {
  readonly client: Pick<Client, 'ask'>;
  readonly errand: Errand;
  /** Undefined until known. */
  readonly seriesAllowed?: boolean | undefined;
  readonly onSeriesRefused: () => void;
}

/** Who is given what comes of a request, and may keep it from being sent. */
interface Taker {
  readonly came: Parameters<Fetch>[1];
  readonly beforeSending: Parameters<Fetch>[2];
}

/** Where the plan has no time series it fetches the same days one by one, at the same cost. */
export class Fetcher {
  readonly #options: FetcherOptions;
  #seriesAllowed: Promise<boolean> | undefined;
  #told = false;

  constructor(options: FetcherOptions) {
    this.#options = options;
    const { seriesAllowed } = options;
    if (seriesAllowed !== undefined) this.#seriesAllowed = Promise.resolve(seriesAllowed);
  }

  /** @throws Refused, Failure */
  async fetch(...[{ endpoint, run }, came, beforeSending]: Parameters<Fetch>): Promise<void> {
    const taker = { came, beforeSending };
    if (endpoint !== 'time-series') return this.#oneByOne(run, taker, endpoint);
    // only the first request finds out; the others wait for it
    if (this.#seriesAllowed && !(await this.#seriesAllowed)) return this.#withoutSeries(run, taker);
    const fetched = this.#range(run, taker);
    this.#seriesAllowed ??= fetched.then(
      () => true,
      (error) => !isSeriesRefusal(error),
    );
    try {
      await fetched;
    } catch (error) {
      if (!isSeriesRefusal(error)) throw error;
      await this.#withoutSeries(run, taker);
    }
  }

  #withoutSeries(run: DayRun, taker: Taker): Promise<void> {
    if (!this.#told) this.#options.onSeriesRefused();
    this.#told = true;
    return this.#oneByOne(run, taker, 'historical');
  }

  /** Waits for all even if one fails: they may have been paid for. */
  async #oneByOne({ first, last }: DayRun, taker: Taker, endpoint: 'historical' | 'latest'): Promise<void> {
    const days = [...eachDay(first, last)];
    const singles = days.map((day) => this.#single({ first: day, last: day, length: 1 }, taker, endpoint));
    await Promise.allSettled(singles);
    await Promise.all(singles);
  }

  async #single(run: DayRun, taker: Taker, endpoint: 'historical' | 'latest'): Promise<Answer> {
    const answer = await this.#ask({ endpoint, run }, taker);
    return answer instanceof Refused ? this.#lacking(run, answer, taker) : answer;
  }

  async #lacking(run: DayRun, refused: Refused, { came }: Taker): Promise<Answer> {
    const answer = gapsOf(run, refused);
    await came(answer);
    return answer;
  }

  /** One missing day fails a whole range: halve it to find the day, then ask `historical` about it. False if days are missing. */
  async #range(run: DayRun, taker: Taker, refused?: Refused): Promise<boolean> {
    const answer = refused ?? (await this.#ask({ endpoint: 'time-series', run }, taker));
    if (!(answer instanceof Refused)) return isComplete(answer);
    if (answer.kind === 'invalid_base') return isComplete(await this.#lacking(run, answer, taker));
    if (run.length === 1) return isComplete(await this.#single(run, taker, 'historical'));
    const [early, late] = halves(run);
    const hasEarly = await this.#range(early, taker);
    const hasLate = await this.#range(late, taker, hasEarly ? answer : undefined);
    return hasEarly && hasLate;
  }

  /** Returns a refusal that concerns the days; throws any other. */
  async #ask(request: Request, { came, beforeSending }: Taker): Promise<Answer | Refused> {
    const { client, errand } = this.#options;
    try {
      const answer = await client.ask({ ...errand.form, ...request }, { ...errand, beforeSending });
      await came(answer);
      return answer;
    } catch (error) {
      if (error instanceof Refused && lacks.has(error.kind)) return error;
      const isPassing =
        error instanceof ClaimLost || (request.endpoint === 'time-series' && isSeriesRefusal(error));
      if (!isPassing) errand.stop(error);
      throw error;
    }
  }
}

const isComplete = ({ days }: Answer) => !days.some(isGap);

const lacks: ReadonlySet<RefusalKind> = new Set(['not_available', 'invalid_base']);

function isSeriesRefusal(error: unknown): boolean {
  return (
    error instanceof Refused &&
    error.kind === 'not_allowed' &&
    error.feature !== 'base' &&
    error.feature !== 'symbols'
  );
}

function gapsOf(run: DayRun, { kind, served }: Refused): Answer {
  const gap = kind === 'invalid_base' ? 'no base' : 'not available';
  const days = Array.from(eachDay(run.first, run.last), (day): Gap => ({ day, gap, served }));
  return { run, days, surplus: [], served };
}
