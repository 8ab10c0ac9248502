import { closeSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countDays, parseDay } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import { flush, flushFolder, makeFolder } from '../disk/flush.ts';
import { isAlive } from '../disk/process-mark.ts';
import { createFile } from '../disk/sharing.ts';
import { readUnlinked } from '../disk/unlinked.ts';
import { randomName } from '../disk/whole-file.ts';
import { ifPossible } from '../errors.ts';

const minute = 60_000;

interface Origin {
  readonly wanted: 'days' | 'range';
  readonly run: DayRun;
  /** By the earlier of the local and the service's clock, in milliseconds since 1970. */
  readonly came: number;
}

export interface Arrival extends Origin {
  readonly body: Buffer;
}

/** An answer that another process has left. */
export interface LeftArrival extends Origin {
  /** The process that it came to. */
  readonly pid: number;
  readonly path: string;
}

interface Own {
  readonly path: string;
  /** Undefined if it needs no flush. */
  flushed?: Promise<void>;
}

/**
 * Answers whose days are not yet on disk. They outlive a kill at once, a power cut once they are flushed.
 */
export class Inbox {
  readonly #own = new Map<string, Own>();
  /** What lay in the folder when the first answer came. Listing it for each would take longer with each. */
  #earlier: readonly string[] | undefined;

  constructor(
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /**
   * Begins to flush the answer, but not that of a single day, which is held before a flush could help.
   * An error shows only in `has`.
   */
  put({ wanted, run, came, body }: Arrival): void {
    const days = wanted === 'days' ? run.first : `${run.first}..${run.last}`;
    const path = join(this.folder, `${days}.${came}.${process.pid}.${randomName()}`);
    const before = this.#own.get(keyOf(run));
    const own: Own = { path };
    this.#own.set(keyOf(run), own);
    this.#earlier ??= this.#names();

    let file: number | undefined;
    try {
      makeFolder(this.folder);
      file = createFile(path);
      writeFileSync(file, body);
    } catch {
      if (file !== undefined) closeSync(file);
      this.remove(run);
      return;
    }

    // answers to the same request, which were not kept or not usable
    const older: Own[] = this.#earlier
      .filter((name) => naming.exec(name)?.[1] === days)
      .map((name) => ({ path: join(this.folder, name) }));
    if (before) older.push(before);
    if (run.length === 1 && older.length === 0) closeSync(file);
    else own.flushed = this.#flush(file, older);
  }

  /** Whether the last answer to this request lies in the folder. */
  has(run: DayRun): boolean {
    return this.#own.has(keyOf(run));
  }

  /** Resolves once the answer is on disk, as far as it can be. */
  async flushed(run: DayRun): Promise<void> {
    await this.#own.get(keyOf(run))?.flushed;
  }

  async #flush(file: number, older: readonly Own[]): Promise<void> {
    try {
      await flush(file);
      await flushFolder(this.folder);
      for (const one of older) this.discard(one);
    } catch {
      // only a power cut would lose by it
    } finally {
      closeSync(file);
    }
  }

  remove(run: DayRun): void {
    const own = this.#own.get(keyOf(run));
    if (own) this.discard(own);
    this.#own.delete(keyOf(run));
  }

  /** What other processes have left. @param month `2024-01`; all by default */
  left(month = ''): LeftArrival[] {
    const own = new Set(Array.from(this.#own.values(), ({ path }) => path));
    return this.#names()
      .filter((name) => name.startsWith(month))
      .flatMap((name) => leftAt(join(this.folder, name), name) ?? [])
      .filter(({ path }) => !own.has(path));
  }

  /** Undefined if the answer is gone: its own process has removed it. */
  bodyOf({ path }: LeftArrival): Buffer | undefined {
    return ifPossible(() => readUnlinked(path));
  }

  /** Its own process may still be writing the answer, or about to keep its days, and removes it then. */
  isUnderWay({ came, pid }: LeftArrival): boolean {
    return this.now() - came < minute && isAlive(pid);
  }

  /** If this fails, the days of the answer are merely kept once more. */
  discard({ path }: Pick<Own, 'path'>): void {
    ifPossible(() => rmSync(path, { force: true }));
  }

  #names(): string[] {
    return ifPossible(() => readdirSync(this.folder)) ?? [];
  }
}

/** Days, time of arrival, process, random name. */
const naming = /^((\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?)\.(\d+)\.(\d+)\.[0-9a-f]{12}$/;

const keyOf = ({ first, last }: DayRun) => `${first}..${last}`;

/** Undefined for a file of another name. */
function leftAt(path: string, name: string): LeftArrival | undefined {
  const [, , start = '', rangeEnd, came, pid] = naming.exec(name) ?? [];
  const first = parseDay(start);
  const last = parseDay(rangeEnd ?? start);
  if (!first || !last) return undefined;

  const run = { first, last, length: countDays(first, last) };
  return { wanted: rangeEnd ? 'range' : 'days', run, came: Number(came), pid: Number(pid), path };
}
