import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ifPossible } from '../errors.ts';
import { acquireAny, acquireLock, CannotLock, type Lock } from '../store/lock.ts';

/** Lets work run when it may. */
export interface Limit {
  /** @throws what the work throws, or the signal's reason */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Nothing starts for so many milliseconds. */
  pause(milliseconds: number): void;
}

/** At most so many at once, in the order in which they came. */
export function concurrencyLimit(most: number): Limit {
  const waiting: (() => void)[] = [];
  let running = 0;
  let pausedUntil = 0;

  return {
    async run(signal, work) {
      if (running < most) running++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        signal.throwIfAborted();
        while (performance.now() < pausedUntil) await wait(pausedUntil - performance.now(), signal);
        return await work();
      } finally {
        // after the caller, whose refusal ends those who wait
        setImmediate(() => {
          const next = waiting.shift();
          if (next) next();
          else running--;
        });
      }
    },
    pause: (milliseconds) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + milliseconds);
    },
  };
}

/** What passes the one also passes the other. */
export const both = (one: Limit, other: Limit): Limit => ({
  run: (signal, work) => one.run(signal, () => other.run(signal, work)),
  pause(milliseconds) {
    one.pause(milliseconds);
    other.pause(milliseconds);
  },
});

interface RateLimitOptions {
  /** Where processes share the limit; undefined: it is this process's own. */
  readonly folder: string | undefined;
  /** Requests under way, those of all processes together. */
  readonly atOnce: number;
  /** Milliseconds from the start of one request to that of the next. */
  readonly interval: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** At most one start in an interval, over all processes. */
export function rateLimit({ folder, atOnce, interval, now, wait: pass = wait }: RateLimitOptions): Limit {
  const slots = Array.from({ length: atOnce }, (_, at) => `slot-${at + 1}`);
  /** Those of this process, which count alone where nothing can be shared. */
  const own = { last: 0, 'paused-until': 0 };
  let turn: Promise<unknown> = Promise.resolve();

  const read = (name: keyof typeof own) =>
    Math.max(own[name], folder === undefined ? 0 : timeAt(join(folder, name)));
  const write = (name: keyof typeof own, time: number) => {
    own[name] = time;
    if (folder === undefined) return;
    ifPossible(() => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), `${time}\n`);
    });
  };

  /** In this process one after another, and among all where the limit is shared. */
  function start(signal: AbortSignal, isShared: boolean): Promise<void> {
    const started = turn.then(async () => {
      const lock = folder !== undefined && isShared ? await acquireLock(folder, 'start', signal) : undefined;
      await untilTurn(signal).finally(() => lock?.release());
    });
    turn = started.catch(() => {});
    return started;
  }

  async function untilTurn(signal: AbortSignal): Promise<void> {
    let pausedUntil: number;
    do {
      pausedUntil = read('paused-until');
      const pause = pausedUntil - now();
      // a longer pause is none: the clock was set back
      await pass(
        Math.max(untilStart(read('last'), now(), interval), pause > longestPause ? 0 : pause),
        signal,
      );
      // the source may have asked for another pause meanwhile
    } while (pausedUntil !== read('paused-until'));
    write('last', now());
  }

  /** Undefined where processes cannot share the limit. */
  async function acquireSlot(signal: AbortSignal): Promise<Lock | undefined> {
    if (folder === undefined) return undefined;
    return acquireAny(folder, slots, signal).catch((error) => {
      if (error instanceof CannotLock) return undefined;
      throw error;
    });
  }

  return {
    async run(signal, work) {
      const slot = await acquireSlot(signal);
      try {
        await start(signal, slot !== undefined);
        return await work();
      } finally {
        await slot?.release();
      }
    },
    pause: (milliseconds) => write('paused-until', Math.ceil(now() + milliseconds)),
  };
}

/** Milliseconds. */
const longestPause = 5 * 60_000;

/** Milliseconds to wait after a start at `last`. A clock that was set back makes none wait longer. */
export function untilStart(last: number, now: number, interval: number): number {
  return Math.min(interval, Math.max(0, last + interval - now));
}

/** 0 where there is none. */
function timeAt(path: string): number {
  const text = ifPossible(() => readFileSync(path, 'utf8').trim()) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

const wait = (milliseconds: number, signal: AbortSignal) =>
  sleep(Math.ceil(milliseconds), undefined, { signal }).catch(() => signal.throwIfAborted());
