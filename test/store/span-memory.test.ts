import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { dayFileText } from '../../src/store/day-file.ts';
import { storePlaces } from '../../src/store/places.ts';
import { SpanMemory } from '../../src/store/span-memory.ts';
import { Store } from '../../src/store/store.ts';
import { code, ratesOf } from '../support/rates.ts';
import { temporaryFolder } from './temporary-folder.ts';

const [first, second, third] = ['2024-01-15', '2024-01-16', '2024-01-17'] as const;
const eur = code('EUR');

function opened() {
  const root = temporaryFolder();
  const places = storePlaces({ store: join(root, 'store'), state: join(root, 'state'), service: 'host/api' });
  const store = new Store({ places, now: () => Date.parse('2024-02-01'), onDamaged: () => {} });
  const pathOf = (day: string) => join(places.days, `${day}.json`);
  const put = (day: string, text = dayFileText(ratesOf(day, { EUR: 0.9, USD: 1 }))) => writeFileSync(pathOf(day), text);
  mkdirSync(places.days, { recursive: true });
  for (const day of [first, second]) put(day);

  const reads: Day[] = [];
  const read = (day: Day) => {
    reads.push(day);
    return store.peek(day)?.rates;
  };
  /** How many files are read for what is found. */
  async function spans() {
    reads.length = 0;
    const days = await store.days();
    const memory = new SpanMemory(places);
    const found = memory.recall(days) ?? (await memory.find(days, read));
    return [found.get(eur), reads.length];
  }
  /** As if the folder had last changed so many seconds ago. */
  const age = (seconds: number) => utimesSync(places.days, 0, Math.floor(Date.now() / 1000) - seconds);
  return { places, put, pathOf, spans, age };
}

test('no day is read again while none has come or gone', async () => {
  const { put, pathOf, spans, age, places } = opened();
  age(60);
  expect(await spans()).toEqual([{ first, last: second }, 2]);
  expect(await spans()).toEqual([{ first, last: second }, 0]);
  const { mtime } = statSync(places.days);

  put(third);
  // the time alone does not tell it
  utimesSync(places.days, 0, mtime);
  expect(await spans()).toEqual([{ first, last: third }, 3]);
  age(50);
  expect(await spans()).toEqual([{ first, last: third }, 3]);
  rmSync(pathOf(third));
  expect(await spans()).toEqual([{ first, last: second }, 2]);
});

test('nothing is remembered of days that may be changing, or of which one is damaged', async () => {
  const { put, spans, age } = opened();
  age(-60);
  for (const _ of [1, 2]) expect(await spans()).toEqual([{ first, last: second }, 2]);
  put(second, 'torn');
  age(60);
  for (const _ of [1, 2]) expect(await spans()).toEqual([{ first, last: first }, 2]);
});

test('what is damaged in the memory, or cannot be written there, is found again', async () => {
  const { places, spans, age } = opened();
  age(60);
  await spans();
  const path = join(places.spans, 'all');
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, -5));
  expect(await spans()).toEqual([{ first, last: second }, 2]);
  rmSync(path);
  mkdirSync(path);
  expect(await spans()).toEqual([{ first, last: second }, 2]);
});
