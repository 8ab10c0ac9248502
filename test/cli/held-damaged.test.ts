import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scene } from '../support/scene.ts';

const day = '2024-01-17';

test.each([
  ['store verify', 1],
  [`historical ${day} --offline -q`, 3],
])('a held file of 600 MB is named by %s, and takes no memory', async (line, code) => {
  const { built, machine, held } = await scene();
  held.write(day, '');
  truncateSync(held.pathOf(day), 600_000_000);
  const env = { PEAK_MEMORY_FILE: join(machine.home, 'peak') };
  const preload = join(import.meta.dirname, '../support/peak-memory.cjs');
  const stderr = expect.stringContaining(`file of ${day} is damaged and was moved to`);
  expect(await built(line, { env, preload })).toMatchObject({ code, stderr });
  expect(held.aside('damaged')).toHaveLength(1);
  expect(Number(machine.read('peak'))).toBeLessThan(300_000);
});
