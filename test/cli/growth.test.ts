import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { type Code, usd } from '../../src/currencies/code.ts';
import { dayFileText } from '../../src/store/day-file.ts';
import { Machine } from '../support/ratebook.ts';
import { startService } from '../support/service.ts';
import { StoredFiles } from '../support/stored-files.ts';
import { inWhole } from '../support/whole.ts';

const preload = join(import.meta.dirname, '../support/counted.cjs');
const sizes = inWhole([1, 10, 100, 1000, 10_000], [1, 30, 300]);
const eur = 'EUR' as Code;
const newest = '2026-06-30' as Day;
const oldestOf = (size: number) => addDays(newest, 1 - size);

/** Calls of the file system, by name; `names` is how many were listed. */
type Counts = Readonly<Record<string, number>>;
const machines = new Map<number, Machine>();

/** The steps of a run: what its calls of the file system are, and how many. */
async function counted(size: number, args: readonly string[]): Promise<Counts> {
  const machine = machines.get(size) as Machine;
  const { code, stderr } = await machine.run(args, { preload, env: { COUNTED_TO: join(machine.home, 'counts') } });
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(machine.read('counts'));
}

beforeAll(async () => {
  const service = await startService();
  for (const size of sizes) {
    const machine = Machine.for(service.url);
    // whether its code is stored already is no part of the work
    machine.env.NODE_DISABLE_COMPILE_CACHE = '1';
    const files = new StoredFiles(machine, service.url);
    const rates = new Map([[eur, 0.9]]);
    for (const day of eachDay(oldestOf(size), newest)) files.write(day, dayFileText({ day, base: usd, rates }));
    machines.set(size, machine);
  }
});

/** The days around a look-up say whether its rates are odd; there are no more of them. */
const around = 10;

test.each([
  ['a look-up of a stored day', ['historical', newest, '-s', 'EUR', '-f', 'csv']],
  ['a stored conversion', ['convert', '5', 'EUR', 'USD', '--on', newest]],
  ['the plan of a month', ['series', '1999-01', '--dry-run']],
  // over a month from the oldest: nearer days are looked at
  ['a look-up that asks the service', ['historical', '1999-01-01', '-s', 'EUR', '-f', 'csv']],
])('days that are not asked for, nor around them, cost nothing but their names in a listing %s', async (_, args) => {
  const [first, ...rest] = await Promise.all(sizes.filter((size) => size > around).map((size) => counted(size, args)));
  for (const counts of rest) expect({ ...counts, names: first?.names }).toEqual(first);
});

test('the cost of stored days that are asked for grows with their number, and no faster', async () => {
  const callsOf = async (size: number) => {
    const counts = await counted(size, ['series', oldestOf(size), newest, '-s', 'EUR', '-f', 'csv']);
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  };
  const calls = await Promise.all(sizes.map(callsOf));
  const perDay = calls.slice(1).map((count, at) => (count - (calls[0] ?? 0)) / ((sizes[at + 1] ?? 0) - 1));
  for (const cost of perDay) expect(cost).toBeCloseTo(perDay.at(-1) ?? 0, 0);
  // its file is opened, read to the end in two steps and closed, twice
  expect(perDay.at(-1)).toBeLessThan(9);
});
