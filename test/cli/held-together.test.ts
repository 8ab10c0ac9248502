import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { parseDayFile } from '../../src/store/day-file.ts';
import { onDays } from '../support/faults.ts';
import { HeldFiles } from '../support/held-files.ts';
import { behind, Latch } from '../support/latch.ts';
import { randomFrom } from '../support/random.ts';
import { finished, Machine, said } from '../support/ratebook.ts';
import { day } from '../support/rates.ts';
import { scene } from '../support/scene.ts';
import { daysSaid, startSlowService } from '../support/slow-service.ts';
import { inWhole, seed } from '../support/whole.ts';

/** Each time a new store. */
const rounds = inWhole(4, 1);
const random = randomFrom(seed);
const processes = 8;

interface Range {
  readonly first: Day;
  readonly last: Day;
}

/** Within five months, so that each of them meets some of the others. */
function randomRange(): Range {
  const first = addDays(day('2023-10-01'), Math.floor(random() * 100));
  return { first, last: addDays(first, Math.floor(random() * 60)) };
}

const unionOf = (ranges: readonly Range[]) => new Set(ranges.flatMap(({ first, last }) => [...eachDay(first, last)]));

const query = ({ first, last }: Range) => ['series', first, last, '-s', 'EUR', '--yes', '-q'];

/** The lines of the range in the CSV of a longer one. */
function partOf(csv: string, { first, last }: Range): string {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  return `${[header, ...lines.filter((line) => line.slice(0, 10) >= first && line.slice(0, 10) <= last)].join('\n')}\n`;
}

/** A service that takes its time. */
async function slowScene(onMoment?: Parameters<typeof startSlowService>[0]) {
  const service = await startSlowService(onMoment);
  const machine = Machine.for(service.url);
  return { service, machine, held: new HeldFiles(machine, service.url) };
}

const several = <T>(make: (at: number) => T) => Array.from({ length: processes }, (_, at) => make(at));

describe(`${processes} processes at once on one empty store`, () => {
  test(`get what they asked for, and every day of the union is paid for once (seed ${seed})`, async () => {
    for (let round = 0; round < rounds; round++) {
      const { service, machine, held } = await slowScene();
      const all = { first: day('2023-10-01'), last: day('2024-03-31') };
      const whole = await Machine.for(service.url).run(query(all));
      const before = service.charged();
      const ranges = several(randomRange);
      const results = await Promise.all(ranges.map((range) => machine.run(query(range))));
      expect(results).toEqual(ranges.map((range) => ({ code: 0, stdout: partOf(whole.stdout, range), stderr: '' })));
      const union = unionOf(ranges);
      expect(service.charged() - before).toBe(union.size);
      expect(held.names()).toEqual([...union].map((day) => `${day}.json`).sort());
      for (const day of union) expect(parseDayFile(held.read(day), day)).toBeDefined();
      expect(held.aside('claims')).toEqual([]);
    }
  }, 240_000);

  test('where half of them are killed while they ask, the others get theirs all the same', async () => {
    // each has a key of its own, so that the service knows who asks
    const killers = new Map<string, () => void>();
    const { service, machine } = await slowScene(({ query }) => killers.get(query.app_id ?? '')?.());
    const range = { first: day('2024-01-01'), last: day('2024-02-29') };
    const runs = several((at) => {
      const key = `key-of-process-${at}`;
      const child = machine.start([...query(range), '--debug'], { env: { RATEBOOK_APP_ID: key } });
      // when its first request has come, or its second, or an answer has been sent
      let moments = 1 + (at % 3);
      if (at % 2) killers.set(key, () => --moments === 0 && child.kill('SIGKILL'));
      return finished(child).then((result) => ({ key, ...result }));
    });
    const results = await Promise.all(runs);
    await service.deserted();
    const survivors = results.filter(({ code }) => code !== null);
    expect(survivors.length).toBeGreaterThanOrEqual(processes / 2);
    for (const { code, stderr, stdout } of survivors)
      expect([code, stderr.match(/^ratebook:.*$/gm), stdout.match(/\n/g)?.length]).toEqual([0, null, 61]);
    const killed = results.filter(({ code }) => code === null);
    const underWay = killed.map(({ key, stderr }) => service.charged(key) - daysSaid(stderr));
    expect(service.charged()).toBeLessThanOrEqual(60 + underWay.reduce((sum, days) => sum + days, 0));
  });
});

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

test('whoever waits for another process ends at once where nobody reads on', async () => {
  const latch = new Latch();
  const { service, machine, run, built } = await scene(onDays(['2024-02-01'], behind(latch)));
  await run('series 2024-01');
  const other = built('series 2024-02');
  await service.came(2);
  const child = machine.start(['series', '2024-01', '2024-02']);
  child.stdout.destroy();
  const stderr = '60 days: 31 held, 29 to fetch, cost 29 requests\n';
  expect(await finished(child)).toMatchObject({ code: 0, stderr });
  expect(service.cost()).toBe(31);
  latch.open();
  expect((await other).code).toBe(0);
  expect(service.cost()).toBe(60);
});
