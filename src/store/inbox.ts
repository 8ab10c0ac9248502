import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countDays, type Day, parseDay } from '../calendar/day.ts';
import type { DayRun } from '../calendar/runs.ts';
import { makeFolder } from '../disk/folder.ts';
import { randomName } from '../disk/names.ts';

const minute = 60_000;

/** What is known of an answer beside its body, to a request for a run of days within a month. */
interface Origin {
  readonly endpoint: 'historical' | 'time-series';
  readonly run: DayRun;
  /** When it came, by the earlier of the machine's clock and the service's (milliseconds since 1970). */
  readonly came: number;
}

/** An answer as it came. */
export interface Arrival extends Origin {
  readonly body: Buffer;
}

/** An arrival that another process has left, or is about to make held; its body is read when it is needed. */
export interface Left extends Origin {
  readonly path: string;
}

/**
 * Answers that have arrived and whose days are not held yet: each lies in a file, so that a process that is killed loses none.
 * They are not flushed: a file outlives its process without that.
 */
export class Inbox {
  readonly #folder: string;
  readonly #now: () => number;
  /** The own ones, by their first day. */
  readonly #paths = new Map<Day, string>();

  /** `now` in milliseconds since 1970. */
  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** Where it cannot be written, only a kill would lose by that. */
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
    // an older answer to the same could not be kept, or not be used
    for (const name of namesIn(this.#folder)) {
      const other = join(this.#folder, name);
      if (naming.exec(name)?.[1] === days && other !== path) discard(other);
    }
  }

  /** To be called when the days are held. */
  remove({ first }: DayRun): void {
    const path = this.#paths.get(first);
    if (path) discard(path);
    this.#paths.delete(first);
  }

  /** Of all months, or of this one. */
  left(month = ''): Left[] {
    const own = new Set(this.#paths.values());
    return namesIn(this.#folder)
      .filter((name) => name.startsWith(month) && !own.has(join(this.#folder, name)))
      .flatMap((name) => originOf(join(this.#folder, name), name) ?? []);
  }

  /** The body of one that was left; nothing where it cannot be read, since whose it is has removed it. */
  bodyOf({ path }: Left): Buffer | undefined {
    try {
      return readFileSync(path);
    } catch {
      return undefined;
    }
  }

  /** Whether its process may still be writing it. */
  isNew({ came }: Left): boolean {
    return this.#now() - came < minute;
  }

  discard({ path }: Left): void {
    discard(path);
  }
}

/** Its days, when it came, and what makes it its own. */
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

/** Where it fails, its days are made held once more. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}
