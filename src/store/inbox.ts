import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countDays, type Day, parseDay } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import { makeFolder } from '../disk/folder.ts';
import { randomName } from '../disk/names.ts';

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

/** An answer that another process left, or is about to keep. */
export interface Left extends Origin {
  readonly path: string;
}

/** Answers whose days are not held yet, in files that outlive a killed process even without a flush. */
export class Inbox {
  readonly #folder: string;
  readonly #now: () => number;
  /** This process's own, by first day. */
  readonly #paths = new Map<Day, string>();

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** A write error is ignored: only a kill would then lose the answer. */
  put({ endpoint, run, came, body }: Arrival): void {
    const days = endpoint === 'historical' ? run.first : `${run.first}..${run.last}`;
    const path = join(this.#folder, `${days}.${came}.${randomName()}`);
    this.#paths.set(run.first, path);
    try {
      makeFolder(this.#folder);
      writeFileSync(path, body);
    } catch {
      this.remove(run);
      return;
    }
    // older answers to the same request were not kept or not usable
    for (const name of namesIn(this.#folder)) {
      const other = join(this.#folder, name);
      if (naming.exec(name)?.[1] === days && other !== path) discard(other);
    }
  }

  remove({ first }: DayRun): void {
    const path = this.#paths.get(first);
    if (path) discard(path);
    this.#paths.delete(first);
  }

  /** @param month all months if empty */
  left(month = ''): Left[] {
    const own = new Set(this.#paths.values());
    return namesIn(this.#folder)
      .filter((name) => name.startsWith(month) && !own.has(join(this.#folder, name)))
      .flatMap((name) => originOf(join(this.#folder, name), name) ?? []);
  }

  /** Undefined if it is gone: its own process has removed it. */
  bodyOf({ path }: Left): Buffer | undefined {
    try {
      return readFileSync(path);
    } catch {
      return undefined;
    }
  }

  isNew({ came }: Left): boolean {
    return this.#now() - came < minute;
  }

  discard({ path }: Left): void {
    discard(path);
  }
}

/** Days, time of arrival, random name. */
const naming = /^((\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?)\.(\d+)\.[0-9a-f]{12}$/;

function originOf(path: string, name: string): Left | undefined {
  const [, , start = '', rangeEnd, came] = naming.exec(name) ?? [];
  const [first, last] = [parseDay(start), parseDay(rangeEnd ?? start)];
  if (!first || !last) return undefined;
  return {
    endpoint: rangeEnd ? 'time-series' : 'historical',
    run: { first, last, length: countDays(first, last) },
    came: Number(came),
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
