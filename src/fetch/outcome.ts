import { type Day, eachDay } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Answer } from '../sources/oxr/answer.ts';

/** `not available`: so says `historical`; `no rates`: missing from a series; `no base`: no rate for the base. */
export interface Gap {
  readonly day: Day;
  readonly gap: 'not available' | 'no rates' | 'no base' | 'not held';
  /** The response's `Date`, in milliseconds since 1970. */
  readonly served?: number | undefined;
}

export type DayOutcome = DayRates | Gap;

export const isGap = (outcome: DayOutcome): outcome is Gap => 'gap' in outcome;

export function outcomesOf(
  { first, last }: DayRun,
  { days, served }: Pick<Answer, 'days' | 'served'>,
): DayOutcome[] {
  const byDay = new Map(days.map((rates) => [rates.day, rates]));
  return Array.from(eachDay(first, last), (day) => byDay.get(day) ?? { day, gap: 'no rates', served });
}

export interface Fetched {
  readonly days: readonly DayOutcome[];
  /** Dates that were not asked for, as the service wrote them. */
  readonly surplus: readonly string[];
  /** Empty if the days are kept. */
  readonly bodies: readonly Buffer[];
}

export function join(parts: readonly Fetched[]): Fetched {
  return {
    days: parts.flatMap(({ days }) => days),
    surplus: parts.flatMap(({ surplus }) => surplus),
    bodies: parts.flatMap(({ bodies }) => bodies),
  };
}

/** Takes the parts of what is fetched, in order, as soon as each is there. */
export type Ready = (part: Fetched) => void;

/** Hands over each part in its turn. Waits for all even if one fails: they may have been paid for. */
export async function inTurn(parts: readonly Promise<Fetched>[], ready: Ready): Promise<void> {
  const all = Promise.allSettled(parts);
  try {
    for (const part of parts) ready(await part);
  } finally {
    await all;
  }
}
