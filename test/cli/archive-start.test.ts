import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOf } from '../../src/sources/oxr/service.ts';
import { pass } from '../support/faults.ts';
import { scene } from '../support/scene.ts';

const now = '2024-03-20T09:00:00Z';
const text = '{"base":"USD","rates":{"USD":1,"EUR":0.9}}';

describe.concurrent('the first day of an archive whose store was moved', () => {
  test.each<[where: string, days: readonly string[], first: string, told?: null]>([
    ['where its days begin', ['2024-01-03', '2024-01-04'], '2024-01-03'],
    ['before a hole of a week', ['2024-01-03', '2024-01-11'], '2024-01-03'],
    ['after a longer hole', ['2024-01-03', '2024-01-12', '2024-01-14'], '2024-01-12'],
    ['of the newest day alone', ['2024-01-03', '2024-03-18'], '2024-03-18'],
    // none of these counts as stored
    ['of the month where all days are still to come', ['2024-03-21', '2024-04-02'], '2024-03-01', null],
  ])('is %s', async (_where, days, first, told = first as never) => {
    const { held, run } = await scene(pass, { now });
    for (const day of days) held.write(day, text);
    const since = async (how: string) => JSON.parse((await run(`archive ${how} -f json`)).stdout).since;
    expect([await since('--dry-run'), await since('--status')]).toEqual([first, told]);
  });

  test('is said, and remembered', async () => {
    const { service, machine, held, run } = await scene(pass, { now });
    held.write('2024-03-15', text);
    const stderr = `the archive goes on from 2024-03-15, where the stored days begin
4 days: 0 held, 4 to fetch, cost 4 requests
archive: 5 of 5 days held since 2024-03-15
`;
    expect(await run('archive')).toEqual({ code: 0, stdout: '', stderr });
    held.remove('2024-03-15', '2024-03-16');
    const since = join(machine.home, '.local/state/ratebook/archive', folderOf(service.url), 'since');
    const written = statSync(since);
    expect((await run('archive')).stderr).not.toContain('goes on');
    expect(held.days()[0]).toBe('2024-03-15');
    expect(statSync(since).ino, 'it is not written again').toBe(written.ino);
  });
});
