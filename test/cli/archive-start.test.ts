import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOf } from '../../src/sources/oxr/service.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
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

describe.concurrent('the first day of an archive whose store was moved', () => {
  const now = '2024-03-20T09:00:00Z';

  test.each<[where: string, days: readonly string[], first: string, told?: null]>([
    ['where its days begin', ['2024-01-03', '2024-01-04'], '2024-01-03'],
    ['before a hole of a week', ['2024-01-03', '2024-01-11'], '2024-01-03'],
    ['after a longer hole', ['2024-01-03', '2024-01-12', '2024-01-14'], '2024-01-12'],
    ['of the newest day alone', ['2024-01-03', '2024-03-18'], '2024-03-18'],
    // none of these counts as stored
    ['of the month where all days are still to come', ['2024-03-21', '2024-04-02'], '2024-03-01', null],
  ])('is %s', async (_where, days, first, told) => {
    const { service, machine } = await scene();
    const files = new HeldFiles(machine, service.url);
    for (const day of days) files.write(day, '{"base":"USD","rates":{"USD":1,"EUR":0.9}}');
    const { stdout } = await runHere(machine, ['archive', '--dry-run', '-f', 'json'], { now });
    expect(JSON.parse(stdout).since).toBe(first);
    const status = await runHere(machine, ['archive', '--status', '-f', 'json'], { now });
    expect(JSON.parse(status.stdout).since).toBe(told === null ? null : first);
  });

  test('is said, and remembered', async () => {
    const { service, machine } = await scene();
    const files = new HeldFiles(machine, service.url);
    files.write('2024-03-15', '{"base":"USD","rates":{"USD":1,"EUR":0.9}}');
    const first = await runHere(machine, ['archive'], { now });
    expect(first).toEqual({
      code: 0,
      stdout: '',
      stderr: `the archive goes on from 2024-03-15, where the stored days begin
4 days: 0 held, 4 to fetch, cost 4 requests
archive: 5 of 5 days held since 2024-03-15
`,
    });
    files.remove('2024-03-15', '2024-03-16');
    const since = join(machine.home, '.local/state/ratebook/archive', folderOf(service.url), 'since');
    const written = statSync(since);
    expect((await runHere(machine, ['archive'], { now })).stderr).not.toContain('goes on');
    expect(files.days()[0]).toBe('2024-03-15');
    expect(statSync(since).ino, 'it is not written again').toBe(written.ino);
  });
});
