import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, type Day, dayAt, eachDay } from '../calendar/day.ts';
import { exit, Failure } from '../errors.ts';
import { isGap } from '../fetch/fetched.ts';
import { OverBudget, type SharedDays, type SharedFetch } from '../fetch/shared.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { accessRestricted, type ServiceError, unavailable } from '../server/service-error.ts';
import type { DaySource } from '../server/source.ts';

/** Milliseconds that a client waits for days that are not held; what comes later is kept for the next. */
const patience = 4_500;

/** Held days, and others as they can be had, as the interface answers them. */
export function servedSource(
  fetches: { readonly plain: SharedFetch; readonly alternative: SharedFetch },
  now: () => number,
): DaySource {
  return {
    async days(first, last, { alternative, tell }) {
      const fetch = alternative ? fetches.alternative : fetches.plain;
      const { outcomes, ...origin } = await inTime(fetch.get([...eachDay(first, last)])).catch((error) => {
        throw refusalOf(error, now());
      });
      tell(origin);
      const found = new Map<Day, DayRates>();
      for (const outcome of outcomes.values()) if (!isGap(outcome)) found.set(outcome.day, outcome);
      return found;
    },
  };
}

async function inTime(days: Promise<SharedDays>): Promise<SharedDays> {
  const stop = new AbortController();
  try {
    return await Promise.race([days, tooLate(stop.signal)]);
  } finally {
    stop.abort();
  }
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await sleep(patience, undefined, { signal }).catch(() => {});
  throw unavailable('The days could not be had in time. Please try again in a moment.');
}

function refusalOf(error: unknown, now: number): ServiceError | unknown {
  const tomorrow = addDays(dayAt(now), 1);
  if (error instanceof OverBudget) return accessRestricted(tomorrow);
  if (!(error instanceof Failure)) return error;
  return error.exitCode === exit.refused
    ? accessRestricted(tomorrow)
    : unavailable(`Not held, and not to be had from the service behind: ${error.message}.`);
}
