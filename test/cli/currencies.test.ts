import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody } from '../support/service.ts';
import { atTerminalOf, hasTerminal } from '../support/terminal.ts';

const header = 'code,name,decimals,first,last\n';

/** A machine on which the kuna is held for two days, the euro for three, and a code of the service's own. */
async function holding() {
  const { service, machine } = await scene();
  const files = new HeldFiles(machine, service.url);
  const put = (day: string, rates: Record<string, number>) => files.write(day, JSON.stringify(dayBody(rates)));
  put('2022-12-30', { EUR: 0.93, HRK: 7.06, USD: 1 });
  put('2022-12-31', { EUR: 0.93, HRK: 7.05, USD: 1 });
  put('2023-01-01', { EUR: 0.93, XYZ: 3, USD: 1 });
  return { service, machine, files };
}

describe('currencies', () => {
  test('are found by code, name or part of either, with their decimals and held days; nothing is asked', async () => {
    const { service, machine } = await holding();
    const list = async (...words: string[]) => (await runHere(machine, ['currencies', ...words])).stdout;
    expect(await list('hrk')).toBe(`${header}HRK,Croatian Kuna (until 2022),2,2022-12-30,2022-12-31\n`);
    expect(await list('EURO')).toBe(`${header}EUR,Euro,2,2022-12-30,2023-01-01\n`);
    expect(await list('króna')).toBe(`${header}ISK,Icelandic Króna,0,,\nSEK,Swedish Krona,2,,\n`);
    expect(await list('KRONA', 'ice')).toBe(`${header}ISK,Icelandic Króna,0,,\n`);
    expect(await list('paanga')).toBe(`${header}TOP,Tongan Paʻanga,2,,\n`);
    expect(await list('gold')).toBe(`${header}XAU,Gold,,,\nZWG,Zimbabwean Gold,2,,\n`);
    expect(await list('xyz')).toBe(`${header}XYZ,,,2023-01-01,2023-01-01\n`);
    expect(service.calls()).toBe(0);
  });

  test.each([
    ['EUR usd', 'EUR USD'],
    ['EUR,USD', 'EUR USD'],
    ['€ RMB', 'CNY EUR'],
    ['$', 'AUD CAD HKD MXN NZD SGD TWD USD'],
    ['sterling', 'GBP'],
    ['renminbi', 'CNY'],
    ['china', 'CNY'],
    ['SWITZERLAND', 'CHF'],
    ['ivory coast', 'XOF'],
    ['coast', 'XOF'],
    ['oast', ''],
    ['EUR canadian dollar', 'CAD EUR'],
    ['EUR EUR', 'EUR'],
    ['top', 'TOP'],
    ['congo', 'CDF XAF'],
  ])('are found by what people say: %s', async (words, codes) => {
    const { stdout } = await runHere(new Machine(), ['currencies', ...words.split(' '), '--no-header']);
    expect(Array.from(stdout.matchAll(/^\w+/gm), String).join(' ')).toBe(codes);
  });

  test('are all listed where no word is said', async () => {
    const { stdout, stderr, code } = await new Machine().run(['currencies']);
    expect(stdout.split('\n').length).toBeGreaterThan(170);
    expect(stdout).toContain('\nKWD,Kuwaiti Dinar,3,,\n');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  });

  test('are a document in json, null where nothing is known', async () => {
    const { machine } = await holding();
    const { stdout } = await runHere(machine, ['currencies', 'gold', 'x', '-f', 'json']);
    expect(stdout).toBe(
      '[\n  {\n    "code": "XAU",\n    "name": "Gold",\n    "decimals": null,\n    "first": null,\n    "last": null\n  }\n]\n',
    );
    const euro = await runHere(machine, ['currencies', 'euro', '-f', 'json']);
    expect(JSON.parse(euro.stdout)).toEqual([
      { code: 'EUR', name: 'Euro', decimals: 2, first: '2022-12-30', last: '2023-01-01' },
    ]);
  });

  test('that are not there are named on stderr', async () => {
    const machine = new Machine();
    const none = { code: 3, stdout: '' };
    expect(await runHere(machine, ['currencies', 'no', 'such'])).toEqual({
      ...none,
      stderr: 'ratebook: no currency matches "no such"\n',
    });
    expect(await runHere(machine, ['currencies', 'litecoin'])).toEqual({
      ...none,
      stderr: 'ratebook: no currency matches "litecoin" without --show-alternative\n',
    });
    expect(await runHere(machine, ['currencies', 'litecoin', '--show-alternative'])).toEqual({
      code: 0,
      stdout: `${header}LTC,Litecoin,,,\n`,
      stderr: '',
    });
  });

  test('of a damaged file are found in the others', async () => {
    const { machine, files } = await holding();
    files.write('2023-01-02', '{');
    const { stdout, stderr, code } = await runHere(machine, ['currencies', 'euro']);
    expect(stdout).toBe(`${header}EUR,Euro,2,2022-12-30,2023-01-01\n`);
    expect(stderr).toMatch(/^ratebook: the stored file of 2023-01-02 is damaged and was moved to /);
    expect(code).toBe(0);
  });

  test('of the demonstration are those that it has held', async () => {
    const machine = new Machine();
    await machine.run(['historical', '2024-01-17', '--demo', '-q']);
    const { stdout, stderr } = await machine.run(['currencies', 'euro', '--demo']);
    expect(stdout).toBe(`${header}EUR,Euro,2,2024-01-17,2024-01-17\n`);
    expect(stderr).toBe('demonstration: the rates are made up\n');
  });

  test('are a table where that is asked for', async () => {
    const { machine } = await holding();
    const { stdout } = await runHere(machine, ['currencies', 'kuna', '-f', 'table']);
    expect(stdout).toBe(
      [
        'code  name                        dec  first       last',
        'HRK   Croatian Kuna (until 2022)    2  2022-12-30  2022-12-31',
        '',
      ].join('\n'),
    );
    const bare = await runHere(new Machine(), ['currencies', 'jpy', '-f', 'table']);
    expect(bare.stdout).toBe('code  name          dec\nJPY   Japanese Yen    0\n');
  });

  test('are a table in ASCII where the terminal knows no more', async () => {
    const table = async (env: Record<string, string>) =>
      (await runHere(new Machine(env), ['currencies', 'dobra', '-f', 'table'])).stdout;
    expect(await table({ LC_ALL: 'C.UTF-8' })).toMatch(/São Tomé & Príncipe Dobra/);
    expect(await table({ LC_ALL: 'C' })).toMatch(/^[ -~\n]*Sao Tome & Principe Dobra[ -~\n]*$/);
  });

  test.skipIf(!hasTerminal).each([40, 80])('fit a terminal of %d columns', async (columns) => {
    const { machine } = await holding();
    const { screen, code } = await atTerminalOf(`stty cols ${columns}; export LC_ALL=C.UTF-8`, machine, ['currencies']);
    const lines = screen.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(170);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines.some((line) => line.includes('…'))).toBe(columns === 40);
    expect(code).toBe(0);
  });
});
