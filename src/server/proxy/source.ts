import { addDays, dayAt } from '../../calendar/day.ts';
import { exit, Failure } from '../../errors.ts';
import type { Code } from '../../rates/code.ts';
import { isGap, isOff, Refused } from '../../sources/source.ts';
import { accessRestricted, unavailable } from '../api/error.ts';
import type { DaySource } from '../api/service.ts';
import type { SharedDays } from './shared-days.ts';

/** Milliseconds that a client waits for missing days; those that come later are kept for the next. */
const patience = 4_000;

export function servedSource(
  fetches: { readonly plain: SharedDays; readonly alternative: SharedDays },
  pivot: Code,
  now: () => number,
): DaySource {
  const sharedOf = (alternative: boolean) => (alternative ? fetches.alternative : fetches.plain);
  return {
    pivot,
    newest: (alternative) => sharedOf(alternative).newest(inTime),
    async days(days, { alternative, tell }) {
      try {
        const { outcomes, fetched, cost } = await sharedOf(alternative).get(days, inTime);
        tell(fetched ? { cost } : outcomes.size < days.length ? 'not held' : 'held');
        return days.flatMap((day) => {
          const outcome = outcomes.get(day);
          if (!outcome || !isGap(outcome)) return [outcome];
          return isOff(outcome) ? [] : [undefined];
        });
      } catch (error) {
        throw refusalOf(error, now());
      }
    },
  };
}

function inTime<T>(coming: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(unavailable('The days did not arrive in time. Please try again in a moment.'));
    const timer = setTimeout(tooLate, patience);
    coming.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function refusalOf(error: unknown, now: number): unknown {
  if (!(error instanceof Failure)) return error;
  if (error instanceof Refused ? error.kind === 'quota' : error.exitCode === exit.refused)
    return accessRestricted(addDays(dayAt(now), 1));
  const why =
    'Not stored, and the rates service cannot provide it at the moment; the log of `ratebook serve` says why.';
  return unavailable(why, error.message);
}
