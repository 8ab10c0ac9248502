import { setImmediate as letOthersRun } from 'node:timers/promises';

/** Gives its results to `ready` as they come. */
export type Work<Item, Result> = (item: Item, ready: (result: Result) => void) => Promise<void>;

/** What has begun, and what has come of it so far. */
interface Started<Result> {
  readonly ended: Promise<void>;
  results(): AsyncGenerator<Result>;
}

/**
 * Results in the order of their items, `ahead` items at most in progress. On an early end it calls `stop` and
 * waits: work may be paid for.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  ahead: number,
  work: Work<Item, Result>,
  stop: () => void,
): AsyncGenerator<Result> {
  const started: Started<Result>[] = [];
  let isFirst = true;
  try {
    for (const item of items) {
      // lets answers in between writes
      if (!isFirst) await letOthersRun();
      isFirst = false;
      started.push(start((ready) => work(item, ready)));
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

function start<Result>(work: (ready: (result: Result) => void) => Promise<void>): Started<Result> {
  /** Undefined at their end. */
  const came: (Result | undefined)[] = [];
  let wake = () => {};
  const take = (result?: Result) => {
    came.push(result);
    wake();
  };

  const ended = work(take).finally(take);
  ended.catch(() => {}); // thrown when its turn comes

  async function* results(): AsyncGenerator<Result> {
    for (;;) {
      if (came.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const result = came.shift();
      if (result === undefined) return await ended;
      yield result;
    }
  }

  return { ended, results };
}
