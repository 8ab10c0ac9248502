import { createReadStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { addDays, dayAt, firstDay, parseDay, startOf } from '../calendar/day.ts';
import { isObject, type JsonObject } from '../json.ts';
import { type DayRates, hasUsable, isSameSide, pivotOf, type Side } from '../rates/day-rates.ts';
import type { Source } from '../sources/source.ts';
import { dayOfJson, readSide } from '../store/day-file.ts';
import { asUtf8 } from './csv/text.ts';
import type { LinePlace, RateRow } from './rate-rows.ts';
import { damagedUtf16, UnusableFile } from './unusable-file.ts';

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

  get message(): string {
    return `${this.name} ${this.reason}`;
  }
}

/** What a file has, as it is read. As rows may have any order, their days are whole only at its end. */
export type FileContents = AsyncGenerator<Iterable<DayDocument | Rejected | RateRow>>;

export interface ImportedFile extends LinePlace {
  readonly path: string;
  readonly size: number;
  /** What the rates must be relative to. */
  readonly pivot: Side;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
}

const isPacked = (path: string) => /\.gz$/i.test(path);

/** Its bytes, unpacked, UTF-8 instead of UTF-16. @throws why it cannot be read, or the signal's reason */
export async function* piecesOf(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  // what goes wrong comes out where the pieces do
  const unpacked = isPacked(path) ? pipeline(file, createGunzip(), () => {}) : file;
  for await (const piece of asUtf8(unpacked, damagedUtf16)) {
    signal.throwIfAborted();
    yield piece;
  }
}

/** The whole file, unpacked. @throws UnusableFile if it is larger, or whatever it cannot be read for */
export function contentOf({ path, size }: ImportedFile, megabytes: number): Buffer {
  const maxOutputLength = megabytes * 1e6;
  const tooLarge = new UnusableFile(`is over ${megabytes} MB`);
  if (size > maxOutputLength) throw tooLarge;
  const bytes = readFileSync(path);
  try {
    return isPacked(path) ? gunzipSync(bytes, { maxOutputLength }) : bytes;
  } catch (error) {
    throw error instanceof RangeError ? tooLarge : error;
  }
}

/** Why rates relative to something else are refused. */
export function otherPivot(found: JsonObject, pivot: Side): string {
  const [side, relation] = 'base' in pivot ? (['base', 'relative to'] as const) : (['quote', 'in'] as const);
  const code = found[side];
  if (typeof code !== 'string') return `does not have the ${side} ${pivotOf(pivot)}`;
  const published = `only rates as they were published, ${relation} ${pivotOf(pivot)}, are taken`;
  return `has the ${side} ${code.slice(0, 12)}; ${published}`;
}

/** @param source what the rates must be relative to, and when they are final @param now milliseconds since 1970 */
export function readDocument(
  { name, date, body }: DayDocument,
  { pivot, calendar }: Pick<Source, 'pivot' | 'calendar'>,
  now: number,
): DayRates | Rejected {
  const reject = (reason: string) => new Rejected(name, reason);
  const day = parseDay(date);
  if (!day) return reject('has no day as its date');
  if (day < firstDay) return reject(`is before ${firstDay}`);
  if (day > dayAt(now) || !calendar.isFinal(day, now)) return reject('is of a day that is not finished');

  if (!isObject(body)) return reject('is not a JSON object');
  const side = readSide(body);
  if (!side || !isSameSide(side, pivot)) return reject(otherPivot(body, pivot));
  const codes = isObject(body.rates) ? Object.keys(body.rates).length : 0;
  if (codes === 0) return reject('has no rates');
  if (codes > 2000) return reject('has over 2,000 codes');
  // a service may publish a day's last rates shortly after its end, and has published them a day before
  const time = typeof body.timestamp === 'number' ? body.timestamp * 1000 : startOf(day);
  if (time < startOf(addDays(day, -1)) || time > startOf(addDays(day, 2)))
    return reject('has the timestamp of another day');

  // JSON has no other number for NaN
  const rates = dayOfJson(body, day, (value) => typeof value === 'number' || value === null);
  if (!rates) return reject(`has rates that are no numbers, or a ${pivotOf(pivot)} rate other than 1`);
  return hasUsable(rates) ? rates : reject('has no usable rate');
}
