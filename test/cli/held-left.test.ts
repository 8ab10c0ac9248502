import { expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { Inbox } from '../../src/store/inbox.ts';
import { HeldFiles } from '../support/held-files.ts';
import { finished, Machine, said } from '../support/ratebook.ts';
import { startService } from '../support/service.ts';

const january = { first: '2024-01-01' as Day, last: '2024-01-31' as Day, length: 31 };
const query = ['series', '2024-01', '-s', 'EUR'];

/** Leaves what a run leaves that is killed when January has just come, and gives what a run prints that is not. */
async function leaveJanuary(files: HeldFiles): Promise<string> {
  const { url } = await startService();
  const address = `${url}/time-series.json?app_id=any&start=${january.first}&end=${january.last}`;
  const body = Buffer.from(await (await fetch(address)).arrayBuffer());
  new Inbox(files.places.arrived, Date.now).put({
    wanted: 'range',
    run: january,
    // a minute ago or more: by then the process that it came to has done with it
    came: Date.now() - 120_000,
    body,
  });
  return (await Machine.for(url).run([...query, '-q'])).stdout;
}

test.each([
  ['is used and not paid for', query],
  ['is used also where nothing may be asked', [...query, '--offline', '-q']],
])('an answer that a killed run has left %s', async (_name, args) => {
  const service = await startService();
  const machine = Machine.for(service.url);
  const files = new HeldFiles(machine, service.url);
  const whole = await leaveJanuary(files);
  const { code, stdout, stderr } = await machine.run(args);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: whole, stderr: '' });
  expect(service.calls()).toBe(0);
  expect(files.days()).toHaveLength(31);
  expect(files.aside('arrived')).toEqual([]);
});

test('a run that waited for another, which was killed when it had its answer, uses that', async () => {
  const service = await startService(() => {});
  const machine = Machine.for(service.url);
  const other = machine.start(query);
  await service.came(1);
  const waiting = machine.start(query);
  const end = finished(waiting);
  const cost = '31 days: 0 held, 31 to fetch, cost 31 requests\n';
  await said(waiting, 'stderr', cost);
  const whole = await leaveJanuary(new HeldFiles(machine, service.url));
  other.kill('SIGKILL');
  await finished(other);
  expect(await end).toEqual({ code: 0, stdout: whole, stderr: cost });
  expect(service.requests).toHaveLength(1);
});
