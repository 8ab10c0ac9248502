import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { memoryFolder } from './test/support/memory-folder.ts';
import { inWhole } from './test/support/whole.ts';

const memory = memoryFolder();

const every = ['test/**/*.test.ts', 'tools/**/*.test.{ts,mjs}'];

/** These need a Wine and a Node for Windows, which .ci/run sets up. */
const onWine = process.env.RATEBOOK_WINE ? [] : ['test/wine/**'];

const startMany =
  /(stored.*|terminal|package|mcp|store|pager|power-cut|help|growth|homeless|steering|code-cache|completion)\.test\.ts$/;

/**
 * To start a program takes 0.1 ms of CPU for each MB of the process that starts it, which grows from file to file: files that
 * start many come first, and then the longest.
 */
class StartersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) =>
      startMany.test(moduleId) ? 0 : moduleId.endsWith('transcripts.test.ts') ? 1 : 2;
    return files.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

export default defineConfig({
  test: {
    // Most tests wait: for the built program, and that for retries.
    maxConcurrency: 40,
    // a second one loads all of the program once more, and takes a fifth more CPU time in all
    maxWorkers: 1,
    sequence: { sequencer: StartersFirst },
    setupFiles: 'test/support/each-file.ts',
    restoreMocks: true,
    unstubEnvs: true,
    env: memory ? { TMPDIR: memory } : {},
    // no limit of time: only against a test that hangs
    testTimeout: inWhole(900_000, 120_000),
    hookTimeout: inWhole(300_000, 120_000),
    include: every,
    exclude: onWine,
    // loading the program anew for each file takes longer than most tests
    isolate: false,
    globalSetup: 'test/support/each-run.ts',
  },
});
