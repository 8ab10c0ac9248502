import { setImmediate as letOthersRun } from 'node:timers/promises';

/** Lets those who come together go on one by one, each in a turn of the event loop: what comes is taken. */
export class InTurns {
  #last: Promise<unknown> = Promise.resolve();

  next(): Promise<unknown> {
    this.#last = this.#last.then(() => letOthersRun());
    return this.#last;
  }
}
