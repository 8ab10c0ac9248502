import { setImmediate as letOthersRun } from 'node:timers/promises';

/** Results in order, `ahead` at most in progress. On an early end it calls `stop` and waits: work may be paid for. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  ahead: number,
  work: (item: Item) => Promise<Result>,
  stop: () => void,
): AsyncGenerator<Result> {
  const started: Promise<Result>[] = [];
  try {
    for (const item of items) {
      const result = work(item);
      result.catch(() => {}); // thrown when its turn comes
      started.push(result);
      // lets answers in between writes
      await letOthersRun();
      if (started.length > ahead) yield (await started.shift()) as Result;
    }
    while (started.length > 0) yield (await started.shift()) as Result;
  } finally {
    stop();
    await Promise.allSettled(started);
  }
}
