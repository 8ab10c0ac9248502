import { addDays, type Day, dayOfWeek, eachDay, numberOf } from './day.ts';
import type { Period } from './period.ts';

/** On which days a source has rates. Times are in milliseconds since 1970. */
export interface Calendar {
  /** The first day with rates; undefined: that of 1999. */
  readonly first?: Day;
  readonly publishes: (day: Day) => boolean;
  /** The last day of which there should be rates, though they can still change. */
  readonly due: (now: number) => Day;
  /** Whether the rates of the day that are there at this time never change. */
  readonly isFinal: (day: Day, now: number) => boolean;
}

/** The last day that is due, and whose rates never change. */
export function lastFinal({ due, isFinal }: Calendar, now: number): Day {
  let day = due(now);
  while (!isFinal(day, now)) day = addDays(day, -1);
  return day;
}

/** The last of the days on which the source publishes; undefined if there is none. */
export function lastPublished(
  { first, last }: Omit<Period, 'name'>,
  publishes: Calendar['publishes'],
): Day | undefined {
  let day = last;
  while (day >= first && !publishes(day)) day = addDays(day, -1);
  return day < first ? undefined : day;
}

/** The days between the two on which there are rates. */
export function publishedBetween(last: Day, next: Day, { publishes }: Pick<Calendar, 'publishes'>): Day[] {
  return [...eachDay(addDays(last, 1), addDays(next, -1))].filter(publishes);
}

/** Days from Easter Sunday of its year to the day; less than 0 before it. */
export const daysAfterEaster = (day: Day): number =>
  numberOf(day) - numberOf(easterOf(Number(day.slice(0, 4))));

/** The Sunday after the full moon that the Gregorian calendar reckons with. */
function easterOf(year: number) {
  const ofCycle = year % 19;
  const century = Math.floor(year / 100);
  const corrections = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const age = (19 * ofCycle + corrections + 15) % 30;
  const isEarlier = age === 29 || (age === 28 && ofCycle > 10);
  const fullMoon = addDays(`${String(year).padStart(4, '0')}-03-21` as Day, isEarlier ? age - 1 : age);
  return addDays(fullMoon, 7 - dayOfWeek(fullMoon));
}
