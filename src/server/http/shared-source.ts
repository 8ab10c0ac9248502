import { addDays, dayAt } from '../../calendar/day.ts';
import { exit, Failure } from '../../errors.ts';
import { pivotOf } from '../../rates/day-rates.ts';
import { type DayOutcome, type Gap, isGap, isOff, Refused, type Source } from '../../sources/source.ts';
import type { SharedDays } from '../days/shared-days.ts';
import { accessRestricted, unavailable } from './error.ts';
import type { DaySource } from './service.ts';

/** Milliseconds that a client waits for missing days; those that come later are kept for the next. */
const longestWait = 4_000;

export interface SharedByKind {
  readonly plain: SharedDays;
  /** With the alternative currencies; the plain days where the source has no others. */
  readonly alternative: SharedDays;
}

/** Days that many share, as the service's interface gives them: each failure becomes an answer. */
export function sharedSource(
  { plain, alternative }: SharedByKind,
  { pivot, currencies, has }: Pick<Source, 'pivot' | 'currencies' | 'has'>,
  now: () => number,
): DaySource {
  const sharedOf = (isAlternative: boolean) => (isAlternative ? alternative : plain);
  const refused = (error: unknown) => {
    throw refusalOf(error, now());
  };

  return {
    pivot: pivotOf(pivot),
    newest: (isAlternative) => inTime(sharedOf(isAlternative).newest()).catch(refused),
    async days(days, { alternative: isAlternative, tell }) {
      const { outcomes, fetched, cost } = await inTime(sharedOf(isAlternative).get(days)).catch(refused);

      const lacking = lackingIn(days.map((day) => outcomes.get(day) ?? { day, gap: 'not held' }));
      const origin = lacking ? 'not held' : 'held';
      const isSaid = !lacking || (!fetched && lacking.gap === origin);
      tell(
        fetched ? { cost: has.quota ? cost : 0 } : origin,
        isSaid ? undefined : `${lacking.day}: ${lacking.gap}`,
      );

      return days.flatMap((day) => {
        const outcome = outcomes.get(day);
        if (!outcome || !isGap(outcome)) return [outcome];
        return isOff(outcome) ? [] : [undefined];
      });
    },
    currencies:
      currencies &&
      (async () => {
        const held = await plain.codes();
        return held.size > 0 ? held : new Set(currencies);
      }),
  };
}

/** The first day without which there is no answer; a day without publication only where all days are such. */
function lackingIn(outcomes: readonly DayOutcome[]): Gap | undefined {
  const gaps = outcomes.filter(isGap);
  return gaps.find((gap) => !isOff(gap)) ?? (gaps.length === outcomes.length ? gaps[0] : undefined);
}

const late = 'The days did not arrive in time. Please try again in a moment.';

function inTime<T>(coming: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(unavailable(late, `nothing arrived within ${longestWait / 1000} s`));
    const timer = setTimeout(tooLate, longestWait);
    coming.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function refusalOf(error: unknown, now: number): unknown {
  if (!(error instanceof Failure)) return error;
  const isOverQuota = error instanceof Refused ? error.kind === 'quota' : error.exitCode === exit.refused;
  if (isOverQuota) return accessRestricted(addDays(dayAt(now), 1));
  return unavailable(failing, error.message);
}

const failing =
  'Not stored, and the rates service cannot provide it at the moment; the log of `ratebook serve` says why.';
