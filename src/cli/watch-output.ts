import { cannotWrite } from '../disk/cannot-write.ts';
import type { Failure } from '../errors.ts';
import type { Host } from './host.ts';

/**
 * Keeps what is printed into a pipe whose reader has left from ending the process, and tells of other failures to print.
 * Who writes a document listens himself.
 */
export function watchOutput({ stdout, stderr }: Host, onFailure: (failure: Failure) => void): void {
  stderr.on('error', () => {});
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    const isGone = error.code === 'EPIPE' || error.code === 'ECONNRESET';
    if (!isGone && stdout.listenerCount('error') === 1) onFailure(cannotWrite('standard output', error));
  });
}
