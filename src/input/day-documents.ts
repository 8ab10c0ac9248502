import { createReadStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { addDays, type Day, dayAt, firstDay, parseDay, startOf } from '../calendar/day.ts';
import { isObject, type JsonObject } from '../json.ts';
import { type DayRates, hasUsable, isSameSide, pivotOf, type Side } from '../rates/day-rates.ts';
import type { Source } from '../sources/source.ts';
import { dayOfJson, readSide } from '../store/day-file.ts';
import { asUtf8 } from './csv/text.ts';
import type { RateRow } from './rate-row.ts';

export interface DayDocument {
  /** A path; or a path and a line, or a day: `old.ndjson:12`, `old.csv 2024-01-17`. */
  readonly name: string;
  readonly date: string;
  readonly body: unknown;
}

export class NotTaken {
  constructor(
    readonly name: string,
    readonly reason: string,
    readonly hint?: string,
  ) {}

  get message(): string {
    return `${this.name} ${this.reason}`;
  }
}

export type DayDocuments = AsyncGenerator<DayDocument | NotTaken>;

/** What a file has, as it is read. As rows may have any order, their days are whole only at its end. */
export type FoundInFile = AsyncGenerator<Iterable<DayDocument | NotTaken | RateRow>>;

export interface GivenFile {
  readonly path: string;
  readonly size: number;
  /** What the rates must be relative to. */
  readonly pivot: Side;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** The line that is read, from 1; 0 where none is. */
  line: number;
}

type Opened = Pick<GivenFile, 'path' | 'signal'>;

/** Its bytes, unpacked, UTF-8 instead of UTF-16. @throws why it cannot be read, or the signal's reason */
export async function* piecesOf({ path, signal }: Opened): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  // what goes wrong comes out where the pieces do
  const unpacked = isPacked(path) ? pipeline(file, createGunzip(), () => {}) : file;
  for await (const piece of asUtf8(unpacked, damagedUtf16)) {
    signal.throwIfAborted();
    yield piece;
  }
}

/** The whole file, unpacked. @throws Unusable if it is larger, or whatever it cannot be read for */
export function contentOf({ path, size }: GivenFile, megabytes: number): Buffer {
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

const isPacked = (path: string) => /\.gz$/i.test(path);

/** Rates relative to something else. */
export function otherPivot(
  given: { readonly base?: unknown; readonly quote?: unknown },
  pivot: Side,
): string {
  const side = 'base' in pivot ? 'base' : 'quote';
  const code = given[side];
  if (typeof code !== 'string') return `does not have the ${side} ${pivotOf(pivot)}`;
  const published = `${side === 'base' ? 'relative to' : 'in'} ${pivotOf(pivot)}`;
  return `has the ${side} ${code.slice(0, 12)}; only rates as they were published, ${published}, are taken`;
}

/** Why a file cannot be taken, in words that follow its name. */
export class UnusableFile extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

export const damagedUtf16 = () => new UnusableFile('is UTF-16 that is cut off or damaged');

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
