import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failureIn, ifPossible } from '../errors.ts';
import { acquireLock, type Lock } from '../store/lock.ts';

interface LimitOptions {
  /** Requests under way; with a folder, those of all processes together. */
  readonly atOnce: number;
  /** Milliseconds from the start of one request to that of the next. */
  readonly interval?: number | undefined;
  /** Where processes share the limit; undefined: it is this process's own. */
  readonly folder?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait?: typeof wait;
}

export type Limit = ReturnType<typeof requestLimit>;

/** At most N requests at once, first come, first served, and one start per interval. */
export function requestLimit({ atOnce, interval = 0, folder, now, wait: pass = wait }: LimitOptions) {
  const waiting: (() => void)[] = [];
  let running = 0;
  /** The times of this process, which count alone where nothing can be shared. */
  const ownTimes = { last: 0, 'paused-until': 0 };

  /** A later time than the latest is of a clock that has been set back. */
  const read = (name: keyof typeof ownTimes, latest: number) => {
    const shared = folder && ifPossible(() => readFileSync(join(folder, name), 'utf8'));
    const time = Math.max(ownTimes[name], Number(shared) || 0);
    return time > latest ? 0 : time;
  };
  const pausedUntil = () => read('paused-until', now() + longestPause);
  const write = (name: keyof typeof ownTimes, time: number) => {
    ownTimes[name] = time;
    // the folder is there, with the locks
    if (folder) ifPossible(() => writeFileSync(join(folder, name), `${time}\n`));
  };

  return {
    /** @throws what the work throws, or the signal's reason */
    async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      if (running < atOnce) running++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let slot: Lock | undefined;
      try {
        signal.throwIfAborted();
        if (folder) {
          const slots = Array.from({ length: atOnce }, (_, at) => `slot-${at + 1}`);
          slot = await acquireLock(folder, slots, signal).catch((error) => {
            // where processes cannot share the limit, that of this one counts
            signal.throwIfAborted();
            failureIn(error);
            return undefined;
          });
        }
        let start: number;
        do {
          const earliest = Math.max(now(), pausedUntil());
          start = Math.max(earliest, read('last', earliest + atOnce * interval) + interval);
          // before the wait, so that the next request starts later
          write('last', start);
          if (start > now()) await pass(start - now(), signal);
          // the source may have asked for a pause meanwhile
        } while (pausedUntil() > start);
        return await work();
      } finally {
        await slot?.release();
        // after the caller, whose refusal ends waiting requests
        setImmediate(() => {
          const next = waiting.shift();
          if (next) next();
          else running--;
        });
      }
    },

    /** No request starts for this time, in milliseconds. */
    pause: (milliseconds: number) => write('paused-until', Math.ceil(now() + milliseconds)),
  };
}

/** Milliseconds. */
const longestPause = 5 * 60_000;

export const wait = (milliseconds: number, signal: AbortSignal) =>
  sleep(Math.ceil(milliseconds), undefined, { signal }).catch(() => signal.throwIfAborted());
