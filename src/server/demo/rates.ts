import { type Day, dayLength, startOf } from '../../calendar/day.ts';
import type { Code } from '../../rates/code.ts';
import { alternative, fixed, floating, parts, spans, tied } from './levels.ts';
import { type Place, placesOf, seedOf, stray } from './noise.ts';

interface Moment {
  /** Since the date of the levels. */
  readonly years: number;
  readonly places: readonly Place[];
}

type Course = (moment: Moment) => number;

const anchor = numberOf('2024-07-01' as Day);
const anchorPlaces = placesOf(anchor);

const courses = new Map<string, Course>();
for (const [code, rate] of Object.entries(fixed)) courses.set(code, () => rate);
for (const [code, movement] of Object.entries({ ...floating, ...alternative })) {
  courses.set(code, floatingCourse(code, ...movement));
}
for (const [code, [to, times]] of Object.entries(tied)) {
  const other = courses.get(to);
  if (other) courses.set(code, (moment) => published(code, other(moment) * times));
}
const allCodes = [...courses.keys()].sort() as Code[];
const primaryCodes = allCodes.filter((code) => !(code in alternative));

/** Per US dollar, sorted by code, the same on every machine. */
export function demoRates(day: Day, withAlternative: boolean): ReadonlyMap<Code, number> {
  const number = numberOf(day);
  const moment = { years: (number - anchor) / 365, places: placesOf(number) };
  const rates = new Map<Code, number>();
  for (const code of withAlternative ? allCodes : primaryCodes) {
    const course = courses.get(code);
    if (course && isCurrent(code, day)) rates.set(code, course(moment));
  }
  return rates;
}

function isCurrent(code: Code, day: Day): boolean {
  const [first = day, last = day] = spans[code] ?? [];
  return first <= day && day <= last;
}

function floatingCourse(code: string, level: number, daily: number, yearly = 0): Course {
  const seed = seedOf(code);
  const middle = level / (1 + stray(seed, anchorPlaces) * (daily / 100));
  return ({ years, places }) => {
    const strayed = 1 + stray(seed, places) * (daily / 100);
    return published(code, middle * rise(years, 1 + yearly / 100) * strayed);
  };
}

/** Compound growth by whole years, linear within a year. */
function rise(years: number, factor: number): number {
  const whole = Math.floor(years);
  return power(factor, whole) * (1 + (factor - 1) * (years - whole));
}

/** `**` may differ in the last digit between engines. */
function power(factor: number, exponent: number): number {
  if (exponent < 0) return 1 / power(factor, -exponent);
  let result = 1;
  for (let left = exponent, square = factor; left > 0; left >>= 1, square *= square) {
    if (left & 1) result *= square;
  }
  return result;
}

/** Rounded to the decimals that the service publishes. */
function published(code: string, rate: number): number {
  const scale = parts.get(code) ?? 1e6;
  return Math.round(rate * scale) / scale;
}

function numberOf(day: Day): number {
  return startOf(day) / dayLength;
}
