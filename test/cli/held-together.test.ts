import { expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { parseDayFile } from '../../src/store/day-file.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { behind, Latch } from '../support/latch.ts';
import { randomFrom } from '../support/random.ts';
import { finished, Machine, said } from '../support/ratebook.ts';
import { day } from '../support/rates.ts';
import { scene } from '../support/scene.ts';
import { startSlowService } from '../support/slow-service.ts';
import { inWhole, seed } from '../support/whole.ts';

/** Each time a new store. */
const rounds = inWhole(4, 1);
const random = randomFrom(seed);
const processes = inWhole(8, 4);

interface Range {
  readonly first: Day;
  readonly last: Day;
}

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
    const held = new HeldFiles(machine, service.url);
    const all = { first: day('2023-10-01'), last: day('2024-03-31') };
    const whole = await runHere(Machine.for(service.url), query(all));
    const before = service.charged();
    const ranges = Array.from({ length: processes }, randomRange);
    const results = await Promise.all(ranges.map((range) => machine.run(query(range))));
    expect(results).toEqual(ranges.map((range) => ({ code: 0, stdout: partOf(whole.stdout, range), stderr: '' })));
    const union = new Set(ranges.flatMap(({ first, last }) => [...eachDay(first, last)]));
    expect(service.charged() - before).toBe(union.size);
    expect(held.names()).toEqual([...union].map((day) => `${day}.json`).sort());
    for (const day of union) expect(parseDayFile(held.read(day), day)).toBeDefined();
    expect(held.aside('locks')).toEqual([]);
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
