import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holding } from '../../src/disk/claims.ts';
import { SharedClaims } from '../../src/store/shared-claims.ts';

let folder: string;
let ending: AbortController;
let claims: SharedClaims;
const isClaimed = () => existsSync(join(folder, '2024-01'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ratebook-claims-'));
  ending = new AbortController();
  claims = new SharedClaims(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('tasks of one process work at the same time, and the last gives the claim back', async () => {
  const started: string[] = [];
  const work = (name: string, time: number) =>
    claims.holding('2024-01', ending.signal, async () => {
      started.push(name);
      await sleep(time);
      expect(isClaimed()).toBe(true);
      return name;
    });
  const tasks = [work('a', 150), work('b', 50), work('c', 100)];
  await sleep(20);
  expect(started).toEqual(['a', 'b', 'c']);
  expect(await Promise.all(tasks)).toEqual(['a', 'b', 'c']);
  await sleep(20);
  expect(isClaimed()).toBe(false);
});

test('a task that fails fails alone, and gives its part back', async () => {
  const failing = claims.holding('2024-01', ending.signal, () => Promise.reject(new Error('no')));
  const other = claims.holding('2024-01', ending.signal, async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await other).toBe('done');
  await sleep(20);
  expect(isClaimed()).toBe(false);
});

test('what another holds is waited for by all, and what is held here another waits for', async () => {
  const order: string[] = [];
  const other = holding(folder, '2024-01', ending.signal, async () => {
    await sleep(150);
    order.push('other');
  });
  const both = Promise.all(
    ['a', 'b'].map((name) => claims.holding('2024-01', ending.signal, async () => void order.push(name))),
  );
  await Promise.all([other, both]);
  expect(order).toEqual(['other', 'a', 'b']);

  const here = claims.holding('2024-01', ending.signal, async () => {
    await sleep(100);
    order.push('here');
  });
  await holding(folder, '2024-01', ending.signal, async () => void order.push('later'));
  await here;
  expect(order.slice(3)).toEqual(['here', 'later']);
});

test('another month is another claim', async () => {
  const first = claims.holding('2024-01', ending.signal, () => sleep(200, 'first'));
  expect(await claims.holding('2024-02', ending.signal, async () => isClaimed())).toBe(true);
  expect(await first).toBe('first');
});

test('the end ends the waiting, and the next may claim again', async () => {
  writeFileSync(join(folder, '2024-01'), `${process.pid} ${hostname()} token-of-another`);
  const waiting = [1, 2].map(() => claims.holding('2024-01', ending.signal, async () => 'never'));
  setTimeout(() => ending.abort(new Error('over')), 50);
  for (const task of waiting) await expect(task).rejects.toThrow('over');
  rmSync(join(folder, '2024-01'));
  const next = new SharedClaims(folder);
  expect(await next.holding('2024-01', new AbortController().signal, async () => 'done')).toBe('done');
});
