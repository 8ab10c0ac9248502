import fc from 'fast-check';
import { afterAll, expect } from 'vitest';
import { end } from './at-end.ts';
import { inWhole, seed } from './whole.ts';
// listens for the end of the process once it is loaded, which is no test's doing
import 'conf';

// Runs before each file of tests. Files share a process, so that none may leave anything behind for the next.
fc.configureGlobal({ seed, numRuns: inWhole(100, 15) });
const before = state();
afterAll(async () => {
  await end();
  expect(state()).toEqual(before);
});

function state() {
  const listeners = process.eventNames().map((name) => [name, process.listenerCount(name)]);
  return { env: { ...process.env }, folder: process.cwd(), exitCode: process.exitCode, listeners };
}
