import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most tests wait: for the built program, and that for retries.
    maxConcurrency: 24,
    maxWorkers: 4,
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
