import type { Fault } from './service.ts';

/** Keeps back what waits for it until the test opens it. */
export class Latch {
  readonly opened: Promise<void>;
  open: () => void = () => {};

  constructor() {
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
  }
}

/** The service answers when the latch is open. */
export const behind =
  ({ opened }: Latch): Fault =>
  (_request, _response, pass) =>
    void opened.then(pass);
