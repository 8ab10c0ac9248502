import { addDays, type Day, dayOfWeek, isWeekend, numberOf } from '../../calendar/day.ts';

const holidays: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26']);

/** Payments stood still before the year 2000, and before the euro came in cash. */
const closedOnce: ReadonlySet<string> = new Set(['1999-12-31', '2001-12-31']);

/** Whether the bank publishes rates on the day. */
export function isWorkingDay(day: Day): boolean {
  if (isWeekend(day) || holidays.has(day.slice(5)) || closedOnce.has(day)) return false;
  // in its first year the bank worked at Easter
  if (day < '2000') return true;

  const afterEaster = numberOf(day) - numberOf(easterOf(Number(day.slice(0, 4))));
  // Good Friday and Easter Monday
  return afterEaster !== -2 && afterEaster !== 1;
}

/** The Sunday after the full moon that the Gregorian calendar reckons with. */
function easterOf(year: number): Day {
  const ofCycle = year % 19;
  const century = Math.floor(year / 100);
  const corrections = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const age = (19 * ofCycle + corrections + 15) % 30;
  const isEarlier = age === 29 || (age === 28 && ofCycle > 10);
  const fullMoon = addDays(`${String(year).padStart(4, '0')}-03-21` as Day, isEarlier ? age - 1 : age);
  return addDays(fullMoon, 7 - dayOfWeek(fullMoon));
}
