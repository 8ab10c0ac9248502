import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pass, status } from '../support/faults.ts';
import { behind, Latch } from '../support/latch.ts';
import { finished, Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import type { Fault } from '../support/service.ts';

const key = 'free-0123456789';
const now = '2024-03-10T09:00:00Z';
/** 21 days until the quota resets, and a tenth of 1000. */
const reserve = 121;

/** A key with so many requests left, and archives that could spend them all. */
async function keyWith(left: number, fault = pass, onUsage = (_calls: number) => {}) {
  let usages = 0;
  const usage: Fault = (_request, response, pass) => {
    usages++;
    response.on('finish', () => onUsage(usages));
    pass();
  };
  const plan = await scene(fault, { key, usage, now });
  plan.spend(1000 - left);
  return {
    ...plan,
    usages: () => usages,
    archive: (store: string, on = plan.machine) =>
      on.start(['archive', '--since', '2023-06-01', '--max-cost', '200'], {
        now,
        env: { XDG_DATA_HOME: join(on.home, store) },
      }),
  };
}

/** Holds back these requests. */
const holding = (latch: Latch, first: number, last = first): Fault => {
  const held = behind(latch);
  return (request, response, pass) =>
    first <= request.number && request.number <= last ? held(request, response, pass) : pass();
};

describe('on one key', () => {
  test('two archives at once leave the reserve, and both say what waits', async () => {
    const { archive, built, left } = await keyWith(reserve + 60);
    const stderr = expect.stringMatching(/\d+ wait for 2024-04-01 \(121 of 1,000 requests kept back\)\n$/);
    for (const result of await Promise.all([archive('one'), archive('two')].map(finished)))
      expect(result).toMatchObject({ code: 0, stderr });
    // the newest day of the second comes out of the reserve
    expect([reserve - 1, reserve]).toContain(left());
    expect((await built('historical 2020-01-01')).code).toBe(0);
  });

  test('two archives that know nothing of each other meet the reserve within one turn', async () => {
    const { service, archive, left } = await keyWith(reserve + 60);
    const other = Machine.for(service.url, key);
    const results = await Promise.all([archive('one'), archive('two', other)].map(finished));
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    expect(left()).toBeGreaterThanOrEqual(reserve - 1 - 25);
  });

  test('what a killed archive has sent counts, though the service has not yet counted it', async () => {
    const latch = new Latch();
    const { service, archive, built, left } = await keyWith(
      reserve + 40,
      holding(latch, 26, 29),
      (calls) => calls === 3 && latch.open(),
    );
    const killed = archive('one');
    await service.came(29);
    killed.kill('SIGKILL');
    expect((await finished(archive('two'))).code).toBe(0);
    expect(left()).toBeGreaterThanOrEqual(reserve);
    expect((await built('historical 2020-01-01')).code).toBe(0);
  });

  test('an archive notices what a series spends beside it', async () => {
    const latch = new Latch();
    const { service, archive, built, left } = await keyWith(reserve + 80, holding(latch, 26));
    const long = finished(archive('one'));
    await service.came(26);
    expect((await built('series 2020-01-01 2020-01-25 -q')).code).toBe(0);
    latch.open();
    expect((await long).code).toBe(0);
    expect(left()).toBe(reserve);
  });

  test('an archive that another has taken for dead sends no more in its turn', async () => {
    const latch = new Latch();
    const { service, machine, built, usages } = await keyWith(1000, holding(latch, 26));
    const archive = built('archive --since 2023-06-01 --max-cost 60 --concurrency 1 -q');
    await service.came(26);
    const folder = join(machine.home, '.local/state/ratebook/spending');
    for (const name of readdirSync(folder)) if (!name.includes('.')) rmSync(join(folder, name));
    latch.open();
    expect(await archive).toEqual({ code: 0, stdout: '', stderr: '' });
    // 25, 1, 25 and 9
    expect([service.cost(), usages()]).toEqual([60, 4]);
  });
});

describe('what is left is asked', () => {
  test.each([
    [25, 1],
    [26, 2],
    [60, 3],
  ])('for %i requests %i times', async (most, times) => {
    const { run, left, usages } = await keyWith(1000);
    expect((await run(`archive --since 2023-06-01 --max-cost ${most} -q`)).code).toBe(0);
    expect([left(), usages()]).toEqual([1000 - most, times]);
  });

  test('once where the service does not say', async () => {
    const { service, run } = await scene(pass, { usage: status(500), now });
    expect((await run('archive --since 2024-01-01 -q')).code).toBe(0);
    expect([service.calls() - service.requests.length, service.cost()]).toEqual([1, 69]);
  });
});
