import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isWhole, seed } from './whole.ts';

/** Says before all tests what the run leaves out, and how to have it. */
export function setup(): void {
  const form = isWhole ? 'whole' : 'small: fewer power cuts, kills, nights, real days; RATEBOOK_TESTS=whole for all';
  console.info(`form: ${form}\nseed: ${seed} (RATEBOOK_SEED)`);
  process.env.TEST_RUN = `${process.pid}`;
  endWithRun();
}

/** Ends what tests have started and left running, whichever way the run ends, a kill included. */
function endWithRun(): void {
  if (!existsSync('/proc/self/environ')) return;
  const left = `grep -lsz '^TEST_RUN=${process.pid}$' /proc/[0-9]*/environ | cut -d/ -f3`;
  const watch = spawn('sh', ['-c', `cat; kill -9 $(${left}) 2>&-`], {
    detached: true,
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // its input ends with this process
  watch.unref();
  (watch.stdin as unknown as { unref(): void }).unref();
}
