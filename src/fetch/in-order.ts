import { setImmediate as letOthersRun } from 'node:timers/promises';

/** Hands over each result as soon as it is there. */
export type Work<Item, Result> = (item: Item, ready: (result: Result) => void) => Promise<void>;

/** Results in the order of their items, `ahead` items at most in progress. On an early end it calls `stop` and waits: work may be paid for. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  ahead: number,
  work: Work<Item, Result>,
  stop: () => void,
): AsyncGenerator<Result> {
  const started: Started<Result>[] = [];
  try {
    for (const item of items) {
      started.push(start((ready) => work(item, ready)));
      // lets answers in between writes
      await letOthersRun();
      if (started.length <= ahead) continue;
      yield* started[0]?.results() ?? [];
      started.shift();
    }
    for (const { results } of started) yield* results();
  } finally {
    stop();
    await Promise.allSettled(started.map(({ ended }) => ended));
  }
}

interface Started<Result> {
  readonly ended: Promise<void>;
  results(): AsyncGenerator<Result>;
}

/** Goes on whether its results are read or not. */
function start<Result>(work: (ready: (result: Result) => void) => Promise<void>): Started<Result> {
  const results: Result[] = [];
  let wake = () => {};
  const ended = work((result) => {
    results.push(result);
    wake();
  });
  ended.catch(() => {}); // thrown when its turn comes
  return {
    ended,
    async *results() {
      let isOver = false;
      const over = () => {
        isOver = true;
        wake();
      };
      ended.then(over, over);
      for (;;) {
        if (results.length > 0) yield results.shift() as Result;
        else if (isOver) return await ended;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
