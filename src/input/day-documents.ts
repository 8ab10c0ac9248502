import { addDays, dayAt, firstDay, parseDay, startOf } from '../calendar/day.ts';
import { isObject, type JsonObject } from '../json.ts';
import { type DayRates, hasUsable, isSamePivot, type Pivot, pivotCode } from '../rates/day-rates.ts';
import type { Source } from '../sources/source.ts';
import { dayOfJson, readPivot } from '../store/day-file.ts';

export interface DayDocument {
  /** A path; or a path and a line, or a day: `old.ndjson:12`, `old.csv 2024-01-17`. */
  readonly name: string;
  readonly date: string;
  readonly body: unknown;
}

/** A document, or a file, that cannot be imported. */
export class Rejected {
  constructor(
    readonly name: string,
    readonly reason: string,
    readonly hint?: string,
  ) {}
}

/** Why rates relative to something else are refused. */
export function otherPivot(found: JsonObject, pivot: Pivot): string {
  const [filePivot, relation] =
    'base' in pivot ? (['base', 'relative to'] as const) : (['quote', 'in'] as const);
  const code = found[filePivot];
  if (typeof code !== 'string') return `does not have the ${filePivot} ${pivotCode(pivot)}`;
  const published = `only rates as they were published, ${relation} ${pivotCode(pivot)}, are taken`;
  return `has the ${filePivot} ${code.slice(0, 12)}; ${published}`;
}

/**
 * @param source what the rates must be relative to, and when they are final @param now milliseconds since
 * 1970
 */
export function readDocument(
  { name, date, body }: DayDocument,
  { pivot, calendar }: Pick<Source, 'pivot' | 'calendar'>,
  now: number,
): DayRates | Rejected {
  const reject = (reason: string) => new Rejected(name, reason);
  const day = parseDay(date);
  if (!day) return reject('does not have a valid date');
  if (day < firstDay) return reject(`is before ${firstDay}`);
  if (day > dayAt(now) || !calendar.isFinal(day, now)) return reject('is of a day that is not finished');

  if (!isObject(body)) return reject('is not a JSON object');
  const filePivot = readPivot(body);
  if (!filePivot || !isSamePivot(filePivot, pivot)) return reject(otherPivot(body, pivot));
  const codes = isObject(body.rates) ? Object.keys(body.rates).length : 0;
  if (codes === 0) return reject('has no rates');
  if (codes > 2000) return reject('has over 2,000 codes');
  // a service may publish a day's last rates shortly after its end, and has published them a day before
  const time = typeof body.timestamp === 'number' ? body.timestamp * 1000 : startOf(day);
  if (time < startOf(addDays(day, -1)) || time > startOf(addDays(day, 2)))
    return reject('has the timestamp of another day');

  // JSON has no other number for NaN
  const rates = dayOfJson(body, day, (value) => typeof value === 'number' || value === null);
  if (!rates) return reject(`has rates that are not numbers, or a ${pivotCode(pivot)} rate other than 1`);
  return hasUsable(rates) ? rates : reject('has no usable rate');
}
