import { type Day, eachDay } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import type { Answer, Oddity } from '../client/answer.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Unit } from './plan.ts';

/**
 * A day that is not to be had: the service does not have it, or not relative to the base asked for, or without any rates, or it
 * is not held and nothing may be asked.
 */
export interface Gap {
  readonly day: Day;
  readonly gap: 'not available' | 'no rates' | 'no base' | 'not held';
  /** The service's clock when it said so (milliseconds since 1970), where it is known. */
  readonly served?: number | undefined;
}

export type DayOutcome = DayRates | Gap;

export const isGap = (outcome: DayOutcome): outcome is Gap => 'gap' in outcome;

/** Of each day of the run what an answer to it says. */
export function outcomesOf(
  { first, last }: DayRun,
  { days, oddities, served }: Pick<Answer, 'days' | 'oddities' | 'served'>,
): DayOutcome[] {
  const byDay = new Map(days.map((rates) => [rates.day, rates]));
  const blank = new Set(oddities.flatMap((oddity) => (oddity.kind === 'blank' ? oddity.day : [])));
  return Array.from(
    eachDay(first, last),
    (day) => byDay.get(day) ?? { day, gap: blank.has(day) ? 'no rates' : 'not available', served },
  );
}

/** Days, in order, and what else the answers brought that had them. */
export interface Fetched {
  readonly days: readonly DayOutcome[];
  readonly oddities: readonly Oddity[];
  /** As they came; nothing where the days are kept. */
  readonly bodies: readonly Buffer[];
}

/** Has the days of a unit, from wherever they come. */
export type Fetch = (unit: Unit) => Promise<Fetched>;

export function join(parts: readonly Fetched[]): Fetched {
  return {
    days: parts.flatMap(({ days }) => days),
    oddities: parts.flatMap(({ oddities }) => oddities),
    bodies: parts.flatMap(({ bodies }) => bodies),
  };
}

/** All results; where one fails, the others are waited for all the same, since they may have been paid for. */
export async function allSettled<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
