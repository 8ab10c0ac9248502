import { type Day, isWeekend } from '../../calendar/day.ts';
import { daysAfterEaster } from '../../calendar/publishing.ts';

/** Whole years in which the day is a holiday, by the day of the year. */
const since: ReadonlyMap<string, number> = new Map(
  Object.entries({
    '01-01': 0,
    '01-06': 2011,
    '05-01': 0,
    '05-03': 0,
    '08-15': 0,
    '11-01': 0,
    '11-11': 0,
    '12-24': 2025,
    '12-25': 0,
    '12-26': 0,
  }),
);

/** Easter Monday and Corpus Christi. */
const afterEaster: ReadonlySet<number> = new Set([1, 60]);

/** Whether it is a working day in Poland, on which the bank publishes a table. */
export function isWorkingDay(day: Day): boolean {
  const first = since.get(day.slice(5)) ?? Number.POSITIVE_INFINITY;
  const isHoliday = Number(day.slice(0, 4)) >= first || afterEaster.has(daysAfterEaster(day));
  return !isWeekend(day) && !isHoliday;
}
