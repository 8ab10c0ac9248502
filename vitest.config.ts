import { defineConfig } from 'vitest/config';
import { memoryFolder } from './test/support/memory-folder.ts';

const memory = memoryFolder();

const every = ['test/**/*.test.ts', 'tools/**/*.test.{ts,mjs}'];

/** These need a Wine and a Node for Windows, which .ci/run sets up. */
const onWine = process.env.RATEBOOK_WINE ? [] : ['test/wine/**'];

/** Modules of theirs are replaced, which takes a process for each. */
const alone = ['flush', 'whole-file-flush'].map((name) => `test/files/${name}.test.ts`);

export default defineConfig({
  test: {
    // Most tests wait: for the built program, and that for retries.
    maxConcurrency: 40,
    maxWorkers: 4,
    setupFiles: 'test/support/each-file.ts',
    restoreMocks: true,
    unstubEnvs: true,
    env: memory ? { TMPDIR: memory } : {},
    // no limit of time: only against a test that hangs
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // loading the program anew for each file takes longer than most tests
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: every,
          exclude: [...alone, ...onWine],
          isolate: false,
          globalSetup: 'test/support/each-run.ts',
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
