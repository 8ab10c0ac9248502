import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { addDays, type Day, startOf } from '../../src/calendar/day.ts';
import { Failure } from '../../src/errors.ts';
import type { Request } from '../../src/sources/source.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { Latch } from '../support/latch.ts';
import { publisher } from '../support/scripted-service.ts';
import { holdingsAt } from './holdings-at.ts';

const day = '2024-01-17' as Day;
const noon = startOf(day) + 43_200_000;
const year = 366 * 86_400_000;
const stop = () => expect.unreachable();

const holdingsOf = (root: string, now: number) => holdingsAt({ root, now: () => now });

const seriesFrom = (first: Day): Request => {
  const run = { first, last: addDays(first, 1), length: 2 };
  return { wanted: 'range', run };
};

/** Two days, as the service answers when its clock shows that time. */
function responseAt(first: Day, served: number) {
  const rates = { [first]: { EUR: 0.9, USD: 1 }, [addDays(first, 1)]: { EUR: 0.9, USD: 1 } };
  const body = Buffer.from(JSON.stringify({ base: 'USD', rates }));
  return { body, served };
}

test('of a response that was left the days count that had finished by the service, however far ahead the machine is', async () => {
  const root = temporaryFolder();
  const first = addDays(day, -1);
  await holdingsOf(root, noon + year).keeper.arrived(seriesFrom(first), responseAt(first, noon), stop);
  const next = holdingsOf(root, noon + year);
  await next.keeper.recover(next.journal.left(), next, new AbortController().signal);
  expect([first, day].map((day) => next.stateOf(day))).toEqual(['held', 'missing']);
  // one of which none has finished is not put by
  const { keeper, journal } = holdingsOf(root, noon + year);
  await keeper.arrived(seriesFrom(day), responseAt(day, noon), stop);
  expect([holdingsOf(root, noon + year).journal.left(), journal.left()]).toEqual([[], []]);
});

test('no day of a response is written before the response itself is on disk', async () => {
  const { keeper, journal, store } = holdingsOf(temporaryFolder(), noon);
  const request = seriesFrom(addDays(day, -10));
  const response = responseAt(request.run.first, noon);
  const disk = new Latch();
  const written = vi.spyOn(journal, 'write').mockReturnValue(disk.opened);
  const arrived = keeper.arrived(request, response, stop);
  await vi.waitFor(() => expect(written).toHaveBeenCalledOnce(), 60_000);
  expect(store.days()).toEqual([]);
  disk.open();
  await arrived;
  expect(store.days()).toEqual([]);
});

test('a response stays where its days could not be flushed, until they can', async () => {
  const root = temporaryFolder();
  const { keeper, store, journal } = holdingsOf(root, noon);
  const request = seriesFrom(addDays(day, -10));
  const response = responseAt(request.run.first, noon);
  await keeper.arrived(request, response, stop);
  const answer = await publisher.read?.(request, response);
  if (answer) await keeper.keep(answer, stop);
  // what leads to itself can be opened by nobody
  const file = join(store.places.days, `${request.run.last}.json`);
  rmSync(file);
  symlinkSync(file, file);
  await keeper.settle();
  expect(readdirSync(store.places.arrived)).toHaveLength(1);

  rmSync(file);
  const next = holdingsOf(root, noon);
  expect(journal.left()).toEqual([]);
  await next.keeper.recover(next.journal.left(), next, new AbortController().signal);
  expect([request.run.first, request.run.last].map((each) => next.stateOf(each))).toEqual(['held', 'held']);
  expect(readdirSync(store.places.arrived)).toEqual([]);
});

test('a response that was left stays where its days could not be flushed, until they can', async () => {
  const root = temporaryFolder();
  const request = seriesFrom(addDays(day, -10));
  await holdingsOf(root, noon).keeper.arrived(request, responseAt(request.run.first, noon), stop);
  const next = holdingsOf(root, noon);
  const recover = () => next.keeper.recover(next.journal.left(), next, new AbortController().signal);
  vi.spyOn(next.store, 'flush').mockRejectedValueOnce(new Failure('cannot_write', 'EIO'));
  await recover();
  expect([next.keeper.hasFailed, readdirSync(next.store.places.arrived).length]).toEqual([true, 1]);

  await recover();
  expect(readdirSync(next.store.places.arrived)).toEqual([]);
});

test('responses that come together are all put by before one is read', async () => {
  const { keeper, store } = holdingsOf(temporaryFolder(), noon);
  const firsts = [-30, -20, -10].map((back) => addDays(day, back));
  const all = firsts.map((first) => keeper.arrived(seriesFrom(first), responseAt(first, noon), stop));
  expect(readdirSync(store.places.arrived)).toHaveLength(3);
  await Promise.all(all);
});

test.each([
  ['stops the asking where neither journal nor store can be written', ['store', 'state'], true],
  ['goes to the store where only that can be written', ['state'], false],
  ['waits in the journal where only that can be written', ['store'], false],
])('a response, before the next request can follow it, %s', async (_which, files, stops) => {
  const root = temporaryFolder();
  for (const name of files) writeFileSync(join(root, name), 'no folder');
  const { keeper } = holdingsOf(root, noon);
  const stop = vi.fn();
  const [first, second] = [addDays(day, -30), addDays(day, -29)];
  await keeper.arrived(seriesFrom(first), responseAt(first, noon), stop);
  expect(stop).toHaveBeenCalledTimes(stops ? 1 : 0);
  expect([...keeper.takeNews().lost.keys()]).toEqual(stops ? [first, second] : []);
  expect(keeper.stored).toBe(files.includes('store') ? 0 : 2);
});
