import { eachDay } from '../../calendar/day.ts';
import { type DayRun, halves } from '../../calendar/runs.ts';
import { ClaimLost } from '../../disk/claims.ts';
import {
  type Answer,
  type Errand,
  type Fetch,
  type Gap,
  isGap,
  type OnAnswer,
  Refused,
  type Request,
  type Wanted,
} from '../source.ts';
import type { Client } from './client.ts';
import type { Series } from './series.ts';

type Asked = Pick<Client, 'ask'>;

/** Where the plan has no time series it fetches the same days one by one, at the same cost. */
export function fetchOf(client: Asked, errand: Errand, series: Series): Fetch {
  const known = series.allowed();
  let isAllowed = known === undefined ? undefined : Promise.resolve(known);
  let isTold = false;

  return async ({ wanted, run }, came, beforeSending) => {
    const { oneByOne, range } = waysToAsk({ client, errand, came, beforeSending });
    if (wanted !== 'range') return oneByOne(run, wanted);

    const withoutSeries = () => {
      if (!isTold) series.refused();
      isTold = true;
      return oneByOne(run, 'days');
    };
    // only the first request finds out; the others wait for it
    if (isAllowed && !(await isAllowed)) return withoutSeries();
    const fetched = range(run);
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

interface Asking {
  readonly client: Asked;
  readonly errand: Errand;
  readonly came: OnAnswer;
  readonly beforeSending: (() => void) | undefined;
}

interface Ways {
  oneByOne(run: DayRun, wanted: OfOneDay): Promise<void>;
  /** False if days are missing. @throws Refused if the plan has no time series */
  range(run: DayRun): Promise<boolean>;
}

type OfOneDay = Exclude<Wanted, 'range'>;

function waysToAsk({ client, errand, came, beforeSending }: Asking): Ways {
  /** Waits for all even if one fails: they may have been paid for. */
  async function oneByOne({ first, last }: DayRun, wanted: OfOneDay): Promise<void> {
    const days = [...eachDay(first, last)];
    const singles = days.map((day) => single({ first: day, last: day, length: 1 }, wanted));
    await Promise.allSettled(singles);
    await Promise.all(singles);
  }

  /**
   * One missing day fails a whole range: halves it to find the day, then asks for that alone.
   * @param refused how the range is known to be refused
   */
  async function range(run: DayRun, refused?: Refused): Promise<boolean> {
    const answer = refused ?? (await ask({ wanted: 'range', run }));
    if (!(answer instanceof Refused)) return isComplete(answer);
    if (answer.kind === 'invalid_base') return isComplete(await lacking(run, answer));
    if (run.length === 1) return isComplete(await single(run, 'days'));

    const [early, late] = halves(run);
    const hasEarly = await range(early);
    const hasLate = await range(late, hasEarly ? answer : undefined);
    return hasEarly && hasLate;
  }

  async function single(run: DayRun, wanted: OfOneDay): Promise<Answer> {
    const answer = await ask({ wanted, run });
    return answer instanceof Refused ? lacking(run, answer) : answer;
  }

  async function lacking(run: DayRun, { kind, served }: Refused): Promise<Answer> {
    const gap = kind === 'invalid_base' ? 'no base' : 'not available';
    const days = Array.from(eachDay(run.first, run.last), (day): Gap => ({ day, gap, served }));
    const answer = { run, days, surplus: [], served };
    await came(answer);
    return answer;
  }

  /** Gives refusals that tell something of the days; any other ends the errand. */
  async function ask(request: Request): Promise<Answer | Refused> {
    try {
      const answer = await client.ask({ ...errand.form, ...request }, { ...errand, beforeSending });
      await came(answer);
      return answer;
    } catch (error) {
      if (isOfDays(error)) return error;
      const isPassing = error instanceof ClaimLost || (request.wanted === 'range' && isSeriesRefusal(error));
      if (!isPassing) errand.stop(error);
      throw error;
    }
  }

  return { oneByOne, range };
}

const isComplete = ({ days }: Answer) => !days.some(isGap);

const isOfDays = (error: unknown): error is Refused =>
  error instanceof Refused && (error.kind === 'not_available' || error.kind === 'invalid_base');

function isSeriesRefusal(error: unknown): boolean {
  if (!(error instanceof Refused) || error.kind !== 'not_allowed') return false;
  return error.feature !== 'base' && error.feature !== 'symbols';
}
