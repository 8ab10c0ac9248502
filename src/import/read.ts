import { type Day, firstDay, isFinished, parseDay, startOf } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { isObject, type JsonObject } from '../rates/json.ts';
import { dayOfJson } from '../store/day-file.ts';
import type { GivenDay, Refused } from './given.ts';

const mostCodes = 2000;
const dayLength = 86_400_000;

/** @param pivot what the rates must be relative to @param now milliseconds since 1970 */
export function readGiven({ name, date, body }: GivenDay, pivot: Code, now: number): DayRates | Refused {
  const day = parseDay(date);
  const refused = day ? reasonAgainst(day, body, pivot, now) : 'has no day as its date';
  if (refused || !day) return { name, refused: refused ?? '' };
  return (
    dayOfJson(body, day) ?? {
      name,
      refused: `has rates that are no numbers, or a ${pivot} rate other than 1`,
    }
  );
}

function reasonAgainst(day: Day, body: unknown, pivot: Code, now: number): string | undefined {
  if (day < firstDay) return `is before ${firstDay}`;
  if (!isFinished(day, now)) return 'is of a day that is not finished';
  if (!isObject(body)) return 'is not a JSON object';
  if (body.base !== pivot) return `does not have the base ${pivot}`;
  if (!isObject(body.rates)) return 'has no rates';
  const codes = Object.keys(body.rates).length;
  if (codes === 0) return 'has no rates';
  if (codes > mostCodes) return 'has over 2,000 codes';
  return isOfAnotherDay(day, body) ? 'has the timestamp of another day' : undefined;
}

/** A service may publish a day's last rates shortly after its end, and has published them a day before. */
function isOfAnotherDay(day: Day, { timestamp }: JsonObject): boolean {
  if (typeof timestamp !== 'number') return false;
  const time = timestamp * 1000;
  return time < startOf(day) - dayLength || time > startOf(day) + 2 * dayLength;
}
