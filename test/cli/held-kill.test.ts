import { expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { parseDayFile } from '../../src/store/day-file.ts';
import { HeldFiles } from '../support/held-files.ts';
import { randomFrom } from '../support/random.ts';
import { finished, Machine } from '../support/ratebook.ts';
import { daysSaid, saidToHave, startSlowService } from '../support/slow-service.ts';
import { inWhole, seed } from '../support/whole.ts';

/** So many in all. */
const kills = inWhole(12, 6);
const random = randomFrom(seed);

const year = ['series', '2020', '-s', 'EUR,JPY', '-q', '--debug'];

/** A run is killed after so many requests that came and answers that were sent, or less, and a little later. */
const mostMoments = 8;
const mostLater = 30;

interface Survived {
  readonly stdout: string;
  readonly files: HeldFiles;
  readonly killed: number;
  /** What was charged, and the days of what was under way at each kill: asked for by a run that did not come to say that it has them. */
  readonly cost: number;
  readonly underWay: number;
}

/** Runs on one machine until a run reaches its end, each but the last killed at a random moment. */
async function survive(most: number): Promise<Survived> {
  let onMoment = () => {};
  const service = await startSlowService(() => onMoment());
  const machine = Machine.for(service.url);
  const files = new HeldFiles(machine, service.url);
  const answered = new Set<string | undefined>();
  let underWay = 0;
  for (let killed = 0; ; killed++) {
    const asked = service.requests.length;
    const before = service.charged();
    const child = machine.start(year);
    let moments = killed < most ? Math.ceil(random() * mostMoments) : Number.POSITIVE_INFINITY;
    onMoment = () => {
      if (--moments === 0) setTimeout(() => child.kill('SIGKILL'), random() * mostLater);
    };
    const { code, stdout, stderr } = await finished(child);
    onMoment = () => {};
    await service.deserted();
    for (const { query } of service.requests.slice(asked)) expect(answered).not.toContain(query.start);
    if (code !== null) {
      expect({ code, problems: stderr.match(/^ratebook:.*$/gm) }).toEqual({ code: 0, problems: null });
      return { stdout, files, killed, cost: service.charged(), underWay };
    }
    underWay += service.charged() - before - daysSaid(stderr);
    for (const { start } of saidToHave(stderr)) answered.add(start);
    for (const day of files.days()) expect(parseDayFile(files.read(day), day as Day)).toBeDefined();
  }
}

test(`a year costs itself and what was under way at each of ${kills} kills, and no file is damaged (seed ${seed})`, async () => {
  const { stdout: whole } = await survive(0);
  for (let left = kills; left > 0; ) {
    const { stdout, files, killed, cost, underWay } = await survive(left);
    left -= killed;
    expect(stdout).toBe(whole);
    expect(files.days()).toHaveLength(366);
    expect(files.aside('damaged')).toEqual([]);
    expect(files.aside('arrived')).toEqual([]);
    expect(cost).toBeGreaterThanOrEqual(366);
    expect(cost).toBeLessThanOrEqual(366 + underWay);
  }
}, 600_000);
