import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Day, eachDay } from '../calendar/day.ts';
import { CannotClaim } from '../disk/claims.ts';
import { hasUsable } from '../rates/day-rates.ts';
import { type DayOutcome, isGap, outcomeOf, type Whole, type WholeConnection } from '../sources/source.ts';
import type { Holdings } from './holdings.ts';
import type { Fetches } from './library.ts';

/** Fetches all days of a source at once, whichever are asked for, and keeps them. */
export function startBringing(
  connection: WholeConnection,
  holdings: Holdings | undefined,
  signal: AbortSignal,
): Fetches {
  const key = holdings ?? connection;
  const begin = () => (holdings ? keeping(connection, holdings, signal) : unkept(connection));
  const brought = underWay.get(key) ?? begin();
  underWay.set(key, brought);
  // whoever keeps may ask again later
  if (holdings) brought.finally(() => underWay.delete(key)).catch(() => {});

  return {
    async fetch({ days }, ready) {
      const found = await brought;
      ready({ days: days.map((day) => found(day) ?? { day, gap: 'not held' }), surplus: [], bodies: [] });
    },
    stop() {},
  };
}

type Find = (day: Day) => DayOutcome | undefined;

/** By holdings, else by connection. One download serves all of this process, which shares its claims. */
const underWay = new WeakMap<object, Promise<Find>>();

async function unkept(connection: WholeConnection): Promise<Find> {
  const days = (await connection.all())?.days ?? [];
  const byDay = new Map(days.map((rates) => [rates.day, outcomeOf(rates)]));
  const last = days.at(-1)?.day ?? '';
  return (day) => byDay.get(day) ?? { day, gap: day > last ? 'not yet' : 'not published' };
}

async function keeping(connection: WholeConnection, holdings: Holdings, signal: AbortSignal): Promise<Find> {
  const { claims } = holdings;
  const unusable = new Map<Day, DayOutcome>();
  const bring = async () => {
    // another run may have done so while this one waited
    const version = holdings.version();
    if (version && holdings.publication()) return;

    holdings.hasFetchedAll = true;
    const whole = await connection.all(holdings.refresh ? undefined : version);
    for (const rates of whole?.days ?? []) {
      const outcome = outcomeOf(rates);
      if (isGap(outcome)) unusable.set(rates.day, outcome);
    }
    if (whole) await keepAll(whole, holdings, signal);
    await holdings.learnAll(whole);
  };

  await claims.holding('all', signal, bring).catch((error) => {
    if (!(error instanceof CannotClaim)) throw error;
    holdings.onTrouble(error);
    return bring();
  });

  return (day) => {
    const known = holdings.known(day);
    return known && !isGap(known) ? known : (unusable.get(day) ?? known);
  };
}

/** A stored day is replaced by a refresh alone. @throws Failure */
async function keepAll({ days }: Whole, holdings: Holdings, signal: AbortSignal): Promise<void> {
  const { store, keeper, refresh } = holdings;
  const kept: Day[] = [];

  for (const [at, rates] of days.entries()) {
    if (at % 100 === 99) await letOthersRun();
    signal.throwIfAborted();
    if (!hasUsable(rates)) continue;
    const { day } = rates;
    const held = store.read(day);
    if (held && !refresh) keeper.compare(held, rates);
    else if ((await keeper.keepDay(rates, undefined, 'later')) !== 'same') kept.push(day);
  }

  await store.flush(kept);
  const published = new Set(days.map(({ day }) => day));
  const stored = new Set(store.days());
  const first = days[0]?.day;
  const last = days.at(-1)?.day;
  const absent = first && last ? [...eachDay(first, last)].filter((day) => !published.has(day)) : [];
  const { publishes } = holdings.source.calendar;
  await store.state.setUnavailable(absent.filter((day) => !stored.has(day) && publishes(day)));
  if (refresh) for (const day of stored) if (!published.has(day)) keeper.noteGone(day);
}
