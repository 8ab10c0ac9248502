import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { processMark } from '../../src/process-mark.ts';
import { parseDayFile } from '../../src/store/day-file.ts';
import { pass } from '../support/faults.ts';
import { runHere } from '../support/here.ts';
import { behind, Latch } from '../support/latch.ts';
import { randomFrom } from '../support/random.ts';
import { finished, Machine, said } from '../support/ratebook.ts';
import { day } from '../support/rates.ts';
import { scene } from '../support/scene.ts';
import type { Fault } from '../support/service.ts';
import { startSlowService } from '../support/slow-service.ts';
import { StoredFiles } from '../support/stored-files.ts';
import { inWhole, seed } from '../support/whole.ts';

/** Each time a new store. */
const rounds = inWhole(4, 1);
const random = randomFrom(seed);
const processes = inWhole(8, 4);
type Range = { readonly first: Day; readonly last: Day };

/** Within five months, so that each of them meets some of the others. */
function randomRange(): Range {
  const first = addDays(day('2023-10-01'), Math.floor(random() * 100));
  return { first, last: addDays(first, Math.floor(random() * 60)) };
}

const query = ({ first, last }: Range) => ['series', first, last, '-s', 'EUR', '--yes', '-q'];

/** The lines of the range in the CSV of a longer one. */
function partOf(csv: string, { first, last }: Range): string {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  return `${[header, ...lines.filter((line) => line.slice(0, 10) >= first && line.slice(0, 10) <= last)].join('\n')}\n`;
}

test(`${processes} processes at once on one store have what they asked for, each day paid once (seed ${seed})`, async () => {
  for (let round = 0; round < rounds; round++) {
    const service = await startSlowService();
    const machine = Machine.for(service.url);
    const stored = new StoredFiles(machine, service.url);
    const all = { first: day('2023-10-01'), last: day('2024-03-31') };
    const whole = await runHere(Machine.for(service.url), query(all));
    const before = service.charged();
    const ranges = Array.from({ length: processes }, randomRange);
    const results = await Promise.all(ranges.map((range) => machine.run(query(range))));
    expect(results).toEqual(ranges.map((range) => ({ code: 0, stdout: partOf(whole.stdout, range), stderr: '' })));
    const union = new Set(ranges.flatMap(({ first, last }) => [...eachDay(first, last)]));
    expect(service.charged() - before).toBe(union.size);
    expect(stored.names()).toEqual([...union].map((day) => `${day}.json`).sort());
    for (const day of union) expect(parseDayFile(stored.read(day), day)).toBeDefined();
    expect(stored.aside('locks')).toEqual([]);
  }
}, 240_000);

test('a second process waits for the first, and reads what that has paid for', async () => {
  const latch = new Latch();
  const { service, machine } = await scene(behind(latch));
  const children = [1, 2].map(() => machine.start(['series', '2024-01', '-s', 'EUR']));
  const both = Promise.all(children.map(finished));
  await Promise.all(children.map((child) => said(child, 'stderr', 'cost 31 requests\n')));
  await service.came(1);
  latch.open();
  const [one, two] = await both;
  expect(one?.stdout.match(/\n/g)).toHaveLength(32);
  expect(two?.stdout).toBe(one?.stdout);
  expect(service.asked()).toEqual(['2024-01-01..2024-01-31']);
});

test('runs at once that need the current day share one request for it, whatever they show of it', async () => {
  const now = '2026-11-21T12:20:00Z';
  const latch = new Latch();
  const { service, machine } = await scene(behind(latch), { now });
  const lines = [
    ...['latest', 'latest -b EUR -s GBP -f json', 'historical 2026-11-21 -s JPY'],
    'convert 1 EUR USD --on today',
  ];
  const children = lines.map((line) => machine.start(line.split(' '), { now }));
  const all = Promise.all(children.map(finished));
  await Promise.all(children.map((child) => said(child, 'stderr', /cost \d requests?\n/)));
  await service.came(1);
  latch.open();
  expect((await all).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(service.calls()).toBe(1);
});

test('a run that was suspended pays for nothing that another has fetched in the meantime', async () => {
  const line = 'series 2024-01 2024-02 -s EUR --concurrency 1'.split(' ');
  const latch = new Latch();
  const fault: Fault = (request, ...rest) => (request.number === 1 ? behind(latch) : pass)(request, ...rest);
  const { service, machine, stored } = await scene(fault, { key: 'free-key' });
  const child = machine.start(line);
  const end = finished(child);
  await service.came(1);
  child.kill('SIGSTOP');

  const other = Machine.for(service.url, 'enterprise-key');
  const { stdout } = await other.run(line);
  const theirs = new StoredFiles(other, service.url);
  const locks = stored.aside('locks').map((month) => join(stored.places.locks, month));
  const mark = `${process.pid}..${processMark().split('.')[1]}`;
  for (const path of locks) writeFileSync(path, `${process.pid} ${hostname()} 0123456789ab ${mark}`);
  mkdirSync(stored.places.days, { recursive: true });
  for (const day of theirs.days()) copyFileSync(theirs.pathOf(day), stored.pathOf(day));
  const before = service.cost();
  latch.open();
  child.kill('SIGCONT');
  // whoever has the locks is done with them
  await service.came(service.requests.length);
  for (const path of locks) rmSync(path);

  expect(await end).toMatchObject({ code: 0, stdout });
  // its first request, which was under way: the refusal of a series is free, and a day costs one
  expect(service.cost() - before).toBeLessThanOrEqual(1);
});
