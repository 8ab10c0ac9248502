import { eachDay } from '../../calendar/day.ts';
import { type DayRun, halves } from '../../calendar/runs.ts';
import { ClaimLost } from '../../disk/claims.ts';
import { type Answer, type Errand, type Fetch, type Gap, isGap, Refused, type Request } from '../source.ts';
import type { Client } from './client.ts';

interface Fetcher {
  readonly client: Pick<Client, 'ask'>;
  readonly errand: Errand;
  /** Undefined until known. */
  readonly seriesAllowed?: boolean | undefined;
  readonly onSeriesRefused: () => void;
}

/** Where the plan has no time series it fetches the same days one by one, at the same cost. */
export function fetchOf({ client, errand, onSeriesRefused, seriesAllowed }: Fetcher): Fetch {
  let isAllowed = seriesAllowed === undefined ? undefined : Promise.resolve(seriesAllowed);
  let isTold = false;
  return async ({ endpoint, run }, came, beforeSending) => {
    const asking = new Asking(client, errand, came, beforeSending);
    if (endpoint !== 'time-series') return asking.oneByOne(run, endpoint);
    const withoutSeries = () => {
      if (!isTold) onSeriesRefused();
      isTold = true;
      return asking.oneByOne(run, 'historical');
    };
    // only the first request finds out; the others wait for it
    if (isAllowed && !(await isAllowed)) return withoutSeries();
    const fetched = asking.range(run);
    isAllowed ??= fetched.then(
      () => true,
      (error) => !isSeriesRefusal(error),
    );
    try {
      await fetched;
    } catch (error) {
      if (!isSeriesRefusal(error)) throw error;
      await withoutSeries();
    }
  };
}

/** The requests for the days of one. */
class Asking {
  constructor(
    readonly client: Fetcher['client'],
    readonly errand: Errand,
    readonly came: Parameters<Fetch>[1],
    readonly beforeSending: Parameters<Fetch>[2],
  ) {}

  /** Waits for all even if one fails: they may have been paid for. */
  async oneByOne({ first, last }: DayRun, endpoint: 'historical' | 'latest'): Promise<void> {
    const days = [...eachDay(first, last)];
    const singles = days.map((day) => this.#single({ first: day, last: day, length: 1 }, endpoint));
    await Promise.allSettled(singles);
    await Promise.all(singles);
  }

  /** One missing day fails a whole range: halve it to find the day, then ask `historical` about it. False if days are missing. */
  async range(run: DayRun, refused?: Refused): Promise<boolean> {
    const answer = refused ?? (await this.#ask({ endpoint: 'time-series', run }));
    if (!(answer instanceof Refused)) return isComplete(answer);
    if (answer.kind === 'invalid_base') return isComplete(await this.#lacking(run, answer));
    if (run.length === 1) return isComplete(await this.#single(run, 'historical'));
    const [early, late] = halves(run);
    const hasEarly = await this.range(early);
    const hasLate = await this.range(late, hasEarly ? answer : undefined);
    return hasEarly && hasLate;
  }

  async #single(run: DayRun, endpoint: 'historical' | 'latest'): Promise<Answer> {
    const answer = await this.#ask({ endpoint, run });
    return answer instanceof Refused ? this.#lacking(run, answer) : answer;
  }

  async #lacking(run: DayRun, { kind, served }: Refused): Promise<Answer> {
    const gap = kind === 'invalid_base' ? 'no base' : 'not available';
    const days = Array.from(eachDay(run.first, run.last), (day): Gap => ({ day, gap, served }));
    const answer = { run, days, surplus: [], served };
    await this.came(answer);
    return answer;
  }

  /** Returns a refusal that concerns the days; throws any other. */
  async #ask(request: Request): Promise<Answer | Refused> {
    const { client, errand, came, beforeSending } = this;
    try {
      const answer = await client.ask({ ...errand.form, ...request }, { ...errand, beforeSending });
      await came(answer);
      return answer;
    } catch (error) {
      if (error instanceof Refused && (error.kind === 'not_available' || error.kind === 'invalid_base'))
        return error;
      const isPassing =
        error instanceof ClaimLost || (request.endpoint === 'time-series' && isSeriesRefusal(error));
      if (!isPassing) errand.stop(error);
      throw error;
    }
  }
}

const isComplete = ({ days }: Answer) => !days.some(isGap);

const isSeriesRefusal = (error: unknown) =>
  error instanceof Refused &&
  error.kind === 'not_allowed' &&
  error.feature !== 'base' &&
  error.feature !== 'symbols';
