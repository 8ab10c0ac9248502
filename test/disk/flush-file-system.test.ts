import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { flushFileSystem } from '../../src/disk/flush-file-system.ts';

afterEach(() => vi.unstubAllEnvs());

test('a system without `sync` cannot', async () => {
  vi.stubEnv('PATH', '');
  expect(await flushFileSystem(tmpdir())).toBe(false);
});

test('a folder that is not there cannot be flushed', async () => {
  expect(await flushFileSystem('/nowhere/at/all')).toBe(false);
});
