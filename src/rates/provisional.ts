import { type Day, dayAt, dayLength, isFinished } from '../calendar/day.ts';
import type { DayRates } from './day-rates.ts';

type Timed = Pick<DayRates, 'timestamp'>;

/** Whether the rates of the day may still change. @param now in milliseconds since 1970 */
export const isRunning = ({ day, isFinal }: Pick<DayRates, 'day' | 'isFinal'>, now: number): boolean =>
  !isFinal && !isFinished(day, now);

/** `2026-11-21T22:00:17Z`; undefined if it is not known, or if no rates can have been published then. */
export function publicationOf({ timestamp = -1 }: Timed, now: number): string | undefined {
  const time = timestamp * 1000;
  if (time < 0 || time > now + dayLength) return undefined;
  return new Date(time).toISOString().replace(/\.\d+/, '');
}

/** `2026-11-21 22:00 UTC`; undefined where `publicationOf` is. */
export function publishedAt(rates: Timed, now: number): string | undefined {
  const time = publicationOf(rates, now);
  return time && `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

export function notOver(day: Day, now: number): string {
  const state = day === dayAt(now) ? 'is not over' : 'has only just ended';
  return `${day} ${state}: its rates may still change`;
}

/** `2026-11-21 22:00 UTC; 2026-11-21 is not over: its rates may still change` */
export function runningLine(rates: DayRates, now: number): string {
  const published = publishedAt(rates, now);
  const line = notOver(rates.day, now);
  return published ? `${published}; ${line}` : line;
}
