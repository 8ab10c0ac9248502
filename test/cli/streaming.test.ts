import { expect, test } from 'vitest';
import { onDays } from '../support/faults.ts';
import { behind, Latch } from '../support/latch.ts';
import { finished, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

test.each([
  ['-f csv', '2024-01-31,USD,EUR,', 91],
  ['-f json', '"2024-01-31": {', 91],
  ['-f json --every month', '"2024-01": {', 3],
])('a series is written while later months are on their way: %s', async (format, first, count) => {
  const latch = new Latch();
  const { machine } = await scene(onDays(['2024-03-01'], behind(latch)));
  const child = machine.start(`series 2024-01 2024-03 -s EUR --no-store ${format}`.split(' '));
  const end = finished(child);
  await said(child, 'stdout', first);
  latch.open();
  const { code, stdout } = await end;
  expect(code).toBe(0);
  expect(new Set(stdout.match(/2024-\d\d(-\d\d)?/g)).size).toBe(count);
});
