import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countDays, parseDay } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import { flush, flushFolder, makeFolder } from '../disk/flush.ts';
import { isAlive } from '../disk/process-mark.ts';
import { randomName } from '../disk/whole-file.ts';
import { ifPossible } from '../errors.ts';

const minute = 60_000;

export type LeftArrival = NonNullable<ReturnType<typeof originOf>>;

export interface Arrival extends Pick<LeftArrival, 'wanted' | 'run' | 'came'> {
  readonly body: Buffer;
}

interface Own {
  readonly path: string;
  /** Undefined if it needs no flush. */
  flushed?: Promise<void>;
}

/** Answers whose days are not yet on disk. Their files outlive a killed process at once, and a power cut once they are flushed. */
export class Inbox {
  readonly #own = new Map<string, Own>();
  /** What lay there when the first answer came. Listing the folder for each would take longer with each. */
  #earlier: readonly string[] | undefined;

  constructor(
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /** Begins to flush it, but not a single day, which is held before that could help. An error shows only in `has`. */
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
      file = openSync(path, 'wx');
      writeFileSync(file, body);
    } catch {
      if (file !== undefined) closeSync(file);
      this.remove(run);
      return;
    }
    // of the same request, and not kept or not usable
    const older: Own[] = this.#earlier
      .filter((name) => naming.exec(name)?.[1] === days)
      .map((name) => ({ path: join(this.folder, name) }));
    if (before) older.push(before);
    if (run.length === 1 && older.length === 0) closeSync(file);
    else own.flushed = this.#flush(file, older);
  }

  /** Whether the last answer to this request lies there. */
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
    } finally {
      closeSync(file);
    }
  }

  remove(run: DayRun): void {
    const own = this.#own.get(keyOf(run));
    if (own) this.discard(own);
    this.#own.delete(keyOf(run));
  }

  left(month = ''): LeftArrival[] {
    const names = this.#names().filter((name) => name.startsWith(month));
    const own = new Set(Array.from(this.#own.values(), ({ path }) => path));
    return names.flatMap((name) => originOf(join(this.folder, name), name) ?? []).filter(({ path }) => !own.has(path));
  }

  /** Undefined if it is gone: its own process has removed it. */
  bodyOf({ path }: LeftArrival): Buffer | undefined {
    return ifPossible(() => readFileSync(path));
  }

  /** Its own process may still be writing it, or about to keep its days; it removes it then. */
  isUnderWay({ came, pid }: LeftArrival): boolean {
    return this.now() - came < minute && (pid === undefined || isAlive(pid));
  }

  /** On failure its days are merely kept once more. */
  discard({ path }: Pick<Own, 'path'>): void {
    ifPossible(() => rmSync(path, { force: true }));
  }

  #names(): string[] {
    return ifPossible(() => readdirSync(this.folder)) ?? [];
  }
}

/** Days, time of arrival, process, random name. */
const naming = /^((\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?)\.(\d+)(?:\.(\d+))?\.[0-9a-f]{12}$/;

const keyOf = ({ first, last }: DayRun) => `${first}..${last}`;

function originOf(path: string, name: string) {
  const [, , start = '', rangeEnd, came, pid] = naming.exec(name) ?? [];
  const [first, last] = [parseDay(start), parseDay(rangeEnd ?? start)];
  if (!first || !last) return undefined;
  return {
    wanted: rangeEnd ? ('range' as const) : ('days' as const),
    run: { first, last, length: countDays(first, last) },
    // by the earlier of the local and the service's clock, in milliseconds since 1970
    came: Number(came),
    // the process that it came to; undefined if an older version left it
    pid: pid === undefined ? undefined : Number(pid),
    path,
  };
}
