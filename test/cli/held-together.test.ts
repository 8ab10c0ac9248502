import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { parseDayFile } from '../../src/store/day-file.ts';
import { HeldFiles } from '../support/held-files.ts';
import { finished, Machine } from '../support/ratebook.ts';
import { startSlowService } from '../support/slow-service.ts';

/** Each time a new store; raised to look for races. */
const rounds = Number(process.env.RATEBOOK_TEST_ROUNDS ?? 2);
const processes = 8;

interface Range {
  readonly first: Day;
  readonly last: Day;
}

/** Within five months, so that each of them meets some of the others. */
function randomRange(): Range {
  const first = addDays('2023-10-01' as Day, Math.floor(Math.random() * 100));
  return { first, last: addDays(first, Math.floor(Math.random() * 60)) };
}

const unionOf = (ranges: readonly Range[]) =>
  new Set(ranges.flatMap(({ first, last }) => [...eachDay(first, last)]));

const query = ({ first, last }: Range) => ['series', first, last, '-s', 'EUR', '--yes', '-q'];

/** The lines of the range in the CSV of a longer one. */
function partOf(csv: string, { first, last }: Range): string {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  return `${[header, ...lines.filter((line) => line.slice(0, 10) >= first && line.slice(0, 10) <= last)].join('\n')}\n`;
}

describe(`${processes} processes at once on one empty store`, () => {
  test('get what they asked for, and every day of the union is paid for once', async () => {
    for (let round = 0; round < rounds; round++) {
      const service = await startSlowService(5, 60);
      const all = { first: '2023-10-01' as Day, last: '2024-03-31' as Day };
      const whole = await Machine.for(service.url).run(query(all));
      const before = service.charged();

      const machine = Machine.for(service.url);
      const ranges = Array.from({ length: processes }, randomRange);
      const results = await Promise.all(ranges.map((range) => machine.run(query(range))));
      results.forEach(({ code, stdout, stderr }, at) => {
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toBe(partOf(whole.stdout, ranges[at] as Range));
      });
      const union = unionOf(ranges);
      expect(service.charged() - before).toBe(union.size);
      const files = new HeldFiles(machine, service.url);
      expect(files.names()).toEqual([...union].map((day) => `${day}.json`).sort());
      for (const day of union) expect(parseDayFile(files.read(day), day)).toBeDefined();
      expect(files.aside('claims')).toEqual([]);
    }
  }, 240_000);

  test('where half of them are killed, the others get theirs all the same', async () => {
    const service = await startSlowService(20, 120);
    const machine = Machine.for(service.url);
    const range = { first: '2024-01-01' as Day, last: '2024-02-29' as Day };
    const children = Array.from({ length: processes }, () => machine.start(query(range)));
    const moments: number[] = [];
    children.slice(processes / 2).forEach((child, at) => {
      setTimeout(
        () => {
          moments.push(performance.now());
          child.kill('SIGKILL');
        },
        120 + at * 60,
      );
    });
    const results = await Promise.all(children.map(finished));
    const survivors = results.filter(({ code }) => code !== null);
    expect(survivors.length).toBeGreaterThanOrEqual(processes / 2);
    for (const { code, stderr, stdout } of survivors)
      expect({ code, stderr, lines: stdout.match(/\n/g)?.length }).toEqual({
        code: 0,
        stderr: '',
        lines: 61,
      });
    const underWay = moments.map((moment) => service.underWayAt(moment));
    expect(service.charged()).toBeLessThanOrEqual(60 + underWay.reduce((sum, days) => sum + days));
  });

  test('where the one that asks is refused, another asks', async () => {
    const service = await startSlowService(50, 100);
    const machine = Machine.for(service.url);
    const range = { first: '2024-01-01' as Day, last: '2024-01-31' as Day };
    const results = await Promise.all(
      Array.from({ length: processes }, (_, at) =>
        machine.run(query(range), at % 2 ? { env: { RATEBOOK_APP_ID: 'invalid-key' } } : {}),
      ),
    );
    for (const [at, { code }] of results.entries()) expect(at % 2 ? [0, 4] : [0]).toContain(code);
    expect(service.cost()).toBe(31);
  });
});

test('a second process waits for the first, and reads what that has paid for', async () => {
  const service = await startSlowService(400, 400);
  const machine = Machine.for(service.url);
  const range = { first: '2024-01-01' as Day, last: '2024-01-31' as Day };
  const [one, two] = await Promise.all([machine.run(query(range)), machine.run(query(range))]);
  expect(two.stdout).toBe(one.stdout);
  expect(service.asked()).toEqual(['2024-01-01..2024-01-31']);
});

test('whoever waits for another process ends at once where nobody reads on', async () => {
  const service = await startSlowService(2000, 2000);
  const machine = Machine.for(service.url);
  await machine.run(['series', '2024-01']);
  const other = machine.start(['series', '2024-02']);
  const otherEnds = finished(other);
  while (service.requests.length < 2) await sleep(20);
  const child = machine.start(['series', '2024-01', '2024-02']);
  child.stdout.destroy();
  const { code, stderr } = await finished(child);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '60 days: 31 held, 29 to fetch, cost 29 requests\n' });
  expect(service.cost()).toBe(31);
  expect((await otherEnds).code).toBe(0);
  expect(service.cost()).toBe(60);
});
