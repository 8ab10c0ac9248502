import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { appId, Machine } from '../support/ratebook.ts';

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
    expect(files().filter((text) => text.includes(appId))).toEqual([]);
    expect(readdirSync(folder)).toEqual(['config.json']);
  });
});

const marked = '\ufeff{ "base": "CHF" }\r\n';

test('a config file may begin with a byte order mark', async () => {
  const machine = new Machine();
  await runHere(machine, ['config', 'set', 'base', 'EUR']);
  machine.write('.config/ratebook/config.json', marked);
  expect(await runHere(machine, ['config', 'get', 'base'])).toMatchObject({ code: 0, stdout: 'CHF\n' });
  await runHere(machine, ['config', 'set', 'symbols', 'EUR']);
  expect(JSON.parse(machine.read('.config/ratebook/config.json'))).toEqual({ base: 'CHF', symbols: 'EUR' });
});

test('a relative store counts from the folder of the config file, and is refused in the environment', async () => {
  const machine = new Machine();
  await runHere(machine, ['config', 'set', 'base', 'EUR']);
  machine.write('.config/ratebook/config.json', '{"store":"../rates"}');
  const [inFile, inEnvironment] = [
    await runHere(machine, ['config', 'get', 'store']),
    await runHere(machine, ['config', 'get', 'store'], { env: { RATEBOOK_STORE: 'rates' } }),
  ];
  expect(inFile).toMatchObject({ code: 0, stdout: `${join(machine.home, '.config/rates')}\n` });
  expect(inEnvironment).toMatchObject({
    code: 2,
    stderr: 'ratebook: RATEBOOK_STORE: "rates" is not an absolute path\n',
  });
});
