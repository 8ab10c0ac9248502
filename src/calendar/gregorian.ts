// The Gregorian calendar without `Date`, by which a date of a text and back takes longer.

interface CalendarDate {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days of a year before each month, but for a leap day. */
const before = lengths.map((_, month) => lengths.slice(0, month).reduce((sum, length) => sum + length, 0));

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export function daysInMonth({ year, month }: Omit<CalendarDate, 'day'>): number {
  return month === 2 && isLeap(year) ? 29 : (lengths[month - 1] ?? 0);
}

const epoch = daysBefore({ year: 1970, month: 1, day: 1 });

/** Days from 1 January 1970 to the date. */
export const daysSince1970 = (date: CalendarDate): number => daysBefore(date) - epoch;

/** Days from 1 January of the year 1. */
function daysBefore({ year, month, day }: CalendarDate): number {
  const years = year - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  const leapDay = month > 2 && isLeap(year) ? 1 : 0;
  return 365 * years + leapDays + (before[month - 1] ?? 0) + leapDay + day - 1;
}

export function nextDate({ year, month, day }: CalendarDate): CalendarDate {
  if (day < 28 || day < daysInMonth({ year, month })) return { year, month, day: day + 1 };
  return month < 12 ? { year, month: month + 1, day: 1 } : { year: year + 1, month: 1, day: 1 };
}

/** Of a text that has the form of a day. */
export const dateOf = (text: string): CalendarDate => ({
  year: twoDigits(text, 0) * 100 + twoDigits(text, 2),
  month: twoDigits(text, 5),
  day: twoDigits(text, 8),
});

/** More than any two digits if there are other signs. */
export function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : 1000;
}

const inDigits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

/** @param date of the years 0 to 9999 */
export const textOf = ({ year, month, day }: CalendarDate): string =>
  `${inDigits[Math.floor(year / 100)]}${inDigits[year % 100]}-${inDigits[month]}-${inDigits[day]}`;
