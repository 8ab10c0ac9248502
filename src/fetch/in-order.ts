/**
 * Starts work on the items in their order, at most so many ahead of the one awaited, and yields the results in that order.
 * What has been started when the reader stops or an item fails is waited for: it may have been paid for.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  ahead: number,
  work: (item: Item) => Promise<Result>,
  onFailure: (error: unknown) => void,
): AsyncGenerator<Result> {
  const started: Promise<Result>[] = [];
  const start = (item: Item) => {
    const result = work(item);
    result.catch(onFailure);
    started.push(result);
  };
  try {
    for (const item of items) {
      start(item);
      if (started.length > ahead) yield (await started.shift()) as Result;
    }
    while (started.length > 0) yield (await started.shift()) as Result;
  } finally {
    onFailure(undefined);
    await Promise.allSettled(started);
  }
}
