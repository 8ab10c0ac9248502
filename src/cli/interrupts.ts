import { setMaxListeners } from 'node:events';
import { exit, Failure } from '../errors.ts';

/** What the user does to end the program: at first it winds up, the second time it ends at once. */
export class Interrupts {
  readonly signal: AbortSignal;
  /** Ctrl-C in a pager is meant for the pager. */
  isPaging = false;

  constructor(process: NodeJS.Process) {
    const controller = new AbortController();
    this.signal = controller.signal;
    setMaxListeners(0, this.signal);

    const stop = () => controller.abort(new Failure('interrupted', 'interrupted'));
    let isInsisting = false;
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.on(name, () => {
        if (this.isPaging && name === 'SIGINT') return;
        if (isInsisting) process.exit(exit.interrupted);
        isInsisting = true;
        stop();
      });
    }

    // a closing terminal window sends it twice, from kernel and shell: the second is not a user insisting
    process.on('SIGHUP', stop);
  }
}
