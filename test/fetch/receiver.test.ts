import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { addDays, type Day, startOf } from '../../src/calendar/day.ts';
import type { Failure } from '../../src/errors.ts';
import type { Request } from '../../src/sources/source.ts';
import { reportOf } from '../report/told.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { Latch } from '../support/latch.ts';
import { publisher } from '../support/scripted-service.ts';
import { storedAt } from './stored-at.ts';

const day = '2024-01-17' as Day;
const noon = startOf(day) + 43_200_000;
const year = 366 * 86_400_000;
const openedAt = (root: string, now: number) => storedAt({ root, now: () => now });

const seriesFrom = (first: Day): Request => {
  const run = { first, last: addDays(first, 1), length: 2 };
  return { scope: 'range', run };
};

/** Two days, as the service answers when its clock shows that time. */
function responseAt(first: Day, served: number) {
  const rates = { [first]: { EUR: 0.9, USD: 1 }, [addDays(first, 1)]: { EUR: 0.9, USD: 1 } };
  const body = Buffer.from(JSON.stringify({ base: 'USD', rates }));
  return { body, served };
}

/** As if it had been received. */
async function receive(
  { receiver }: ReturnType<typeof openedAt>,
  request: Request,
  response: ReturnType<typeof responseAt>,
): Promise<Failure | undefined> {
  const answer = await publisher.read(request, response);
  return receiver.storeResponse(request, answer ?? expect.unreachable());
}

test('of a response the days count that had finished by the service, however far ahead the machine is', async () => {
  const root = temporaryFolder();
  const first = addDays(day, -1);
  await receive(openedAt(root, noon + year), seriesFrom(first), responseAt(first, noon));
  const next = openedAt(root, noon + year);
  expect([first, day].map((day) => next.stateOf(day))).toEqual(['stored', 'missing']);
  // one of which none has finished is not put by
  const own = openedAt(root, noon + year);
  await receive(own, seriesFrom(day), responseAt(day, noon));
  expect([
    openedAt(root, noon + year).receiver.journal.entriesOfOthers(),
    own.receiver.journal.entriesOfOthers(),
  ]).toHaveLength(2);
});

test('no day of a response is written before the response itself is on disk', async () => {
  const stored = openedAt(temporaryFolder(), noon);
  const request = seriesFrom(addDays(day, -10));
  const disk = new Latch();
  const written = vi.spyOn(stored.receiver.journal, 'write').mockReturnValue(disk.opened.then(() => 'entry'));
  const received = receive(stored, request, responseAt(request.run.first, noon));
  await vi.waitFor(() => expect(written).toHaveBeenCalledOnce(), 60_000);
  expect(stored.store.days()).toEqual([]);
  disk.open();
  await received;
  expect(stored.store.days()).toHaveLength(2);
});

test('a response stays where its days could not be flushed, until they can', async () => {
  const root = temporaryFolder();
  const stored = openedAt(root, noon);
  const { store, receiver } = stored;
  const request = seriesFrom(addDays(day, -10));
  await receive(stored, request, responseAt(request.run.first, noon));
  // what leads to itself can be opened by nobody
  const file = join(store.places.days, `${request.run.last}.json`);
  rmSync(file);
  symlinkSync(file, file);
  await receiver.settle();
  expect(readdirSync(store.places.journal)).toHaveLength(1);

  rmSync(file);
  const next = openedAt(root, noon);
  expect(receiver.journal.entriesOfOthers()).toEqual([]);
  await next.receiver.recover(new AbortController().signal, '');
  expect([request.run.first, request.run.last].map((each) => next.stateOf(each))).toEqual(['stored', 'stored']);
  expect(readdirSync(store.places.journal)).toEqual([]);
});

test.each([
  ['stops the requests where neither journal nor store can be written', ['store', 'state'], true],
  ['goes to the store where only that can be written', ['state'], false],
  ['waits in the journal where only that can be written', ['store'], true],
])('a response %s', async (_which, files, stops) => {
  const root = temporaryFolder();
  for (const name of files) writeFileSync(join(root, name), 'no folder');
  const stored = openedAt(root, noon);
  const first = addDays(day, -30);
  const failure = await receive(stored, seriesFrom(first), responseAt(first, noon));
  expect([failure?.code, stored.receiver.stored]).toEqual(stops ? ['cannot_write', 0] : [undefined, 2]);
  const isLost = reportOf(stored).join().includes('2 days could not be stored and will be charged again');
  expect(isLost).toBe(files.length === 2);
});
