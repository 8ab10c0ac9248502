import { defineConfig } from 'vitest/config';
import { memoryFolder } from './test/support/memory-folder.ts';

const memory = memoryFolder();

export default defineConfig({
  test: {
    // Most tests wait: for the built program, and that for retries.
    maxConcurrency: 40,
    maxWorkers: 4,
    include: ['test/**/*.test.ts'],
    env: memory ? { TMPDIR: memory } : {},
    // no limit of time: only against a test that hangs
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
