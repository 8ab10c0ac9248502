import { type Day, eachDay } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import type { Answer } from '../client/answer.ts';
import type { DayRates } from '../rates/day-rates.ts';

/**
 * A day without rates: `historical` has said of this very day that it is not available, a series came without its rates,
 * it has none relative to the base, or it is not held and nothing may be asked.
 */
export interface Gap {
  readonly day: Day;
  readonly gap: 'not available' | 'no rates' | 'no base' | 'not held';
  /** The service's clock when it said so (milliseconds since 1970), where it is known. */
  readonly served?: number | undefined;
}

export type DayOutcome = DayRates | Gap;

export const isGap = (outcome: DayOutcome): outcome is Gap => 'gap' in outcome;

/** What an answer says of each day of the run. */
export function outcomesOf(
  { first, last }: DayRun,
  { days, served }: Pick<Answer, 'days' | 'served'>,
): DayOutcome[] {
  const byDay = new Map(days.map((rates) => [rates.day, rates]));
  return Array.from(eachDay(first, last), (day) => byDay.get(day) ?? { day, gap: 'no rates', served });
}

/** Days, in order, and what else came with them. */
export interface Fetched {
  readonly days: readonly DayOutcome[];
  /** Days that nobody asked for, as the service wrote them. */
  readonly surplus: readonly string[];
  /** As they came; nothing where the days are kept. */
  readonly bodies: readonly Buffer[];
}

export function join(parts: readonly Fetched[]): Fetched {
  return {
    days: parts.flatMap(({ days }) => days),
    surplus: parts.flatMap(({ surplus }) => surplus),
    bodies: parts.flatMap(({ bodies }) => bodies),
  };
}

/** All results; where one fails the others are still waited for, since they may have been paid for. */
export async function allSettled<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
