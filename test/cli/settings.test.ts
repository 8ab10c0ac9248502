import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answering } from '../support/faults.ts';
import { runHere } from '../support/here.ts';
import { appId, Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import type { Fault, SeenRequest } from '../support/service.ts';

describe('config set', () => {
  test('many times at once loses none', async () => {
    const machine = new Machine();
    const given = { base: 'EUR', symbols: 'GBP', timeout: '7' };
    const runs = Object.entries(given).map(([key, value]) => machine.run(['config', 'set', key, value]));
    for (const { code } of await Promise.all(runs)) expect(code).toBe(0);
    const stored = JSON.parse(machine.read('.config/ratebook/config.json'));
    expect(Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, `${value}`]))).toEqual(given);
  });

  test('that is killed leaves no key to be found once app_id is unset', async () => {
    const machine = new Machine();
    await runHere(machine, ['config', 'set', 'base', 'EUR']);
    const set = ['config', 'set', 'app_id', appId];
    const preload = join(import.meta.dirname, '../support/killed-in-writing.cjs');
    expect((await machine.run(set, { preload })).code).toBeNull();
    const folder = join(machine.home, '.config/ratebook');
    const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(files().filter((text) => text.includes(appId))).toHaveLength(1);
    await runHere(machine, ['config', 'unset', 'app_id']);
    expect([files().filter((text) => text.includes(appId)), readdirSync(folder)]).toEqual([[], ['config.json']]);
  });
});

/** Charged for, and of no use. */
const unusable = answering({ base: 'EUR', rates: {} });

/** The first answers to each request are bad. */
function badAtFirst(times: number): Fault {
  const tried = new Map<string, number>();
  const nameOf = ({ path, query }: SeenRequest) => `${path} ${query.start}`;
  return (request, response, pass) => {
    const before = tried.get(nameOf(request)) ?? 0;
    tried.set(nameOf(request), before + 1);
    if (before < times) unusable(request, response, pass);
    else pass();
  };
}

const year = 'series 2024 -s EUR -o ~/rates.csv';

describe.concurrent('what may be charged in all', () => {
  test.each([
    ['whose first two answers to each month are bad', badAtFirst(2)],
    ['whose answers are all bad', unusable],
  ])('by a service %s stays within the cost that was shown', async (_what, fault) => {
    const { service, machine, run } = await scene(fault);
    const { code, stderr } = await run(year);
    expect(code).toBe(5);
    expect(stderr).toContain('366 days: 0 stored, 366 to fetch, cost 366 requests\n');
    expect(stderr).toMatch(/could push the cost over 366 requests\nhint: .*--yes.*--max-cost/);
    expect(stderr).toMatch(/^cost \d+ to \d+ requests \(\d+ responses of \d+ days were lost\)$/m);
    expect(service.cost()).toBeLessThanOrEqual(366);
    expect(machine.files()).toEqual([]);
  });

  test('may be more with --yes, and the next run pays only for what is missing', async () => {
    const { service, run } = await scene(badAtFirst(2));
    expect((await run(`${year} --yes`)).code).toBe(0);
    expect(service.cost()).toBe(3 * 366);
    expect((await run(year)).code).toBe(0);
    expect(service.cost()).toBe(3 * 366);
  });
});
