import { setImmediate as letOthersRun } from 'node:timers/promises';

/**
 * Starts work on the items in their order, at most so many ahead of the one awaited, and yields the results in that order.
 * When the reader stops or an item fails, `stop` is told, and what has been started is waited for: it may have been paid for.
 */
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
      // what has arrived by now need not wait until all that is at hand has been written
      await letOthersRun();
      if (started.length > ahead) yield (await started.shift()) as Result;
    }
    while (started.length > 0) yield (await started.shift()) as Result;
  } finally {
    stop();
    await Promise.allSettled(started);
  }
}
