import { setImmediate as turn } from 'node:timers/promises';
import type { Fault } from './service.ts';

/** Holds back all that wait for it until the test opens it. */
export class Latch {
  readonly opened: Promise<void>;
  open: () => void = () => {};

  constructor() {
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
  }
}

export const behind =
  ({ opened }: Latch): Fault =>
  (_request, _response, pass) =>
    void opened.then(pass);

export async function turns(count = 1): Promise<void> {
  for (let number = 0; number < count; number++) await turn();
}
