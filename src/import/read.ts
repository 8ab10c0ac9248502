import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { addDays, type Day, firstDay, isFinished, parseDay, startOf } from '../calendar/day.ts';
import { failed, reasonOf } from '../errors.ts';
import type { Code } from '../rates/code.ts';
import { isObject, type JsonObject, parseJson } from '../rates/json.ts';
import { dayOfJson } from '../store/day-file.ts';
import { linesOf } from './lines.ts';

interface DayDocument {
  /** A path, or a path and a line: `old.ndjson:12`. */
  readonly name: string;
  readonly date: string;
  readonly body: unknown;
}

type Days = AsyncGenerator<DayDocument | NotTaken>;

export class NotTaken {
  constructor(
    readonly name: string,
    readonly reason: string,
    /** It may still be taken: it merely has few codes. */
    readonly isSparse = false,
  ) {}

  get message(): string {
    return `${this.name} ${this.reason}`;
  }
}

const mostBytes = 4_000_000;

const tooLong = (name: string) => new NotTaken(name, 'is over 4 MB');

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
  if (!isFinished(day, now)) return 'is of a day that is not finished';
  if (!isObject(body)) return 'is not a JSON object';
  if (body.base !== pivot) return `does not have the base ${pivot}`;
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

/**
 * Days in day files, in folders of them and in files of lines; what is none of these in a folder is passed over.
 * @throws Failure, before anything is read, if a path does not exist
 */
export async function* daysIn(paths: readonly string[], signal: AbortSignal): Days {
  const found = paths.map((path) => {
    try {
      return { path, stats: statSync(path) };
    } catch (error) {
      throw failed(`cannot read ${path}: ${reasonOf(error)}`);
    }
  });
  for (const { path, stats } of found) {
    if (stats.isDirectory()) yield* daysInFolder(path, signal);
    else yield* daysInFile(path, stats, signal);
  }
}

async function* daysInFolder(folder: string, signal: AbortSignal): Days {
  let names: string[];
  try {
    names = (await readdir(folder)).sort();
  } catch (error) {
    return yield new NotTaken(folder, `cannot be read: ${reasonOf(error)}`);
  }
  for (const [at, name] of names.entries()) {
    if (at % 100 === 99) await letOthersRun();
    signal.throwIfAborted();
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || name.startsWith('.')) continue;
    if (stats.isSymbolicLink()) yield new NotTaken(path, 'is a link');
    else if (stats.isDirectory()) yield new NotTaken(path, 'is a folder inside a folder');
    else if (hasLines(name) || name.endsWith('.json')) yield* daysInFile(path, stats, signal);
  }
}

async function* daysInFile(path: string, stats: Stats, signal: AbortSignal): Days {
  if (!stats.isFile()) yield new NotTaken(path, 'is not a file');
  else if (hasLines(path)) yield* daysOfLines(path, signal);
  else yield dayFile(path, stats);
}

const hasLines = (name: string) => /\.ndjson(\.gz)?$/i.test(name);

function dayFile(path: string, { size }: Stats): DayDocument | NotTaken {
  const date = basename(path, '.json');
  if (!parseDay(date)) return new NotTaken(path, 'is not named by a day, as 2024-01-17.json is');
  if (size > mostBytes) return tooLong(path);
  try {
    return { name: path, date, body: parseJson(readFileSync(path, 'utf8')) };
  } catch (error) {
    return new NotTaken(path, `cannot be read: ${reasonOf(error)}`);
  }
}

export async function* daysOfLines(path: string, signal: AbortSignal): Days {
  let read = 0;
  try {
    for await (const { number, text } of linesOf(path, mostBytes, signal)) {
      read = number;
      const name = `${path}:${number}`;
      if (text === undefined) {
        yield tooLong(name);
        continue;
      }
      const json = parseJson(text);
      if (isObject(json) && typeof json.date === 'string') yield { name, date: json.date, body: json.body };
      else yield new NotTaken(name, 'is not {"date":…,"body":…}');
    }
  } catch (error) {
    signal.throwIfAborted();
    const after = read > 0 ? ` after line ${read}` : '';
    // the numbers of zlib's errors mean others to the system
    const why = (error as NodeJS.ErrnoException).syscall ? reasonOf(error) : (error as Error).message;
    yield new NotTaken(path, `cannot be read${after}: ${why}`);
  }
}
