import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

describe.concurrent('a picture is refused before anything is asked', () => {
  const few = 'hint: -s EUR,GBP';
  test.each([
    [['series', '2024-01', '-f', 'chart'], 'chart shows 1 to 5 currencies, not all', few],
    [['series', '2024-01', '-s', '*', '-o', 'x.svg'], 'svg shows 1 to 5 currencies, not all', few],
    [['series', '2024-01', '-s', 'EUR,GBP,JPY,CHF,CNY,SEK', '-f', 'svg'], 'svg shows 1 to 5 currencies, not 6', few],
    [
      ['historical', '2024-01-17', '-s', 'EUR', '-f', 'chart'],
      'chart needs several days',
      'hint: ratebook series <start> [end] -f chart',
    ],
    [
      ['series', '2024-01', '-s', 'EUR', '-f', 'chart', '--wide'],
      '--wide works with table, csv and tsv, not with chart',
      '',
    ],
    [['series', '2024-01', '-s', 'EUR', '-f', 'svg', '--summary'], '--summary works with table, not with svg', ''],
    [['archive', '--to', 'days', '-f', 'svg'], '--format: "svg" is not one of table, ', ''],
  ])('%j', async (args, words, hint) => {
    const { service, machine } = await scene();
    const { code, stdout, stderr } = await runHere(machine, args);
    expect(stderr).toContain(words);
    expect(stderr).toContain(hint);
    expect({ code, stdout, calls: service.calls(), files: machine.files() }).toEqual({
      code: 2,
      stdout: '',
      calls: 0,
      files: [],
    });
  });
});

test('it cannot be the format of every command', async () => {
  const machine = new Machine();
  const { code, stderr } = await runHere(machine, ['config', 'set', 'format', 'svg']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'ratebook: format: "svg" is not one of table, json, csv, tsv, ndjson, ledger, beancount, gnucash\n',
  });
});

describe.concurrent('a picture', () => {
  test('in a pipe is 80 columns wide, 24 lines high and has no colours', async () => {
    const { machine } = await scene();
    const { code, stdout } = await runHere(machine, ['series', '2024-01', '-s', 'EUR', '-f', 'chart'], {
      env: { LANG: 'C.UTF-8' },
    });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBe(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^1 USD in EUR, 2024-01-01 to 2024-01-31\n/);
    expect(stdout).not.toContain('\u001b');
    expect(code).toBe(0);
  });

  test('in a file names the service', async () => {
    const { machine } = await scene();
    const source = async (...args: string[]) => {
      await runHere(machine, ['series', '2024-01', '-s', 'EUR,GBP', '-o', join(machine.home, 'x.svg'), ...args]);
      return /Rates: [^<]*/.exec(machine.read('x.svg'))?.[0];
    };
    expect(await source()).toBe(`Rates: ${new URL(machine.env.RATEBOOK_BASE_URL ?? '').host}`);
    expect(await source('-b', 'CHF')).toMatch(/; derived from USD rates$/);
    expect(await source('--demo')).toBe('Rates: made up, for demonstration');
    machine.env.RATEBOOK_BASE_URL = 'https://openexchangerates.org/api';
    expect(await source('--offline')).toBe('Rates: Open Exchange Rates');
  });

  test('shows the days that there are, and says which are missing', async () => {
    const { machine } = await scene();
    await runHere(machine, ['historical', '2024-01-01', '2024-01-02', '2024-01-04', '2024-01-05']);
    const range = ['series', '2024-01-01', '2024-01-05', '-s', 'EUR', '--offline', '-f', 'svg'];
    const { code, stdout, stderr } = await runHere(machine, range);
    expect(/ d="([^"]*)"/.exec(stdout)?.[1]?.replace(/[^ML]/g, '')).toBe('MLML');
    expect(stderr).toContain('1 day not stored: 2024-01-03');
    expect(code).toBe(3);
  });

  test('of the same rates is the same, in a file as in a pipe', async () => {
    const { machine } = await scene();
    const args = ['series', '2024-01', '-s', 'EUR,GBP'];
    await runHere(machine, [...args, '-o', join(machine.home, 'x.svg')]);
    expect((await runHere(machine, [...args, '-f', 'svg'])).stdout).toBe(machine.read('x.svg'));
  });
});
