import { setMaxListeners } from 'node:events';
import { type Day, dayAt } from '../calendar/day.ts';
import { CannotClaim, ClaimLost } from '../disk/claims.ts';
import {
  type Answer,
  type Connection,
  type DayOutcome,
  type Errand,
  isGap,
  type Request,
  ratesIn,
} from '../sources/source.ts';
import type { Holdings } from './holdings.ts';
import type { Fetches, Ready } from './library.ts';
import { type Asked, type Part, type PlannedRequest, partsOf, requestsFor, type Unit } from './plan.ts';

interface FetchingOptions extends Pick<Errand, 'form' | 'budget' | 'signal'> {
  readonly connection: Connection;
  readonly source: Asked;
  readonly holdings: Holdings | undefined;
  readonly onDays: (count: number) => void;
}

interface Share {
  readonly unit: Unit;
  readonly part: Part;
  readonly days: UnitDays;
}

export function startFetching(options: FetchingOptions): Fetches {
  const { connection, source, holdings, form, budget, onDays } = options;
  const began = holdings?.now() ?? 0;
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
    onResponse: holdings && ((request, came) => holdings.keeper.arrived(request, came, stop)),
  });

  async function fetch(unit: Unit, ready: Ready): Promise<void> {
    const days = unitDays(unit.days, ready);
    const isFinished = (day: Day) => holdings?.store.mayKeep(day) !== false;
    await allOf(partsOf(unit, isFinished).map((part) => fetchPart({ unit, part, days })));
    days.end();
  }

  /** Days that another process is fetching are waited for. */
  async function fetchPart(share: Share): Promise<void> {
    if (!holdings) return fetchMissing(share);
    const { claims } = share.part;

    const fetchClaimed = async (check: () => void) => {
      // the last holder may have died and left answers
      for (const name of claims) await holdings.keeper.recover(holdings.journal.left(name), holdings, signal);
      await fetchMissing(share, check);
    };

    for (;;) {
      try {
        return await holdings.claims.holdingAll(claims, signal, fetchClaimed);
      } catch (error) {
        if (error instanceof ClaimLost) continue;
        if (!(error instanceof CannotClaim)) throw error;
        holdings.onTrouble(error);
        return fetchMissing(share);
      }
    }
  }

  async function fetchMissing({ unit, part, days }: Share, beforeSending?: () => void): Promise<void> {
    const found = new Map<Day, DayOutcome>();
    const requested = new Set(unit.requests.flatMap((request) => request.days));
    for (const day of unit.days) {
      const outcome = requested.has(day) ? holdings?.knownSince(day, began) : holdings?.known(day);
      if (outcome) found.set(day, outcome);
    }

    const requests = holdings ? stillMissing(part, found) : part.requests;
    days.know([...found.values()]);

    const ask = async (request: Request) => {
      const prepare = () => {
        beforeSending?.();
        // what cannot be stored is noticed before it is paid for
        if (holdings?.isJournaled(request)) holdings.keeper.reserve(request.run);
      };
      try {
        await send(request, (answer) => take(request, answer, days), prepare);
      } finally {
        holdings?.journal.release(request.run);
      }
    };
    await allOf(requests.map(ask));
  }

  async function take(request: Request, answer: Answer, days: UnitDays): Promise<void> {
    const { length } = ratesIn(answer);
    if (length > 0 && !isLate(request, answer)) {
      await holdings?.keeper.keep(answer, stop);
      onDays(length);
    } else if (length === 0) {
      holdings?.journal.remove(answer.run);
    }

    await holdings?.learn(answer.days);
    days.know(answer.days.map(asHeld), answer.surplus, holdings ? undefined : answer.body);
  }

  /** A stored day stays that the source no longer has, or whose response was put aside. */
  function asHeld(outcome: DayOutcome): DayOutcome {
    const { day } = outcome;
    if (!holdings) return outcome;
    const { keeper, refresh, store } = holdings;
    const stays = isGap(outcome) ? refresh : keeper.putAside.has(day);
    const held = stays ? store.read(day) : undefined;
    if (held && refresh && isGap(outcome)) keeper.noteGone(day);
    return held ?? outcome;
  }

  function stillMissing({ requests }: Part, found: ReadonlyMap<Day, unknown>): readonly PlannedRequest[] {
    const isDoubtful = (day: Day) => holdings?.isKnownGap(day) === true;
    return requests.flatMap((request) => {
      const missing = request.days.filter((day) => !found.has(day));
      const isWhole = missing.length === request.days.length;
      return isWhole ? [request] : requestsFor(missing, request.wanted, source, isDoubtful);
    });
  }

  return { fetch, stop };
}

/** Waits for all even if one fails: they may have been paid for. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

/** After midnight, the latest rates are no longer those of the day that was asked for. */
function isLate({ wanted, run }: Request, { served }: Answer): boolean {
  return wanted === 'newest' && served !== undefined && dayAt(served) !== run.first;
}

/** Days of a unit that become known, in any order. */
interface UnitDays {
  /** A day that has been handed over already stays as it was. @param surplus dates that were not asked for */
  know(outcomes: readonly DayOutcome[], surplus?: readonly string[], body?: Buffer): void;
  /** No more is known: the days that are left are not held. */
  end(): void;
}

/** Hands over the days of a unit in their order, each as soon as it and all before it are known. */
function unitDays(days: readonly Day[], ready: Ready): UnitDays {
  const known = new Map<Day, DayOutcome>();
  /** The body of an answer, by the first of its days. */
  const bodies = new Map<Day, Buffer>();
  const left = [...days];

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
