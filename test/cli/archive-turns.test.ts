import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createHandler } from '../../src/server/api/handler.ts';
import { demoAccounts, demoSource } from '../../src/server/demo/demo.ts';
import { behind, Latch } from '../support/latch.ts';
import { finished, Machine } from '../support/ratebook.ts';
import { type Fault, reply, startService } from '../support/service.ts';

const key = 'free-0123456789';
const now = '2024-03-10T09:00:00Z';
/** 21 days until the quota resets, and a tenth of 1000. */
const reserve = 121;

const pass: Fault = (_request, _response, pass) => pass();

/** A key with so many requests left, and archives that could spend them all. */
async function keyWith(left: number, fault = pass, onUsage = (_calls: number) => {}) {
  const clock = () => Date.parse(now);
  const accounts = demoAccounts(clock);
  accounts(key).charge(1000 - left);
  let usages = 0;
  const usage: Fault = (_request, response, pass) => {
    usages++;
    response.on('finish', () => onUsage(usages));
    pass();
  };
  const handler = createHandler({ source: demoSource(clock), accounts, now: clock });
  const service = await startService(fault, handler, usage);
  const machine = Machine.for(service.url, key);
  const start = (line: string, on = machine) => on.start(line.split(' '), { now });
  return {
    service,
    machine,
    left: () => 1000 - accounts(key).requests,
    usages: () => usages,
    start,
    archive: (store: string, on = machine) =>
      on.start(['archive', '--since', '2023-06-01', '--max-cost', '200'], {
        now,
        env: { XDG_DATA_HOME: join(on.home, store) },
      }),
    run: (line: string) => finished(start(line)),
  };
}

describe('on one key', () => {
  test('two archives at once leave the reserve, and both say what waits', async () => {
    const { archive, run, left } = await keyWith(reserve + 60);
    const results = await Promise.all([archive('one'), archive('two')].map(finished));
    for (const { code, stderr } of results) {
      expect(code).toBe(0);
      expect(stderr).toMatch(/\d+ wait for 2024-04-01 \(121 of 1,000 requests kept back\)\n$/);
    }
    // the newest day of the second comes out of the reserve
    expect(left()).toBeGreaterThanOrEqual(reserve - 1);
    expect(left()).toBeLessThanOrEqual(reserve);
    expect((await run('historical 2020-01-01')).code).toBe(0);
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
    const fault: Fault = (request, response, pass) =>
      request.number > 25 && request.number < 30 ? behind(latch)(request, response, pass) : pass();
    const scene = await keyWith(reserve + 40, fault, (calls) => calls === 3 && latch.open());
    const killed = scene.archive('one');
    await scene.service.came(29);
    killed.kill('SIGKILL');
    expect((await finished(scene.archive('two'))).code).toBe(0);
    expect(scene.left()).toBeGreaterThanOrEqual(reserve);
    expect((await scene.run('historical 2020-01-01')).code).toBe(0);
  });

  test('an archive notices what a series spends beside it', async () => {
    const latch = new Latch();
    const fault: Fault = (request, response, pass) =>
      request.number === 26 ? behind(latch)(request, response, pass) : pass();
    const { service, archive, run, left } = await keyWith(reserve + 80, fault);
    const long = finished(archive('one'));
    await service.came(26);
    expect((await run('series 2020-01-01 2020-01-25 -q')).code).toBe(0);
    latch.open();
    expect((await long).code).toBe(0);
    expect(left()).toBe(reserve);
  });

  test('an archive that another has taken for dead sends no more in its turn', async () => {
    const latch = new Latch();
    const fault: Fault = (request, response, pass) =>
      request.number === 26 ? behind(latch)(request, response, pass) : pass();
    const { service, machine, run, usages } = await keyWith(1000, fault);
    const archive = run('archive --since 2023-06-01 --max-cost 60 --concurrency 1 -q');
    await service.came(26);
    const folder = join(machine.home, '.local/state/ratebook/spending');
    for (const name of readdirSync(folder)) if (!name.includes('.')) rmSync(join(folder, name));
    latch.open();
    expect(await archive).toEqual({ code: 0, stdout: '', stderr: '' });
    // 25, 1, 25 and 9
    expect({ cost: service.cost(), usages: usages() }).toEqual({ cost: 60, usages: 4 });
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
    expect({ left: left(), usages: usages() }).toEqual({ left: 1000 - most, usages: times });
  });

  test('once where the service does not say', async () => {
    let asked = 0;
    const service = await startService(pass, undefined, (_request, response) => {
      asked++;
      reply(response, 500, '');
    });
    const machine = Machine.for(service.url);
    expect((await machine.run(['archive', '--since', '2024-01-01', '-q'], { now })).code).toBe(0);
    expect({ asked, cost: service.cost() }).toEqual({ asked: 1, cost: 69 });
  });
});
