import { defineConfig } from 'vitest/config';
import { memoryFolder } from './test/support/memory-folder.ts';

const memory = memoryFolder();

const every = ['test/**/*.test.ts', 'tools/**/*.test.{ts,mjs}'];

/** These need a Wine and a Node for Windows, which .ci/run sets up. */
const onWine = process.env.RATEBOOK_WINE ? [] : ['test/wine/**'];

/** Of figures, words and other programs, which are the same under each version of Node: `.ci/run` has them under one. */
const figures = [
  'closed-days',
  'databases',
  'ecb-real-days',
  'inherited-names',
  'price-files',
  'readings',
  'replaced-by-the-euro',
];
const sameOnAny = process.env.RATEBOOK_OTHER_NODE
  ? [
      'test/{annotate,calendar,completions,currencies,rates}/**',
      'test/{errors,package,readme,skill}.test.ts',
      'tools/**',
      ...[...figures, 'steering-terminal'].map((name) => `test/cli/${name}.test.ts`),
    ]
  : [];

/** Modules of theirs are replaced, which takes a process for each. */
const alone = ['flush', 'process-mark', 'whole-file-flush'].map((name) => `test/disk/${name}.test.ts`);

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
          exclude: [...alone, ...onWine, ...sameOnAny],
          isolate: false,
          globalSetup: 'test/support/each-run.ts',
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
