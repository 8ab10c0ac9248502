import { expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { scene } from '../support/scene.ts';

test('a first day that was remembered by a clock that was ahead is not trusted', async () => {
  const { service, machine } = await scene();
  await machine.run(['archive', '-q'], { now: '2024-04-20T09:00:00Z' });
  const files = new HeldFiles(machine, service.url);
  expect(files.days()[0]).toBe('2024-04-01');
  const { code, stderr } = await machine.run(['archive'], { now: '2024-03-10T09:00:00Z' });
  expect(code).toBe(0);
  expect(stderr).toContain('archive: 9 of 9 days held since 2024-03-01\n');
  expect(files.days()[0]).toBe('2024-03-01');
});
