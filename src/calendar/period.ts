import { addDays, countDays, type Day, dayOfWeek, eachDay, isWeekend, lastOfMonth, monthOf } from './day.ts';

export const everyNames = ['week', 'month', 'quarter', 'year'] as const;

export type Every = (typeof everyNames)[number];

export interface Period {
  /** `2026-W34`, `2026-08`, `2026-Q3`, `2026` or any other span: `2026-08-13/2026-08-31` (ISO 8601). */
  readonly name: string;
  readonly first: Day;
  readonly last: Day;
}

export function periodOf(day: Day, every: Every): Period {
  return periods[every](day);
}

/** Named as the week, month, quarter or year that it is, if any; undefined if it ends before it begins. */
export function spanOf(first: Day, last: Day): Period | undefined {
  if (last < first) return undefined;
  const named = everyNames
    .map((every) => periodOf(first, every))
    .find((period) => period.first === first && period.last === last);
  return named ?? { name: first === last ? first : `${first}/${last}`, first, last };
}

const periods: Readonly<Record<Every, (day: Day) => Period>> = {
  week(day) {
    const monday = addDays(day, -((dayOfWeek(day) + 6) % 7));
    // ISO 8601: a week belongs to the year that its Thursday is in
    const thursday = addDays(monday, 3);
    const number = Math.ceil(countDays(firstOfYear(thursday), thursday) / 7);
    const name = `${yearOf(thursday)}-W${String(number).padStart(2, '0')}`;
    return { name, first: monday, last: addDays(monday, 6) };
  },
  month(day) {
    const month = monthOf(day);
    return { name: month, first: `${month}-01` as Day, last: lastOfMonth(month) };
  },
  quarter(day) {
    const number = Math.ceil(Number(day.slice(5, 7)) / 3);
    const months = [number * 3 - 2, number * 3].map((month) => String(month).padStart(2, '0'));
    const [first, last] = months.map((month) => `${yearOf(day)}-${month}`);
    return { name: `${yearOf(day)}-Q${number}`, first: `${first}-01` as Day, last: lastOfMonth(`${last}`) };
  },
  year(day) {
    return { name: yearOf(day), first: firstOfYear(day), last: `${yearOf(day)}-12-31` as Day };
  },
};

/** @param weekdays whether Saturdays and Sundays are left out */
export function daysOf(
  { first, last }: Pick<Period, 'first' | 'last'>,
  { weekdays }: { readonly weekdays: boolean },
): Day[] {
  const days = [...eachDay(first, last)];
  return weekdays ? days.filter((day) => !isWeekend(day)) : days;
}

const yearOf = (day: Day) => day.slice(0, 4);
const firstOfYear = (day: Day) => `${yearOf(day)}-01-01` as Day;
