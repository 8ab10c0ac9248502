import { setMaxListeners } from 'node:events';
import { type Day, dayAt, eachDay, monthOf } from '../calendar/day.ts';
import { CannotClaim, ClaimLost } from '../disk/claims.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import {
  type Answer,
  type Connection,
  type DayOutcome,
  type Errand,
  isGap,
  type Request,
  ratesIn,
} from '../sources/source.ts';
import type { LeftArrival } from '../store/inbox.ts';
import type { Holdings } from './holdings.ts';
import type { Fetches, Ready } from './library.ts';
import { requestsFor, type Unit } from './plan.ts';

interface FetchingOptions extends Pick<Errand, 'form' | 'budget' | 'signal'> {
  readonly connection: Connection;
  /** Undefined if nothing is kept. */
  readonly holdings: Holdings | undefined;
  readonly onDays: (count: number) => void;
}

export function startFetching(options: FetchingOptions): Fetches {
  const { connection, holdings, form, budget, onDays } = options;
  const stopping = new AbortController();
  const stop = (reason: unknown) => stopping.abort(reason);
  const signal = AbortSignal.any([options.signal, stopping.signal]);
  // every waiting request adds a listener
  setMaxListeners(0, signal);
  const send = connection.begin({
    form,
    budget,
    signal,
    stop,
    onResponse: holdings && ((request, came) => holdings.keeper.arrived(request, came)),
  });

  /** A month that another process is fetching is waited for. */
  async function fetch(unit: Unit, ready: Ready, codes?: ReadonlySet<Code>): Promise<void> {
    const days = unitDays(unit.days, ready);
    const missing = (check?: () => void) => fetchMissing(unit, days, codes, check);
    const keepable = unit.requests.find(({ run }) => holdings?.store.mayKeep(run.first));
    if (!holdings || !keepable) return missing();
    const month = monthOf(keepable.run.first);
    for (;;) {
      try {
        return await holdings.claims.holding(month, signal, async (check) => {
          // the last holder may have died and left answers
          await recover(holdings, holdings.inbox.left(month), signal);
          await missing(check);
        });
      } catch (error) {
        if (error instanceof ClaimLost) continue;
        if (!(error instanceof CannotClaim)) throw error;
        holdings.onTrouble(error);
        return missing();
      }
    }
  }

  /** Waits for all requests even if one fails: they may have been paid for. */
  async function fetchMissing(
    unit: Unit,
    days: UnitDays,
    codes: ReadonlySet<Code> | undefined,
    beforeSending?: () => void,
  ): Promise<void> {
    const found = holdings?.find(unit.days);
    for (const { run } of unit.requests)
      for (const day of eachDay(run.first, run.last)) if (holdings?.isDue(day, codes)) found?.delete(day);
    const requests = found ? stillMissing(unit, found) : unit.requests;
    days.know([...(found?.values() ?? [])]);
    const fetched = requests.map((request) =>
      send(request, (answer) => take(request, answer, days), beforeSending),
    );
    await Promise.allSettled(fetched);
    await Promise.all(fetched);
    days.end();
  }

  async function take(request: Request, answer: Answer, days: UnitDays): Promise<void> {
    const { length } = ratesIn(answer);
    if (length > 0 && !isLate(request, answer)) {
      await holdings?.keeper.keep(answer);
      onDays(length);
    }
    for (const outcome of answer.days) await holdings?.learn(outcome);
    days.know(answer.days.map(orSparse), answer.surplus, holdings ? undefined : answer.body);
  }

  /** What came with few codes, and is lacking now, is better than nothing. */
  function orSparse(outcome: DayOutcome): DayOutcome {
    const { day } = outcome;
    return (isGap(outcome) && holdings?.store.sparse.has(day) && holdings.store.read(day)) || outcome;
  }

  function stillMissing({ days, requests }: Unit, found: ReadonlyMap<Day, unknown>): Request[] {
    return requests.flatMap((request) => {
      const { first, last, length } = request.run;
      const missing = days.filter((day) => first <= day && day <= last && !found.has(day));
      return missing.length === length
        ? [request]
        : requestsFor(missing, request.endpoint, (day) => holdings?.gaps.isKnown(day) === true);
    });
  }

  return { fetch, stop };
}

/** After midnight, the latest rates are no longer those of the day that was asked for. */
function isLate({ endpoint, run }: Request, { served }: Answer): boolean {
  return endpoint === 'latest' && served !== undefined && dayAt(served) !== run.first;
}

type UnitDays = ReturnType<typeof unitDays>;

/** Hands over the days of a unit in their order, each as soon as it and all before it are known. */
function unitDays(days: readonly Day[], ready: Ready) {
  const known = new Map<Day, DayOutcome>();
  /** By the first of the days that came in it. */
  const bodies = new Map<Day, Buffer>();
  const left = [...days];

  /** A day that has been handed over already stays as it was. @param surplus dates that were not asked for */
  function know(outcomes: readonly DayOutcome[], surplus: readonly string[] = [], body?: Buffer): void {
    const [first] = outcomes;
    if (first && body) bodies.set(first.day, body);
    for (const outcome of outcomes) known.set(outcome.day, outcome);
    const unknown = left.findIndex((day) => !known.has(day));
    const given = left.splice(0, unknown < 0 ? left.length : unknown);
    if (given.length === 0 && surplus.length === 0) return;
    ready({
      days: given.flatMap((day) => known.get(day) ?? []),
      surplus,
      bodies: given.flatMap((day) => bodies.get(day) ?? []),
    });
  }

  function end(): void {
    const unknown = left.filter((day) => !known.has(day));
    know(unknown.map((day) => ({ day, gap: 'not held' })));
  }

  return { know, end };
}

/**
 * Keeps the days of answers that killed processes and power cuts left behind; what cannot be kept is left for the next run.
 * Returns what is to be told of them.
 */
export async function recover(holdings: Holdings, left: readonly LeftArrival[], signal: AbortSignal) {
  const { inbox, keeper, source, store } = holdings;
  /** Only days that lack something, so that the others can leave memory. */
  const toTell = { days: [] as DayRates[], surplus: [] as string[] };
  const done: LeftArrival[] = [];
  const kept: Day[] = [];
  for (const arrival of left) {
    signal.throwIfAborted();
    const body = inbox.bodyOf(arrival);
    if (!body) continue;
    const answer = await source.read?.(arrival, { body, served: arrival.came });
    if (answer) {
      const days = ratesIn(answer);
      toTell.days.push(...days.filter(({ dropped }) => dropped));
      toTell.surplus.push(...answer.surplus);
      for (const outcome of answer.days) await holdings.learn(outcome);
      for (const { day } of days) if (store.mayKeep(day, answer.served)) store.removeTorn(day);
      if (!(await keeper.keepDays(answer, 'later'))) continue;
      kept.push(...days.map(({ day }) => day));
    } else if (inbox.isUnderWay(arrival)) continue;
    // the process that left what is unusable could not have used it either
    done.push(arrival);
  }
  if (await keeper.flush(kept)) for (const arrival of done) inbox.discard(arrival);
  return toTell;
}
