import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { isTemporary } from '../../src/disk/names.ts';
import { parseDayFile } from '../../src/store/day-file.ts';
import { HeldFiles } from '../support/held-files.ts';
import { finished, Machine } from '../support/ratebook.ts';
import { type SlowService, startSlowService } from '../support/slow-service.ts';

/** So many in all: a hundred takes a minute. */
const kills = Number(process.env.RATEBOOK_TEST_KILLS ?? 20);

const year = ['series', '2020', '-s', 'EUR,JPY', '-q', '--debug'];

interface Survived {
  readonly stdout: string;
  readonly files: HeldFiles;
  readonly killed: number;
  /** What was charged, and the days of what was under way at each kill: with the time that answers may take, and without. */
  readonly cost: number;
  readonly underWay: number;
  readonly unanswered: number;
}

/** Runs on one machine until a run reaches its end, each but the last killed at a random moment. */
async function survive(service: SlowService, most: number): Promise<Survived> {
  const machine = Machine.for(service.url);
  const files = new HeldFiles(machine, service.url);
  const before = service.charged();
  const answered = new Set<string>();
  let underWay = 0;
  let unanswered = 0;
  for (let killed = 0; ; killed++) {
    const asked = service.requests.length;
    const child = machine.start(year);
    let moment = 0;
    const kill = () => {
      moment = performance.now();
      child.kill('SIGKILL');
    };
    const timer = killed < most ? setTimeout(kill, 100 + Math.random() * 400) : undefined;
    const { code, stdout, stderr } = await finished(child);
    clearTimeout(timer);
    // what it has asked for last may not have come yet
    await sleep(20);
    for (const { query } of service.requests.slice(asked)) expect(answered).not.toContain(query.start);
    for (const [, start = ''] of stderr.matchAll(/start=(\S{10})&.*: 200, /g)) answered.add(start);
    if (code !== null) {
      expect({ code, problems: stderr.match(/^ratebook:.*$/gm) }).toEqual({ code: 0, problems: null });
      return { stdout, files, killed, cost: service.charged() - before, underWay, unanswered };
    }
    underWay += service.underWayAt(moment);
    unanswered += service.underWayAt(moment, 0);
    for (const day of files.days()) expect(parseDayFile(files.read(day), day as Day)).toBeDefined();
  }
}

test(`a year costs itself and what was under way at each of ${kills} kills, and no file is damaged`, async () => {
  const service = await startSlowService(20, 120);
  const { stdout: whole } = await Machine.for(service.url).run(year);
  const sums = { years: 0, killed: 0, paidTwice: 0, underWay: 0, unanswered: 0, unfinishedFiles: 0 };
  while (sums.killed < kills) {
    const survived = await survive(service, kills - sums.killed);
    const { stdout, files, killed, cost, underWay, unanswered } = survived;
    expect(stdout).toBe(whole);
    expect(files.days()).toHaveLength(366);
    expect(files.aside('damaged')).toEqual([]);
    expect(files.aside('arrived')).toEqual([]);
    expect(cost).toBeGreaterThanOrEqual(366);
    expect(cost).toBeLessThanOrEqual(366 + underWay);
    sums.years++;
    sums.killed += killed;
    sums.paidTwice += cost - 366;
    sums.underWay += underWay;
    sums.unanswered += unanswered;
    sums.unfinishedFiles += files.names().filter(isTemporary).length;
  }
  if (process.env.RATEBOOK_TEST_KILLS) console.info(sums);
}, 300_000);
