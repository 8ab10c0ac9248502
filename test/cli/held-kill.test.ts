import { expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { isTemporary } from '../../src/disk/temporary.ts';
import { parseDayFile } from '../../src/store/day-file.ts';
import { HeldFiles } from '../support/held-files.ts';
import { finished, Machine } from '../support/ratebook.ts';
import { type SlowService, startSlowService } from '../support/slow-service.ts';

/** So many in all: a hundred takes a minute and a half. */
const kills = Number(process.env.RATEBOOK_TEST_KILLS ?? 20);

const year = ['series', '2020', '-s', 'EUR,JPY', '-q'];

interface Survived {
  readonly stdout: string;
  readonly files: HeldFiles;
  readonly killed: number;
  /** What was charged, and the days of what was under way at each kill. */
  readonly cost: number;
  readonly underWay: number;
}

/** Runs on one machine until a run reaches its end, each but the last killed at a random moment. */
async function survive(service: SlowService, most: number): Promise<Survived> {
  const machine = Machine.for(service.url);
  const files = new HeldFiles(machine, service.url);
  const before = service.charged();
  let underWay = 0;
  for (let killed = 0; ; killed++) {
    const child = machine.start(year);
    const kill =
      killed < most ? setTimeout(() => child.kill('SIGKILL'), 100 + Math.random() * 400) : undefined;
    const { code, stdout, stderr } = await finished(child);
    clearTimeout(kill);
    if (code !== null) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return { stdout, files, killed, cost: service.charged() - before, underWay };
    }
    underWay += service.underWay();
    for (const day of files.days()) expect(parseDayFile(files.read(day), day as Day)).toBeDefined();
  }
}

test(`a year costs itself and what was under way at each of ${kills} kills, and no file is damaged`, async () => {
  const service = await startSlowService(20, 120);
  const { stdout: whole } = await Machine.for(service.url).run(year);
  const sums = { years: 0, killed: 0, underWay: 0, paidTwice: 0, unfinishedFiles: 0 };
  while (sums.killed < kills) {
    const { stdout, files, killed, cost, underWay } = await survive(service, kills - sums.killed);
    expect(stdout).toBe(whole);
    expect(files.days()).toHaveLength(366);
    expect(files.aside('damaged')).toEqual([]);
    expect(cost).toBeGreaterThanOrEqual(366);
    expect(cost).toBeLessThanOrEqual(366 + underWay);
    sums.years++;
    sums.killed += killed;
    sums.underWay += underWay;
    sums.paidTwice += cost - 366;
    sums.unfinishedFiles += files.names().filter(isTemporary).length;
  }
  if (process.env.RATEBOOK_TEST_KILLS) console.info(sums);
}, 300_000);
