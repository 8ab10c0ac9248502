import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day, startOf } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { dayFileText } from '../../src/store/day-file.ts';
import { codeSpans } from '../../src/store/neighbours.ts';
import { Store, storePlaces } from '../../src/store/store.ts';
import { always } from '../support/always.ts';
import { publisher } from '../support/publisher.ts';
import { code, day as dayOf, ratesOf } from '../support/rates.ts';
import { temporaryFolder } from './temporary-folder.ts';

const day = dayOf('2024-01-17');
const noon = startOf(dayOf('2024-01-20')) + 43_200_000;

function opened({ now = noon, time = () => now, root = temporaryFolder() } = {}) {
  const places = storePlaces({ store: join(root, 'store'), state: join(root, 'state'), service: 'host/api' });
  const damaged: string[] = [];
  const problem = (line: string) => void damaged.push(line);
  const store = new Store({ places, source: publisher, now: time, reporter: { problemOnce: problem } });
  const path = join(places.days, `${day}.json`);
  const put = (data: string | Uint8Array) => {
    fs.mkdirSync(places.days, { recursive: true });
    fs.writeFileSync(path, data);
  };
  return { store, places, damaged, path, put };
}

const rates = (eur: number, more: Readonly<Record<string, number>> = {}) => ratesOf(day, { EUR: eur, USD: 1, ...more });
const textsIn = (folder: string) => fs.readdirSync(folder).map((name) => fs.readFileSync(join(folder, name), 'utf8'));

test.each([
  ['an hour after its end', 1, 1, true],
  ['by the machine alone, where the service does not tell its time', 1, undefined, true],
  ['not yet half an hour after its end', 0.5, 0.5, false],
  ['not yet where the machine is a year ahead', 8760, 0.99, false],
  ['not yet where the service is ahead', 0.99, 8760, false],
])('a day counts as finished %s', (_name, machine, service, isFinished) => {
  const later = (hours: number) => startOf(dayOf('2024-01-18')) + hours * 3_600_000;
  const { store } = opened({ now: later(machine) });
  expect(store.canStore(day, service && later(service))).toBe(isFinished);
});

const half = dayFileText(rates(0.9)).slice(0, 40);

const damages: readonly [string, (put: (data: string | Uint8Array) => void, path: string) => void][] = [
  ['an empty file', (put) => put('')],
  ['half a file', (put) => put(half)],
  ['a file of another base', (put) => put(dayFileText({ ...rates(1), base: code('EUR') }))],
  ['a binary file', (put) => put(new Uint8Array(4096).map((_, at) => (at * 37) % 256))],
  ['a folder', (_put, path) => fs.mkdirSync(join(path, 'in', 'it'), { recursive: true })],
  ['a link to itself', (_put, path) => link(path, path)],
  ['a link to nothing', (_put, path) => link('/nowhere', path)],
  ['a link to a folder', (_put, path) => link('/', path)],
  ['a link to a device without end', (_put, path) => link('/dev/zero', path)],
  [
    'a pipe that nobody writes',
    (_put, path) => execFileSync('sh', ['-c', 'mkdir -p "$0" && mkfifo "$1"', dirname(path), path]),
  ],
];

function link(to: string, path: string): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.symlinkSync(to, path);
}

test.each(damages)('for a stored day %s is not stored, but set aside as it was and named', async (what, damage) => {
  const { store, places, damaged, path, put } = opened();
  damage(put, path);
  expect(store.peek(day)).toBeUndefined();
  expect(fs.existsSync(places.damaged)).toBe(false);
  expect(store.read(day)).toBeUndefined();
  const [name = ''] = fs.readdirSync(places.damaged);
  expect(damaged).toEqual([
    `the stored file of ${day} is damaged and was moved to ${join(places.damaged, name)}; the day counts as missing`,
  ]);
  expect(namesIn(places.days)).toEqual([]);
  expect(store.read(day)).toBeUndefined();
  expect(damaged).toHaveLength(1);
  expect([(await store.storeRates(rates(0.9))).result, fs.readdirSync(places.damaged)]).toEqual(['kept', [name]]);
  if (what === 'half a file') expect(textsIn(places.damaged)).toEqual([half]);
});

test('a damaged file that cannot be set aside is named, stays where it is, and is not written over', async () => {
  const root = temporaryFolder();
  fs.writeFileSync(join(root, 'state'), 'no folder');
  const { store, damaged, path, put } = opened({ root });
  put('damaged');
  expect(store.read(day)).toBeUndefined();
  expect(damaged).toEqual([
    `the stored file of ${day} is damaged and cannot be moved: ${path}; the day counts as missing`,
  ]);
  await expect(store.storeRates(rates(0.9))).rejects.toThrow(/^cannot write in .*damaged.*: not a directory$/);
  expect(fs.readFileSync(path, 'utf8')).toBe('damaged');
  fs.rmSync(path);
  expect((await store.storeRates(rates(0.9))).result).toBe('kept');
});

test('a link to a whole file is that day, and what it leads to stays when the day is replaced', async () => {
  const { store, places, path, put } = opened();
  put('');
  const far = join(dirname(places.days), 'far.json');
  fs.writeFileSync(far, dayFileText(rates(0.9)));
  fs.rmSync(path);
  link(far, path);
  expect([store.read(day), (await store.storeRates(rates(0.91))).result]).toEqual([rates(0.9), 'changed']);
  expect([fs.readFileSync(far, 'utf8'), fs.lstatSync(path).isFile()]).toEqual([dayFileText(rates(0.9)), true]);
});

test('a whole file that another process has put in place of a damaged one meanwhile is put back', () => {
  const whole = dayFileText(rates(0.9));
  // the time is read after the damaged file, and before it is set aside
  const time = () => {
    put(whole);
    return noon;
  };
  const { store, places, damaged, path, put } = opened({ time });
  put('damaged');
  store.read(day);
  expect([fs.readFileSync(path, 'utf8'), fs.readdirSync(places.damaged), damaged]).toEqual([whole, [], []]);
});

// of a process on another machine
const name = (digit: string) => `.ratebook-${digit.repeat(12)}.1.1.0.tmp`;
const everywhere = ['days', 'locks', 'journal', 'replaced'] as const;

test.each(everywhere)(
  'unfinished files are never days, and go from %s when they are older than a day',
  async (place) => {
    const { store, places } = opened();
    const folder = places[place === 'days' ? 'unfinished' : place];
    fs.mkdirSync(folder, { recursive: true });
    for (const [file, age] of Object.entries({ [name('a')]: 86_500, [name('b')]: 86_300, 'note.tmp': 10 ** 9 })) {
      fs.writeFileSync(join(folder, file), dayFileText(rates(0.9)));
      fs.utimesSync(join(folder, file), Date.now() / 1000 - age, Date.now() / 1000 - age);
    }
    expect(store.days()).toEqual([]);
    await store.storeRates(rates(0.9));
    expect(namesIn(places.days)).toEqual([`${day}.json`]);
    expect(fs.readdirSync(folder).sort()).toEqual([name('b'), 'note.tmp']);
  },
);

const namesIn = (folder: string) => fs.readdirSync(folder).filter((name) => name !== '.unfinished');
const [a, b] = ['AAA' as Code, 'BBB' as Code];
const days = (count: number) => Array.from({ length: count }, (_, at) => addDays('1999-01-01' as Day, at));

test('the first and last day of each code are found, whatever days lack it and whatever files are damaged', async () => {
  const day = fc.option(fc.subarray([a, b]), { nil: undefined });
  await always([fc.array(day, { maxLength: 300 })], async (codes) => {
    const all = days(codes.length);
    const read = (day: Day) => {
      const found = codes[all.indexOf(day)];
      return found && new Map(found.map((code) => [code, 1]));
    };
    const spans = await codeSpans(all, read);
    for (const code of [a, b]) {
      const having = all.filter((_, at) => codes[at]?.includes(code));
      expect(spans.get(code)).toEqual(having.length > 0 ? { first: having[0], last: having.at(-1) } : undefined);
    }
  });
});
