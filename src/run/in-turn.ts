import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { App } from '../app.ts';

/** Milliseconds until others may run: an interrupt comes soon, and thousands of days take few turns. */
const longestTurn = 10;

/**
 * Each day, or what holds one, with progress on a terminal; an interrupt ends it between two.
 * @param doing `verifying`
 */
export async function* inTurn<T>(
  doing: string,
  days: readonly T[] | AsyncIterable<T>,
  { host, reporter }: App,
): AsyncGenerator<T> {
  const all = Array.isArray(days) ? days.length : Number.POSITIVE_INFINITY;
  reporter.startProgress(all, all, doing);
  let turned = Number.NEGATIVE_INFINITY;
  try {
    for await (const day of days) {
      if (performance.now() - turned > longestTurn) {
        await letOthersRun();
        turned = performance.now();
      }
      host.signal.throwIfAborted();
      yield day;
      reporter.advance(1);
    }
  } finally {
    reporter.stopProgress();
  }
}
