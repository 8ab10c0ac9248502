import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { appId, Machine } from '../support/ratebook.ts';
import { startService } from '../support/service.ts';

const service = await startService();
const day = ['historical', '2024-01-17', '--no-store'];

/** The quotes of a run, in order. */
const quotes = (stdout: string) =>
  [...stdout.matchAll(/^2024-01-17,(\w+),(\w+),/gm)].map((row) => `${row[1]}/${row[2]}`);

describe('a setting', () => {
  test('is taken from the option, else the environment, else the file, else the default', async () => {
    const machine = Machine.for(service.url);
    const symbolsOf = async (args: string[], env = {}) =>
      quotes((await runHere(machine, [...day, ...args], { env })).stdout);
    expect((await symbolsOf([])).length).toBeGreaterThan(100);
    await runHere(machine, ['config', 'set', 'symbols', 'eur,jpy']);
    expect(await symbolsOf([])).toEqual(['USD/EUR', 'USD/JPY']);
    expect(await symbolsOf([], { RATEBOOK_SYMBOLS: 'GBP' })).toEqual(['USD/GBP']);
    expect(await symbolsOf(['-s', 'CHF'], { RATEBOOK_SYMBOLS: 'GBP' })).toEqual(['USD/CHF']);
    expect((await symbolsOf(['-s', '*'], { RATEBOOK_SYMBOLS: 'GBP' })).length).toBeGreaterThan(100);
    expect(await symbolsOf([], { RATEBOOK_SYMBOLS: '' })).toEqual(['USD/EUR', 'USD/JPY']);
  });

  test('of the base is sent where it was set', async () => {
    const machine = Machine.for(service.url);
    await runHere(machine, ['config', 'set', 'base', 'gbp']);
    expect(quotes((await runHere(machine, [...day, '-s', 'EUR'])).stdout)).toEqual(['GBP/EUR']);
    expect(service.requests.at(-1)?.query).toMatchObject({ base: 'GBP', symbols: 'EUR' });
    expect(quotes((await runHere(machine, [...day, '-s', 'EUR', '-b', 'chf'])).stdout)).toEqual(['CHF/EUR']);
  });

  test('of the format stands behind the ending of the output file', async () => {
    const machine = Machine.for(service.url);
    await runHere(machine, ['config', 'set', 'format', 'ndjson']);
    expect((await runHere(machine, [...day, '-s', 'EUR'])).stdout).toMatch(/^{"date"/);
    await machine.run([...day, '-s', 'EUR', '-o', 'rates.csv']);
    expect(machine.read('rates.csv')).toMatch(/^date,base/);
    expect((await runHere(machine, [...day, '-s', 'EUR', '-f', 'csv'])).stdout).toMatch(/^date,base/);
  });

  test('of the key and the address may lie in the file alone', async () => {
    const machine = new Machine();
    await runHere(machine, ['config', 'set', 'app_id'], { stdin: `${appId}\n` });
    await runHere(machine, ['config', 'set', 'base_url', service.url]);
    expect(await runHere(machine, [...day, '-s', 'EUR'])).toMatchObject({ code: 0 });
    expect(service.requests.at(-1)?.query.app_id).toBe(appId);
  });

  test('that is set wrong in the file is told with the way to mend it, and nothing is asked', async () => {
    const machine = Machine.for(service.url);
    await runHere(machine, ['config', 'set', 'concurrency', '8']);
    const path = (await runHere(machine, ['config', 'path'])).stdout.trim();
    machine.write(path.slice(machine.home.length + 1), '{"concurrency": 1000}');
    const before = service.calls();
    const { code, stderr } = await runHere(machine, day);
    expect(stderr).toContain(`${path}: concurrency: "1000" is not a whole number from 1 to 64\n`);
    expect(stderr).toContain('hint: ratebook config unset concurrency\n');
    expect({ code, calls: service.calls() }).toEqual({ code: 1, calls: before });
    expect(await runHere(machine, ['config', 'unset', 'concurrency'])).toMatchObject({ code: 0 });
    expect(await runHere(machine, [...day, '-s', 'EUR'])).toMatchObject({ code: 0 });
  });
});

describe('the file', () => {
  test("is the user's alone", async () => {
    const machine = new Machine();
    await runHere(machine, ['config', 'set', 'base', 'EUR']);
    const path = (await runHere(machine, ['config', 'path'])).stdout.trim();
    expect(path).toBe(join(machine.home, '.config/ratebook/config.json'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  test('that is no JSON is named and left as it is, by every command', async () => {
    const machine = Machine.for(service.url);
    mkdirSync(join(machine.home, '.config/ratebook'), { recursive: true });
    machine.write('.config/ratebook/config.json', `{"app_id": "${appId}",`);
    for (const args of [day, ['config', 'list'], ['config', 'set', 'base', 'EUR'], ['config', 'get', 'base']]) {
      const { code, stdout, stderr } = await runHere(machine, args);
      expect(stderr).toMatch(/^ratebook: .*\.config\/ratebook\/config\.json: not JSON\n/);
      expect(stdout + stderr).not.toContain(appId);
      expect(code).toBe(1);
    }
    expect(machine.read('.config/ratebook/config.json')).toBe(`{"app_id": "${appId}",`);
  });
});

describe('config set', () => {
  test('many times at once loses none', async () => {
    const machine = new Machine();
    const given = {
      base: 'EUR',
      symbols: 'GBP',
      format: 'csv',
      confirm_above: '9',
      concurrency: '3',
      timeout: '7',
    };
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
    expect(files().filter((text) => text.includes(appId))).toEqual([]);
    expect(readdirSync(folder)).toEqual(['config.json']);
  });
});

describe('config list', () => {
  test('shows each value and where it comes from, and of the key the last four characters', async () => {
    const machine = new Machine({ RATEBOOK_TIMEOUT: '5' });
    await runHere(machine, ['config', 'set', 'app_id', appId]);
    const { stdout } = await runHere(machine, ['config', 'list']);
    expect(stdout).toMatch(/^app_id +\*+test +\//m);
    expect(stdout).toMatch(/^base +USD +default$/m);
    expect(stdout).toMatch(/^timeout +5 +RATEBOOK_TIMEOUT$/m);
    expect(stdout).not.toContain(appId);
    const { stdout: rows } = await runHere(machine, ['config', 'list', '-f', 'csv']);
    expect(rows).toMatch(/^app_id,\*+test,\/.*config\.json$/m);
    expect((await runHere(machine, ['config', 'get', 'app_id'])).stdout).toMatch(/^\*+test\n$/);
  });

  test('shows nothing of a short key', async () => {
    const machine = new Machine({ RATEBOOK_APP_ID: 'abcd' });
    const { stdout } = await runHere(machine, ['config', 'list']);
    expect(stdout).not.toContain('abcd');
  });
});
