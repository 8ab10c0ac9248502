import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countDays, parseDay } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import { isAlive } from '../disk/claims.ts';
import { flush, flushFolder } from '../disk/flush.ts';
import { makeFolder } from '../disk/folder.ts';
import { randomName } from '../disk/whole-file.ts';

const minute = 60_000;

interface Origin {
  readonly endpoint: 'historical' | 'time-series';
  readonly run: DayRun;
  /** By the earlier of the local and the service's clock, in milliseconds since 1970. */
  readonly came: number;
}

export interface Arrival extends Origin {
  readonly body: Buffer;
}

/** One that another process left, or is about to keep. */
export interface LeftArrival extends Origin {
  readonly path: string;
  /** The process that it came to; undefined if an older version left it. */
  readonly pid: number | undefined;
}

/** Answers whose days are not yet on disk. Their files outlive a killed process at once, and a power cut once they are flushed. */
export class Inbox {
  readonly #folder: string;
  readonly #now: () => number;
  /** This process's own. */
  readonly #paths = new Map<string, string>();
  readonly #flushed = new Map<string, Promise<void>>();
  /** What lay there when the first answer came. Listing the folder for each would take longer with each. */
  #earlier: readonly string[] | undefined;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /**
   * Begins to flush the answer, except that of a single day, which is held before its flush could help. An error is
   * ignored: only a kill or a power cut would then lose the answer.
   */
  put({ endpoint, run, came, body }: Arrival): void {
    const days = endpoint === 'historical' ? run.first : `${run.first}..${run.last}`;
    const path = join(this.#folder, `${days}.${came}.${process.pid}.${randomName()}`);
    const own = this.#paths.get(keyOf(run));
    this.#paths.set(keyOf(run), path);
    this.#earlier ??= namesIn(this.#folder);
    let file: number | undefined;
    try {
      makeFolder(this.#folder);
      file = openSync(path, 'wx');
      writeFileSync(file, body);
    } catch {
      if (file !== undefined) closeSync(file);
      this.remove(run);
      return;
    }
    // of the same request, and not kept or not usable
    const older = this.#earlier
      .filter((name) => naming.exec(name)?.[1] === days)
      .map((name) => join(this.#folder, name));
    if (own) older.push(own);
    if (run.length === 1 && older.length === 0) closeSync(file);
    else this.#flushed.set(keyOf(run), this.#flush(file, older));
  }

  /** Resolves once the answer is on disk, as far as it can be. */
  async flushed(run: DayRun): Promise<void> {
    await this.#flushed.get(keyOf(run));
  }

  async #flush(file: number, older: readonly string[]): Promise<void> {
    try {
      await flush(file);
      await flushFolder(this.#folder);
      for (const path of older) discard(path);
    } catch {
    } finally {
      closeSync(file);
    }
  }

  remove(run: DayRun): void {
    const path = this.#paths.get(keyOf(run));
    if (path) discard(path);
    this.#paths.delete(keyOf(run));
    this.#flushed.delete(keyOf(run));
  }

  /** @param month all months if empty */
  left(month = ''): LeftArrival[] {
    const names = namesIn(this.#folder).filter((name) => name.startsWith(month));
    const own = [...this.#paths.values()];
    return names
      .flatMap((name) => originOf(join(this.#folder, name), name) ?? [])
      .filter(({ path }) => !own.includes(path));
  }

  /** Undefined if it is gone: its own process has removed it. */
  bodyOf({ path }: LeftArrival): Buffer | undefined {
    try {
      return readFileSync(path);
    } catch {
      return undefined;
    }
  }

  /** Its own process may still be writing it, or about to keep its days; it removes it then. */
  isUnderWay({ came, pid }: LeftArrival): boolean {
    return this.#now() - came < minute && (pid === undefined || isAlive(pid));
  }

  discard({ path }: LeftArrival): void {
    discard(path);
  }
}

/** Days, time of arrival, process, random name. */
const naming = /^((\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?)\.(\d+)(?:\.(\d+))?\.[0-9a-f]{12}$/;

const keyOf = ({ first, last }: DayRun) => `${first}..${last}`;

function originOf(path: string, name: string): LeftArrival | undefined {
  const [, , start = '', rangeEnd, came, pid] = naming.exec(name) ?? [];
  const [first, last] = [parseDay(start), parseDay(rangeEnd ?? start)];
  if (!first || !last) return undefined;
  return {
    endpoint: rangeEnd ? 'time-series' : 'historical',
    run: { first, last, length: countDays(first, last) },
    came: Number(came),
    pid: pid === undefined ? undefined : Number(pid),
    path,
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** On failure its days are merely kept once more. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}
