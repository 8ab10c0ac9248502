import { addDays, type Day, dayAt, firstDay, parseDay, startOf } from '../calendar/day.ts';
import { isObject, type JsonObject } from '../json.ts';
import { type DayRates, hasUsable, isSameSide, pivotOf } from '../rates/day-rates.ts';
import type { Source } from '../sources/source.ts';
import { dayOfJson, readSide } from '../store/day-file.ts';
import { type DayDocument, NotTaken, otherPivot } from './day-documents.ts';

/** What the rates must be relative to, and when they never change. */
type Publisher = Pick<Source, 'pivot' | 'calendar'>;

/** @param now milliseconds since 1970 */
export function readDocument(document: DayDocument, source: Publisher, now: number): DayRates | NotTaken {
  const { name, date, body } = document;
  const day = parseDay(date);
  if (!day) return new NotTaken(name, 'has no day as its date');

  const reason = reasonAgainstDay(day, source, now) ?? reasonAgainst(body, day, source);
  if (reason) return new NotTaken(name, reason);

  const pivot = pivotOf(source.pivot);
  const rates = dayOfJson(body, day, isUnusable);
  if (!rates) return new NotTaken(name, `has rates that are no numbers, or a ${pivot} rate other than 1`);
  return hasUsable(rates) ? rates : new NotTaken(name, 'has no usable rate');
}

/** JSON has no other number for what is none. */
const isUnusable = (value: unknown) => typeof value === 'number' || value === null;

function reasonAgainstDay(day: Day, { calendar }: Publisher, now: number): string | undefined {
  if (day < firstDay) return `is before ${firstDay}`;
  const isRunning = day > dayAt(now) || !calendar.isFinal(day, now);
  return isRunning ? 'is of a day that is not finished' : undefined;
}

function reasonAgainst(body: unknown, day: Day, { pivot }: Publisher): string | undefined {
  if (!isObject(body)) return 'is not a JSON object';
  const side = readSide(body);
  if (!side || !isSameSide(side, pivot)) return otherPivot(body, pivot);
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
