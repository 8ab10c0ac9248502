import { closeSync, ftruncateSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { countDays, type DayRun, parseDay } from '../calendar/day.ts';
import { cannotWrite, ifPossible } from '../errors.ts';
import { createFile, flush, flushFolder, isAlive, makeFolder, randomName, temporaryIn } from '../files.ts';
import type { Request } from '../sources/source.ts';

/** A response, and the days that were requested. */
interface JournalEntry extends Request {
  /** By the earlier of the local and the service's clock, in milliseconds since 1970. */
  readonly received: number;
  readonly body: Buffer;
}

/** One that another process has left. */
interface ForeignEntry extends Omit<JournalEntry, 'body'> {
  /** The process that received it. */
  readonly pid: number;
  readonly path: string;
}

const minute = 60_000;

/** Bytes that a day of a response takes. */
const roomOfADay = 4_096;

/** Space on disk, and an open file, for the response to a request. */
export interface Reservation {
  readonly path: string;
  readonly file: number;
}

/** Responses whose days are not yet on disk: a file each, which the next run stores if this one is killed. */
export interface Journal {
  readonly folder: string;
  /** Paths of this process. */
  readonly entries: Set<string>;
}

/**
 * Call this before the request is paid for: on a full disk nothing is then sent. The room is released in the
 * end.
 * @throws Failure
 */
export function reserveRoom({ folder }: Journal, { length }: DayRun): Reservation {
  makeFolder(folder);
  const path = temporaryIn(folder);
  try {
    const reservation = { path, file: createFile(path) };
    try {
      writeWholly(reservation.file, Buffer.alloc((length + 1) * roomOfADay));
      return reservation;
    } catch (error) {
      releaseRoom(reservation);
      throw error;
    }
  } catch (error) {
    throw cannotWrite(`in ${folder}`, error);
  }
}

/** Its file is there no more once the response has been written. */
export function releaseRoom({ path, file }: Reservation): void {
  try {
    closeSync(file);
    rmSync(path, { force: true });
  } catch {
    // a later run removes it
  }
}

/**
 * Returns the path of the file; undefined if it cannot be written. When it resolves, neither a kill nor a
 * power cut can take the response.
 */
export async function writeEntry(
  { folder, entries }: Journal,
  reservation: Reservation,
  { scope, run, received, body }: JournalEntry,
): Promise<string | undefined> {
  const days = scope === 'days' ? run.first : `${run.first}..${run.last}`;
  const path = join(folder, `${days}.${received}.${process.pid}.${randomName()}`);
  entries.add(path);
  try {
    writeWholly(reservation.file, body);
    ftruncateSync(reservation.file, body.length);
    renameSync(reservation.path, path);
    await flush(reservation.file);
    await flushFolder(folder);
    return path;
  } catch {
    removeEntry(path);
    return undefined;
  }
}

/** If this fails, the days of the response are only stored again. */
export function removeEntry(path: string): void {
  ifPossible(() => rmSync(path, { force: true }));
}

/** The entries of other processes. @param month `2024-01`; all by default */
export function foreignEntries({ folder, entries }: Journal, month = ''): ForeignEntry[] {
  const found: ForeignEntry[] = [];
  for (const name of ifPossible(() => readdirSync(folder)) ?? []) {
    const entry = name.startsWith(month) ? entryAt(folder, name) : undefined;
    if (entry && !entries.has(entry.path)) found.push(entry);
  }
  return found;
}

/** Its own process can be about to store its days, and removes it afterwards. */
export const isUnderWay = ({ received, pid }: ForeignEntry, now: number): boolean =>
  now - received < minute && isAlive(pid);

/** From the beginning of the file on. */
function writeWholly(file: number, data: Buffer) {
  for (let at = 0; at < data.length; ) at += writeSync(file, data, at, data.length - at, at);
}

/** Days, time of receipt, process, random name. */
const naming = /^(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?\.(\d+)\.(\d+)\.[0-9a-f]{12}$/;

/** Undefined for a file of another name. */
function entryAt(folder: string, name: string): ForeignEntry | undefined {
  const [, start = '', end, received, pid] = naming.exec(name) ?? [];
  const first = parseDay(start);
  const last = parseDay(end ?? start);
  if (!first || !last) return undefined;
  const run = { first, last, length: countDays(first, last) };
  const path = join(folder, name);
  return { scope: end ? 'range' : 'days', run, received: Number(received), pid: Number(pid), path };
}
