import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { folderOf } from '../../src/sources/oxr/source.ts';
import { Journal } from '../../src/store/journal.ts';
import { first, silent, status } from '../support/faults.ts';
import { finished, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody } from '../support/service.ts';
import type { StoredFiles } from '../support/stored-files.ts';

const day = '2024-01-17';

test.each([
  ['.local/share/ratebook', ''],
  ['kept', ' --store kept'],
])('days lie in ~/%s by their own address, in the shape of the service, with%s', async (store, option) => {
  const { service, machine, built } = await scene();
  await built(`historical ${day}${option}`);
  const answer = await fetch(`${service.url}/historical/${day}.json?app_id=any`);
  const stored = machine.read(`${store}/${folderOf(service.url)}/historical/${day}.json`);
  expect(stored).toBe(`${(await answer.text()).trimEnd()}\n`);
});

test('the body of an error is no response, however much it looks like one: a later run does not find it', async () => {
  const { service, stored, run } = await scene(first(1, status(400, dayBody({ USD: 1, EUR: 99 }))));
  const line = `historical ${day} -s EUR -q`;
  expect((await run(line)).code).toBe(1);
  expect(stored.aside('journal')).toEqual([]);
  expect(await run(line)).toMatchObject({ code: 0, stdout: expect.not.stringContaining('99\n') });
  expect(service.asked()).toEqual([day, day]);
});

test.each([
  ['store verify', 1],
  [`historical ${day} --offline -q`, 3],
])('a stored file of 600 MB is named by %s, and takes no memory', async (line, code) => {
  const { built, machine, stored } = await scene();
  stored.write(day, '');
  truncateSync(stored.pathOf(day), 600_000_000);
  const env = { PEAK_MEMORY_FILE: join(machine.home, 'peak') };
  const preload = join(import.meta.dirname, '../support/peak-memory.cjs');
  const stderr = expect.stringContaining(`file of ${day} is damaged and was moved to`);
  expect(await built(line, { env, preload })).toMatchObject({ code, stderr });
  expect(stored.aside('damaged')).toHaveLength(1);
  expect(Number(machine.read('peak'))).toBeLessThan(300_000);
});

const january = { first: '2024-01-01' as Day, last: '2024-01-31' as Day, length: 31 };
const query = 'series 2024-01 -s EUR';

/** A minute ago or more: by then the process that received it has done with it. */
const longAgo = () => Date.now() - 120_000;

/** Leaves what a run leaves that is killed when it has received January. */
const leave = ({ places }: StoredFiles, body: Buffer, received = longAgo()) => {
  const journal = new Journal(places.journal, Date.now);
  return journal.write(journal.reserve(january), { scope: 'range', run: january, received, body });
};

/** The same with the service's response; returns what a run prints that is not killed. */
async function leaveJanuary(stored: StoredFiles): Promise<string> {
  const { service, run } = await scene();
  const answer = await fetch(`${service.url}/time-series.json?app_id=any&start=${january.first}&end=${january.last}`);
  await leave(stored, Buffer.from(await answer.arrayBuffer()));
  return (await run(`${query} -q`)).stdout;
}

test.each([
  ['is used and not paid for', query],
  ['is used also where nothing may be requested', `${query} --offline -q`],
])('a response that a killed run has left %s', async (_name, line) => {
  const { service, stored, run } = await scene();
  const stdout = await leaveJanuary(stored);
  expect(await run(line)).toEqual({ code: 0, stdout, stderr: '' });
  expect([service.calls(), stored.days().length, stored.aside('journal')]).toEqual([0, 31, []]);
});

test.each([
  ['that was cut off', '{"base":"USD","rates":{"2024-01-01":{"EUR":0.9'],
  ['of zeros', '\0'.repeat(4096)],
  ['with another base', '{"base":"EUR","rates":{"2024-01-01":{"USD":1.1}}}'],
])('a response %s is discarded, but not while it may still be written', async (_what, body) => {
  const { stored, run } = await scene();
  for (const [received, left] of [
    [Date.now(), 1],
    [longAgo(), 0],
  ] as const) {
    rmSync(stored.places.journal, { recursive: true, force: true });
    await leave(stored, Buffer.from(body), received);
    expect(await run(`${query} --offline -q`)).toMatchObject({ code: 3 });
    expect(stored.aside('journal')).toHaveLength(left);
  }
});

test('a file that a power cut has torn is replaced without a word; a day that the response lacks is missing', async () => {
  const { stored, run } = await scene();
  const days = Array.from(eachDay(january.first, january.last), (each, at) => [each, { EUR: 0.9 + at / 1e4 }]);
  const { '2024-01-31': _, ...rates } = Object.fromEntries(days);
  for (const [at, torn] of ['', '{\n  "base": "USD"', '\0'.repeat(200)].entries())
    stored.write(`2024-01-0${at + 1}`, torn);
  await leave(stored, Buffer.from(JSON.stringify({ base: 'USD', rates })));
  const { code, stdout, stderr } = await run(`${query} --offline -q -f value`);
  expect([code, stdout.split('\n')[1], stderr]).toEqual([3, '0.9001', 'ratebook: 1 day not stored: 2024-01-31\n']);
  expect([stored.days().length, stored.aside('damaged')]).toEqual([30, []]);
});

test('a run that waited for another, which was killed when it had its response, uses that', async () => {
  const { service, machine, stored } = await scene(silent);
  const other = machine.start(query.split(' '));
  await service.came(1);
  const waiting = machine.start(query.split(' '));
  const end = finished(waiting);
  const stderr = '31 days: 0 stored, 31 to fetch, cost 31 requests\n';
  await said(waiting, 'stderr', stderr);
  const stdout = await leaveJanuary(stored);
  other.kill('SIGKILL');
  await finished(other);
  expect(await end).toEqual({ code: 0, stdout, stderr });
  expect(service.requests).toHaveLength(1);
});
