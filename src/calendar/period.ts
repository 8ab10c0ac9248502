import { addDays, countDays, type Day, dayOfWeek, eachDay, isWeekend, lastOfMonth } from './day.ts';

export const everyNames = ['week', 'month', 'quarter', 'year'] as const;

export type Every = (typeof everyNames)[number];

export interface Period {
  /** `2026-W34`, `2026-08`, `2026-Q3`, `2026` or any other span: `2026-08-13/2026-08-31` (ISO 8601). */
  readonly name: string;
  readonly first: Day;
  readonly last: Day;
}

export function periodOf(day: Day, every: Every): Period {
  if (every === 'week') return weekOf(day);
  const [year = '', month] = day.split('-');
  const length = monthsIn[every];
  const number = Math.ceil(Number(month) / length);
  const [first = '', last = ''] = [(number - 1) * length + 1, number * length].map(
    (each) => `${year}-${String(each).padStart(2, '0')}`,
  );
  const names = { month: first, quarter: `${year}-Q${number}`, year };
  return { name: names[every], first: `${first}-01` as Day, last: lastOfMonth(last) };
}

const monthsIn = { month: 1, quarter: 3, year: 12 };

function weekOf(day: Day): Period {
  const monday = addDays(day, -((dayOfWeek(day) + 6) % 7));
  // ISO 8601: a week belongs to the year that its Thursday is in
  const thursday = addDays(monday, 3);
  const year = thursday.slice(0, 4);
  const number = Math.ceil(countDays(`${year}-01-01` as Day, thursday) / 7);
  return { name: `${year}-W${String(number).padStart(2, '0')}`, first: monday, last: addDays(monday, 6) };
}

/** Named as the week, month, quarter or year that it is, if any; undefined if it ends before it begins. */
export function spanOf(first: Day, last: Day): Period | undefined {
  if (last < first) return undefined;
  const named = everyNames
    .map((every) => periodOf(first, every))
    .find((period) => period.first === first && period.last === last);
  return named ?? { name: first === last ? first : `${first}/${last}`, first, last };
}

/** @param weekdays whether Saturdays and Sundays are left out */
export function daysOf({ first, last }: Omit<Period, 'name'>, weekdays: boolean): Day[] {
  const days = [...eachDay(first, last)];
  return weekdays ? days.filter((day) => !isWeekend(day)) : days;
}
