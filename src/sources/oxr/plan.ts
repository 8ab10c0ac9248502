import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { dayLength } from '../../calendar/day.ts';
import { failureIn } from '../../errors.ts';
import type { Flush } from '../../files.ts';
import { forgetAllIn, Remembered } from '../../store/remembered.ts';
import type { Listener, Subscriber, Usage } from '../source.ts';
import { folderOf } from './source.ts';

// What is remembered of the plan of a key, and of the service.

/** What the service tells beyond what any source does. */
export interface PlanUsage extends Usage {
  /** Whether the plan has them; undefined if not told. */
  readonly timeSeries: boolean | undefined;
  /** Seconds from one publication to the next; undefined if not told. */
  readonly updateFrequency: number | undefined;
}

/** Whether the plan has time series. */
export interface KeyPlan {
  /** Undefined if not known. */
  hasTimeSeries(): boolean | undefined;
  /** A refusal counts for a day, also in later runs. */
  refusedTimeSeries(): void;
  learn(usage: PlanUsage): Promise<void>;
}

/** Whose key it is: a hash, since no file but the configuration may have the key. */
export function accountOf({ baseUrl }: Pick<Subscriber, 'baseUrl'>, appId: string): string {
  return createHash('sha256').update(`${baseUrl}\n${appId}`).digest('hex');
}

export function planOf(
  account: string,
  { baseUrl, state, now }: Pick<Subscriber, 'baseUrl' | 'state' | 'now'>,
  log: Listener['log'],
): KeyPlan {
  const refusal = stateFile(state, join(refusals, account), Date.parse);
  const frequency = updateFrequency(state, folderOf(baseUrl));
  let told: boolean | undefined;
  let refusedAt = Number.NEGATIVE_INFINITY;
  const isRefused = () => now() - refusedAt < dayLength;
  const wasRefused = () => Math.abs(now() - (refusal.read() ?? Number.NaN)) < dayLength;
  const warn = (error: unknown) => log({ type: 'warning', failure: failureIn(error) });

  return {
    hasTimeSeries() {
      if (isRefused()) return false;
      return told ?? (wasRefused() ? false : undefined);
    },

    refusedTimeSeries() {
      if (isRefused()) return;
      const text = 'this plan has no time series: days are requested one by one, at the same cost';
      log({ type: 'detail', text });
      refusedAt = now();
      if (told === undefined && wasRefused()) return;
      // where that fails, a later run may find out with one more request
      void refusal.remember(new Date(refusedAt).toISOString(), 'later').catch(warn);
    },

    async learn({ timeSeries, updateFrequency }) {
      told = timeSeries;
      if (updateFrequency !== undefined && updateFrequency !== frequency.read())
        await frequency.remember(`${updateFrequency}`).catch(warn);
    },
  };
}

const refusals = 'refusals';
const frequencies = 'update-frequency';

/** Seconds from one publication of a service to the next, as its `usage.json` last told. */
export const updateFrequency = (state: string | undefined, service: string) =>
  stateFile(state, join(frequencies, service, 'seconds'), (text) =>
    /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined,
  );

interface StateFile {
  read(): number | undefined;
  /** @throws Failure */
  remember(text: string, flush?: Flush): Promise<void>;
}

function stateFile(
  state: string | undefined,
  path: string,
  parse: (text: string) => number | undefined,
): StateFile {
  if (state === undefined) return { read: () => undefined, remember: async () => {} };
  return new Remembered(join(state, path), parse);
}

/** Forgets all that is remembered of plans, for when one may have changed. @throws Failure */
export function forgetPlans(state: string | undefined): void {
  if (state === undefined) return;
  forgetAllIn(join(state, refusals), /^[0-9a-f]+$/);
  forgetAllIn(join(state, frequencies), /^seconds$/);
}
