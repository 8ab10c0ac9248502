import { addDays, type Day, dayOfWeek, numberOf } from './day.ts';

/** Days from Easter Sunday of its year to the day; less than 0 before it. */
export const daysAfterEaster = (day: Day): number =>
  numberOf(day) - numberOf(easterOf(Number(day.slice(0, 4))));

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
