import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { Locks } from '../../src/store/lock.ts';
import { Latch, turns } from '../support/latch.ts';
import { temporaryFolder } from './temporary-folder.ts';

let folder: string;
let ending: AbortController;
let locks: Locks;
const isClaimed = () => existsSync(join(folder, '2024-01'));

/** Works under the lock of the month, which is released afterwards. */
async function under<T>(locks: Locks, signal: AbortSignal, work: (check: () => void) => Promise<T>): Promise<T> {
  const lock = await locks.acquire(['2024-01'], signal);
  try {
    return await work(() => lock.check());
  } finally {
    await lock.release();
  }
}

beforeEach(() => {
  folder = temporaryFolder();
  ending = new AbortController();
  locks = new Locks(folder);
});

test('tasks of one process work at the same time, and the last gives the claim back', async () => {
  const started: string[] = [];
  const latches = { a: new Latch(), b: new Latch(), c: new Latch() };
  const tasks = (['a', 'b', 'c'] as const).map((name) =>
    under(locks, ending.signal, async () => {
      started.push(name);
      await latches[name].opened;
      expect(isClaimed()).toBe(true);
      return name;
    }),
  );
  await turns();
  expect(started).toEqual(['a', 'b', 'c']);
  for (const name of ['b', 'c', 'a'] as const) {
    latches[name].open();
    await tasks[started.indexOf(name)];
  }
  expect(await Promise.all(tasks)).toEqual(['a', 'b', 'c']);
  await turns();
  expect(isClaimed()).toBe(false);
});

test('what another holds is waited for by all, and what is held here another waits for', async () => {
  const order: string[] = [];
  const another = new Latch();
  const other = under(new Locks(folder), ending.signal, async () => {
    await another.opened;
    order.push('other');
  });
  const both = Promise.all(['a', 'b'].map((name) => under(locks, ending.signal, async () => void order.push(name))));
  await turns();
  another.open();
  await Promise.all([other, both]);
  expect(order).toEqual(['other', 'a', 'b']);

  const ours = new Latch();
  const here = under(locks, ending.signal, async () => {
    await ours.opened;
    order.push('here');
  });
  const later = under(new Locks(folder), ending.signal, async () => void order.push('later'));
  await turns();
  ours.open();
  await Promise.all([here, later]);
  expect(order.slice(3)).toEqual(['here', 'later']);
});
