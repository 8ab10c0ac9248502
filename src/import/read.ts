import { addDays, type Day, firstDay, isFinished, parseDay, startOf } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { isObject, type JsonObject } from '../rates/json.ts';
import { dayOfJson } from '../store/day-file.ts';

/** What a file has as a day's rates, not yet checked. */
export interface DayDocument {
  /** A path, or a path and a line: `old.ndjson:12`. */
  readonly name: string;
  readonly date: string;
  readonly body: unknown;
}

/** What is not imported. */
export class NotTaken {
  constructor(
    readonly name: string,
    readonly reason: string,
  ) {}

  get message(): string {
    return `${this.name} ${this.reason}`;
  }
}

/** Of a document. */
export const mostBytes = 4_000_000;

export const tooLong = (name: string) => new NotTaken(name, 'is over 4 MB');

const mostCodes = 2000;

/** @param pivot what the rates must be relative to @param now milliseconds since 1970 */
export function readDocument(
  { name, date, body }: DayDocument,
  pivot: Code,
  now: number,
): DayRates | NotTaken {
  const day = parseDay(date);
  if (!day) return new NotTaken(name, 'has no day as its date');
  const reason = reasonAgainst(day, body, pivot, now);
  if (reason) return new NotTaken(name, reason);
  const rates = dayOfJson(body, day);
  return rates ?? new NotTaken(name, `has rates that are no numbers, or a ${pivot} rate other than 1`);
}

function reasonAgainst(day: Day, body: unknown, pivot: Code, now: number): string | undefined {
  if (day < firstDay) return `is before ${firstDay}`;
  if (!isFinished(day, now)) return 'is of a day that is not finished';
  if (!isObject(body)) return 'is not a JSON object';
  if (body.base !== pivot) return `does not have the base ${pivot}`;
  const codes = isObject(body.rates) ? Object.keys(body.rates).length : 0;
  if (codes === 0) return 'has no rates';
  if (codes > mostCodes) return 'has over 2,000 codes';
  return isOfAnotherDay(day, body) ? 'has the timestamp of another day' : undefined;
}

/** A service may publish a day's last rates shortly after its end, and has published them a day before. */
function isOfAnotherDay(day: Day, { timestamp }: JsonObject): boolean {
  if (typeof timestamp !== 'number') return false;
  const time = timestamp * 1000;
  return time < startOf(addDays(day, -1)) || time > startOf(addDays(day, 2));
}
