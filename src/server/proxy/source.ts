import { addDays, dayAt } from '../../calendar/day.ts';
import { exit, Failure } from '../../errors.ts';
import { type DayOutcome, type Gap, isGap, isOff, Refused, type Source } from '../../sources/source.ts';
import { accessRestricted, unavailable } from '../api/error.ts';
import type { DaySource } from '../api/service.ts';
import type { SharedDays } from './shared-days.ts';

/** Milliseconds that a client waits for missing days; those that come later are kept for the next. */
const patience = 4_000;

export function servedSource(
  fetches: { readonly plain: SharedDays; readonly alternative: SharedDays },
  { pivot, currencies }: Pick<Source, 'pivot' | 'currencies'>,
  now: () => number,
): DaySource {
  const sharedOf = (alternative: boolean) => (alternative ? fetches.alternative : fetches.plain);
  const refused = (error: unknown) => {
    throw refusalOf(error, now());
  };
  return {
    pivot,
    newest: (alternative) => sharedOf(alternative).newest(inTime).catch(refused),
    async days(days, { alternative, tell }) {
      const { outcomes, fetched, cost } = await sharedOf(alternative).get(days, inTime).catch(refused);
      const lacking = lackingIn(days.map((day) => outcomes.get(day) ?? { day, gap: 'not held' }));
      const origin = lacking ? 'not held' : 'held';
      const isSaid = !lacking || (!fetched && lacking.gap === origin);
      tell(fetched ? { cost } : origin, isSaid ? undefined : `${lacking.day}: ${lacking.gap}`);
      return days.flatMap((day) => {
        const outcome = outcomes.get(day);
        if (!outcome || !isGap(outcome)) return [outcome];
        return isOff(outcome) ? [] : [undefined];
      });
    },
    currencies:
      currencies &&
      (async () => {
        const held = await fetches.plain.codes();
        return held.size > 0 ? held : new Set(currencies);
      }),
  };
}

/** The first day without which there is no answer; of several, it is none on which nobody publishes. */
function lackingIn(outcomes: readonly DayOutcome[]): Gap | undefined {
  const gaps = outcomes.filter(isGap);
  return gaps.find((gap) => !isOff(gap)) ?? (gaps.length === outcomes.length ? gaps[0] : undefined);
}

const late = 'The days did not arrive in time. Please try again in a moment.';

function inTime<T>(coming: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(unavailable(late, `nothing came within ${patience / 1000} s`));
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
