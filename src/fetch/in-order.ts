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
      started.push(new Started((ready) => work(item, ready)));
      // lets answers in between writes
      await letOthersRun();
      if (started.length > ahead) yield* resultsOfFirst(started);
    }
    while (started.length > 0) yield* resultsOfFirst(started);
  } finally {
    stop();
    await Promise.allSettled(started.map(({ ended }) => ended));
  }
}

async function* resultsOfFirst<Result>(started: Started<Result>[]): AsyncGenerator<Result> {
  if (started[0]) yield* started[0].results();
  started.shift();
}

/** Goes on whether its results are read or not. */
class Started<Result> {
  readonly ended: Promise<void>;
  readonly #ready: Result[] = [];
  #wake = () => {};

  constructor(work: (ready: (result: Result) => void) => Promise<void>) {
    this.ended = work((result) => {
      this.#ready.push(result);
      this.#wake();
    });
    this.ended.catch(() => {}); // thrown when its turn comes
  }

  async *results(): AsyncGenerator<Result> {
    let isOver = false;
    const over = () => {
      isOver = true;
      this.#wake();
    };
    this.ended.then(over, over);
    for (;;) {
      if (this.#ready.length > 0) yield this.#ready.shift() as Result;
      else if (isOver) return await this.ended;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
