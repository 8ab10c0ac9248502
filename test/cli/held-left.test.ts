import { expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { Journal } from '../../src/store/journal.ts';
import { silent } from '../support/faults.ts';
import type { HeldFiles } from '../support/held-files.ts';
import { finished, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

const january = { first: '2024-01-01' as Day, last: '2024-01-31' as Day, length: 31 };
const query = 'series 2024-01 -s EUR';

/** Leaves what a run leaves that is killed when January has just come, and gives what a run prints that is not. */
async function leaveJanuary({ places }: HeldFiles): Promise<string> {
  const { service, run } = await scene();
  const answer = await fetch(`${service.url}/time-series.json?app_id=any&start=${january.first}&end=${january.last}`);
  await new Journal(places.journal, Date.now).write({
    scope: 'range',
    run: january,
    // a minute ago or more: by then the process that it came to has done with it
    received: Date.now() - 120_000,
    body: Buffer.from(await answer.arrayBuffer()),
  });
  return (await run(`${query} -q`)).stdout;
}

test.each([
  ['is used and not paid for', query],
  ['is used also where nothing may be asked', `${query} --offline -q`],
])('an answer that a killed run has left %s', async (_name, line) => {
  const { service, held, run } = await scene();
  const stdout = await leaveJanuary(held);
  expect(await run(line)).toEqual({ code: 0, stdout, stderr: '' });
  expect([service.calls(), held.days().length, held.aside('journal')]).toEqual([0, 31, []]);
});

test('a run that waited for another, which was killed when it had its answer, uses that', async () => {
  const { service, machine, held } = await scene(silent);
  const other = machine.start(query.split(' '));
  await service.came(1);
  const waiting = machine.start(query.split(' '));
  const end = finished(waiting);
  const stderr = '31 days: 0 stored, 31 to fetch, cost 31 requests\n';
  await said(waiting, 'stderr', stderr);
  const stdout = await leaveJanuary(held);
  other.kill('SIGKILL');
  await finished(other);
  expect(await end).toEqual({ code: 0, stdout, stderr });
  expect(service.requests).toHaveLength(1);
});
