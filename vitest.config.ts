import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most tests wait: for the built program, and that for retries.
    maxConcurrency: 16,
    maxWorkers: 2,
    // some hold limits of time, which a busy machine may miss once
    retry: process.env.CI ? 1 : 0,
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
