import { addDays, type Day, dayAt, firstDay, isFinished, parseDay, startOf } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import { isObject, type JsonObject } from '../rates/json.ts';
import { euro } from '../sources/ecb/bank.ts';
import { dayOfJson } from '../store/day-file.ts';
import { type DayDocument, NotTaken, otherBase } from './given.ts';

/** @param pivot what the rates must be relative to @param now milliseconds since 1970 */
export function readDocument({ name, date, body }: DayDocument, pivot: Code, now: number) {
  const day = parseDay(date);
  if (!day) return new NotTaken(name, 'has no day as its date');
  const reason = reasonAgainst(day, body, pivot, now);
  if (reason) return new NotTaken(name, reason);
  const rates = dayOfJson(body, day);
  return rates ?? new NotTaken(name, `has rates that are no numbers, or a ${pivot} rate other than 1`);
}

function reasonAgainst(day: Day, body: unknown, pivot: Code, now: number): string | undefined {
  if (day < firstDay) return `is before ${firstDay}`;
  // the central bank publishes a day once
  if (pivot === euro ? day > dayAt(now) : !isFinished(day, now)) return 'is of a day that is not finished';
  if (!isObject(body)) return 'is not a JSON object';
  if (body.base !== pivot) return otherBase(body.base, pivot);
  const codes = isObject(body.rates) ? Object.keys(body.rates).length : 0;
  if (codes === 0) return 'has no rates';
  if (codes > 2000) return 'has over 2,000 codes';
  return isOfAnotherDay(day, body) ? 'has the timestamp of another day' : undefined;
}

/** A service may publish a day's last rates shortly after its end, and has published them a day before. */
function isOfAnotherDay(day: Day, { timestamp }: JsonObject): boolean {
  if (typeof timestamp !== 'number') return false;
  const time = timestamp * 1000;
  return time < startOf(addDays(day, -1)) || time > startOf(addDays(day, 2));
}
