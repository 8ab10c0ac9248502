import { closeSync, ftruncateSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { countDays, parseDay } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import { ifPossible, writing } from '../errors.ts';
import { createFile, flush, flushFolder, makeFolder, randomName, temporaryIn } from '../files.ts';
import { isAlive } from '../process-mark.ts';
import type { Request } from '../sources/source.ts';

/** A response, and the days that were requested. */
export interface JournalEntry extends Request {
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
export class Journal {
  /** Paths of this process. */
  readonly #entries = new Set<string>();

  constructor(
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /**
   * Call this before the request is paid for: on a full disk nothing is then sent. The room is released in
   * the end.
   * @throws Failure
   */
  reserve({ length }: DayRun): Reservation {
    makeFolder(this.folder);
    const path = temporaryIn(this.folder);
    return writing(`in ${this.folder}`, () => {
      const reservation = { path, file: createFile(path) };
      try {
        writeWholly(reservation.file, Buffer.alloc((length + 1) * roomOfADay, ' '));
        return reservation;
      } catch (error) {
        this.release(reservation);
        throw error;
      }
    });
  }

  release({ path, file }: Reservation): void {
    ifPossible(() => closeSync(file));
    ifPossible(() => rmSync(path, { force: true }));
  }

  /**
   * Returns the path of the file; undefined if it cannot be written. When it resolves, neither a kill nor a
   * power cut can take the response.
   */
  async write(
    reservation: Reservation,
    { scope, run, received, body }: JournalEntry,
  ): Promise<string | undefined> {
    const days = scope === 'days' ? run.first : `${run.first}..${run.last}`;
    const path = join(this.folder, `${days}.${received}.${process.pid}.${randomName()}`);
    this.#entries.add(path);
    try {
      writeWholly(reservation.file, body);
      ftruncateSync(reservation.file, body.length);
      renameSync(reservation.path, path);
      await flush(reservation.file);
      await flushFolder(this.folder);
      return path;
    } catch {
      this.remove(path);
      return undefined;
    }
  }

  /** If this fails, the days of the response are merely stored once more. */
  remove(path: string): void {
    ifPossible(() => rmSync(path, { force: true }));
  }

  /** The entries of other processes. @param month `2024-01`; all by default */
  entriesOfOthers(month = ''): ForeignEntry[] {
    const names = ifPossible(() => readdirSync(this.folder)) ?? [];
    const entries = names.flatMap((name) => (name.startsWith(month) ? entryAt(this.folder, name) : []));
    return entries.filter(({ path }) => !this.#entries.has(path));
  }

  /** Its own process may be about to store its days, and removes it then. */
  isUnderWay({ received, pid }: ForeignEntry): boolean {
    return this.now() - received < minute && isAlive(pid);
  }
}

/** From the beginning of the file on. */
function writeWholly(file: number, data: Buffer) {
  for (let at = 0; at < data.length; ) at += writeSync(file, data, at, data.length - at, at);
}

/** Days, time of receipt, process, random name. */
const naming = /^(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?\.(\d+)\.(\d+)\.[0-9a-f]{12}$/;

/** None for a file of another name. */
function entryAt(folder: string, name: string): ForeignEntry[] {
  const [, start = '', end, received, pid] = naming.exec(name) ?? [];
  const first = parseDay(start);
  const last = parseDay(end ?? start);
  if (!first || !last) return [];
  const run = { first, last, length: countDays(first, last) };
  const path = join(folder, name);
  return [{ scope: end ? 'range' : 'days', run, received: Number(received), pid: Number(pid), path }];
}
