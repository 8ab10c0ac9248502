import { closeSync, ftruncateSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { countDays, parseDay } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import { flush, flushFolder, makeFolder } from '../disk/flush.ts';
import { isAlive } from '../disk/process-mark.ts';
import { createFile } from '../disk/sharing.ts';
import { readUnlinked } from '../disk/unlinked.ts';
import { randomName, temporaryIn } from '../disk/whole-file.ts';
import { ifPossible, writing, written } from '../errors.ts';

interface Origin {
  readonly wanted: 'days' | 'range';
  readonly run: DayRun;
  /** By the earlier of the local and the service's clock, in milliseconds since 1970. */
  readonly received: number;
}

export interface Entry extends Origin {
  readonly body: Buffer;
}

/** A response that another process has left. */
export interface LeftEntry extends Origin {
  /** The process that received it. */
  readonly pid: number;
  readonly path: string;
}

interface OpenFile {
  readonly path: string;
  readonly file: number;
}

const minute = 60_000;

/** Bytes that a day of a response takes. */
const roomOfADay = 4_096;

/** Responses whose days are not yet on disk. */
export class Journal {
  readonly #own = new Map<string, string>();
  /** Room on disk, and an open file, for responses that are awaited. */
  readonly #reserved = new Map<DayRun, OpenFile>();

  constructor(
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /** Call this before the request is paid for: on a full disk nothing is then sent. @throws Failure */
  reserve(run: DayRun): void {
    if (this.#reserved.has(run)) return;
    const open = this.#create();
    try {
      const room = Buffer.alloc((run.length + 1) * roomOfADay, ' ');
      writing(`in ${this.folder}`, () => writeWholly(open.file, room));
      this.#reserved.set(run, open);
    } catch (error) {
      drop(open);
      throw error;
    }
  }

  release(run: DayRun): void {
    const open = this.#reserved.get(run);
    if (open) drop(open);
    this.#reserved.delete(run);
  }

  /** When it resolves, neither a kill nor a power cut can take the response any more. @throws Failure */
  async write({ wanted, run, received, body }: Entry): Promise<void> {
    const open = this.#take(run) ?? this.#create();
    const days = wanted === 'days' ? run.first : `${run.first}..${run.last}`;
    const path = join(this.folder, `${days}.${received}.${process.pid}.${randomName()}`);
    const before = this.#own.get(keyOf(run));
    try {
      writing(path, () => {
        writeWholly(open.file, body);
        ftruncateSync(open.file, body.length);
        renameSync(open.path, path);
      });
      this.#own.set(keyOf(run), path);
      await written(path, flush(open.file));
    } catch (error) {
      drop(open);
      this.remove(run);
      throw error;
    }
    closeSync(open.file);
    await flushFolder(this.folder);
    // a response to the same request that was not usable
    if (before !== undefined) this.discard({ path: before });
  }

  has(run: DayRun): boolean {
    return this.#own.has(keyOf(run));
  }

  remove(run: DayRun): void {
    const path = this.#own.get(keyOf(run));
    if (path !== undefined) this.discard({ path });
    this.#own.delete(keyOf(run));
  }

  /** What other processes have left. @param month `2024-01`; all by default */
  left(month = ''): LeftEntry[] {
    const own = new Set(this.#own.values());
    const names = ifPossible(() => readdirSync(this.folder)) ?? [];
    return names
      .filter((name) => name.startsWith(month))
      .flatMap((name) => entryAt(join(this.folder, name), name) ?? [])
      .filter(({ path }) => !own.has(path));
  }

  /** Undefined if the response is gone: its own process has removed it. */
  read({ path }: LeftEntry): Buffer | undefined {
    return ifPossible(() => readUnlinked(path));
  }

  /** Its own process may be about to store its days, and removes it then. */
  isUnderWay({ received, pid }: LeftEntry): boolean {
    return this.now() - received < minute && isAlive(pid);
  }

  /** If this fails, the days of the response are merely stored once more. */
  discard({ path }: Pick<LeftEntry, 'path'>): void {
    ifPossible(() => rmSync(path, { force: true }));
  }

  #create(): OpenFile {
    makeFolder(this.folder);
    const path = temporaryIn(this.folder);
    return { path, file: writing(`in ${this.folder}`, () => createFile(path)) };
  }

  /** What is reserved for the run, or else the room of a longer run of which it is a part. */
  #take(run: DayRun): OpenFile | undefined {
    for (const [other, open] of this.#reserved) {
      if (run.first < other.first || other.last < run.last) continue;
      this.#reserved.delete(other);
      return open;
    }
    return undefined;
  }
}

/** From the beginning of the file on. */
function writeWholly(file: number, data: Buffer): void {
  for (let at = 0; at < data.length; ) at += writeSync(file, data, at, data.length - at, at);
}

function drop({ path, file }: OpenFile): void {
  ifPossible(() => closeSync(file));
  ifPossible(() => rmSync(path, { force: true }));
}

/** Days, time of receipt, process, random name. */
const naming = /^((\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?)\.(\d+)\.(\d+)\.[0-9a-f]{12}$/;

const keyOf = ({ first, last }: DayRun) => `${first}..${last}`;

/** Undefined for a file of another name. */
function entryAt(path: string, name: string): LeftEntry | undefined {
  const [, , start = '', rangeEnd, received, pid] = naming.exec(name) ?? [];
  const first = parseDay(start);
  const last = parseDay(rangeEnd ?? start);
  if (!first || !last) return undefined;

  const run = { first, last, length: countDays(first, last) };
  return { wanted: rangeEnd ? 'range' : 'days', run, received: Number(received), pid: Number(pid), path };
}
