import type { Day } from '../calendar/day.ts';
import type { Calendar } from '../calendar/publishing.ts';
import { count, grouped } from '../words.ts';

export type PublishingCalendar = Pick<Calendar, 'first' | 'publishes'>;

/**
 * On how many of the days the source publishes; a day with rates counts, whatever the calendar says of it.
 */
export function countPublishingDays(
  days: readonly Day[],
  { first, publishes }: PublishingCalendar,
  hasRates: (day: Day) => boolean,
): number {
  return days.filter((day) => hasRates(day) || (publishes(day) && !(first && day < first))).length;
}

/** `1 of 23 days` @param of undefined: nobody knows on how many days there should be rates */
export const daysInWords = (days: number, of?: number): string =>
  of === undefined ? count(days, 'day') : `${grouped(days)} of ${count(of, 'day')}`;

/** Whether a figure rests on too few days of its period to stand for it. */
export const isOfFewDays = (days: number, of?: number): boolean => of !== undefined && days * 2 < of;
