import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { dayBody, type Fault, reply, startService } from '../support/service.ts';

const usdRates: Record<string, Record<string, number>> = {
  '2024-01-16': { EUR: 0.9, GBP: 0.8, ZZZ: 0 },
  '2024-01-17': { EUR: 0.955123456789, GBP: 0.75, ZZZ: 0 },
  '2024-01-18': { EUR: 0.96, GBP: 0.77, ZZZ: 4 },
};
/** Without the store, in the base that is asked for. */
const fixed: Fault = ({ path, query }, response, pass) => {
  const rates = usdRates[path.slice(12, 22)];
  if (!rates) return pass();
  if (query.base !== 'EUR') return reply(response, 200, dayBody({ ...rates, USD: 1 }));
  reply(response, 200, { ...dayBody({ USD: 1.04698505, GBP: 0.78 }), base: 'EUR' });
};
const service = await startService(fixed);
const machine = Machine.for(service.url);
const days = Object.keys(usdRates);
await machine.run(['historical', ...days]);

const seen = (...args: string[]) => runHere(machine, [...args, '--invert', '-b', 'EUR']);
const one = ['historical', '2024-01-17', '-s', 'USD,GBP'];
const range = ['series', '2024-01-16', '2024-01-17', '-s', 'USD,GBP'];
const lines = (...all: string[]) => all.map((line) => `${line}\n`).join('');

describe.concurrent('--invert makes base and quote change places', () => {
  test('in csv and ndjson', async () => {
    expect((await seen(...one)).stdout).toBe(
      lines('date,base,quote,rate', '2024-01-17,USD,EUR,0.955123456789', '2024-01-17,GBP,EUR,1.273497942'),
    );
    expect((await seen(...one, '-f', 'ndjson')).stdout).toBe(
      lines(
        '{"date":"2024-01-17","base":"USD","quote":"EUR","rate":0.955123456789}',
        '{"date":"2024-01-17","base":"GBP","quote":"EUR","rate":1.273497942}',
      ),
    );
  });

  test('with --wide', async () => {
    const head = 'date,quote,USD,GBP\n';
    expect((await seen(...range, '--wide')).stdout).toBe(
      `${head}2024-01-16,EUR,0.9,1.125\n2024-01-17,EUR,0.955123456789,1.273497942\n`,
    );
    const all = await seen('series', '2024-01-18', '2024-01-18', '--wide');
    expect(all.stdout).toBe('date,quote,EUR,GBP,USD,ZZZ\n2024-01-18,EUR,1,1.246753247,0.96,0.24\n');
  });

  test('in json', async () => {
    const day = JSON.parse((await seen(...one, '-f', 'json')).stdout);
    expect(day).toMatchObject({ quote: 'EUR', rates: { USD: 0.955123456789, GBP: 1.273497942 } });
    expect(day).not.toHaveProperty('base');
    const series = JSON.parse((await seen(...range, '-f', 'json')).stdout);
    expect(series).toMatchObject({ quote: 'EUR', rates: { '2024-01-16': { USD: 0.9, GBP: 1.125 } } });
    expect(series).not.toHaveProperty('base');
  });

  test('in the table of a day, with changes of the inverted rates', async () => {
    expect((await seen(...one, '-f', 'table')).stdout).toBe(
      lines(
        '2024-01-17, in EUR:',
        '0.955123456789  USD  US Dollar       +6.12%',
        '1.2735          GBP  British Pound  +13.20%',
        'changes are against 2024-01-16',
        'derived from USD rates; 6 digits here, 10 in csv and json',
      ),
    );
  });

  test('in the tables of days and in the summary, with figures of the inverted rates', async () => {
    expect((await seen(...range, '-f', 'table')).stdout).toBe(
      lines(
        'in EUR:                USD      GBP',
        '2024-01-16  0.9             1.125',
        '2024-01-17  0.955123456789  1.2735',
        '',
        'change              +6.12%  +13.20%',
        'low         0.9             1.125',
        'high        0.955123456789  1.2735',
        'mean        0.927562        1.19925',
        'derived from USD rates; 6 digits here, 10 in csv and json',
      ),
    );
    const { stdout } = await seen(...range, '-f', 'table', '--summary');
    expect(stdout).toMatch(/^in EUR: .*\nUSD .* \+6\.12% .*\nGBP .* \+13\.20% /);
  });
});

test('rates that are all as published are not said to be derived', async () => {
  const told = async (...args: string[]) =>
    (await runHere(machine, ['historical', '2024-01-17', '-f', 'table', ...args])).stdout.includes('derived');
  expect(await told('--invert', '-b', 'EUR', '-s', 'USD')).toBe(false);
  expect(await told('--invert', '-b', 'EUR', '-s', 'USD,GBP')).toBe(true);
  expect(await told('--invert', '-s', 'GBP')).toBe(true);
  expect(await told('--invert')).toBe(true);
  expect(await told('-s', 'GBP')).toBe(false);
});

describe.concurrent('a rate of 0 has no inverse', () => {
  const rows = (stdout: string) => stdout.split('\n').filter((row) => row.includes('ZZZ'));

  test('so it is left out, and a note says on how many days', async () => {
    const { code, stdout, stderr } = await seen('historical', ...days, '-s', 'ZZZ,USD');
    expect(code).toBe(0);
    expect(rows(stdout)).toEqual(['2024-01-18,ZZZ,EUR,0.24']);
    expect(stderr).toBe('left out because a rate of 0 has no inverse: ZZZ on 2 days\n');
  });

  test('also where no day has another', async () => {
    const { code, stdout, stderr } = await seen('historical', '2024-01-17', '-s', 'ZZZ');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'date,base,quote,rate\n' });
    expect(stderr).toContain('ZZZ on 1 day\n');
  });

  test('and nothing is said where it was not asked for', async () => {
    expect((await seen(...one)).stderr).not.toContain('ZZZ');
  });

  test('the other way round it is a rate', async () => {
    const { stdout, stderr } = await runHere(machine, ['historical', '2024-01-17', '-s', 'ZZZ', '-q']);
    expect(stdout).toBe('date,base,quote,rate\n2024-01-17,USD,ZZZ,0\n');
    expect(stderr).toBe('');
  });
});

test('without the store, what came in the base is inverted', async () => {
  const { stdout } = await seen(...one, '--no-store', '-f', 'table');
  expect(stdout).toBe(
    lines(
      '2024-01-17, in EUR:',
      '0.955123  USD  US Dollar',
      '1.28205   GBP  British Pound',
      'derived from EUR rates; 6 digits here, 10 in csv and json',
    ),
  );
  const { query } = service.requests.findLast(({ path }) => path.includes('2024-01-17')) ?? expect.unreachable();
  expect(query).toMatchObject({ base: 'EUR', symbols: 'USD,GBP' });
});

test('the running day has the time of its rates before it', async () => {
  const words = ['latest', '-b', 'EUR', '-s', 'USD', '--invert', '--demo', '-q', '-f', 'table'];
  const { stdout } = await machine.run(words, { now: '2026-11-21T22:10:00Z' });
  expect(stdout).toMatch(
    /^2026-11-21 22:00 UTC, in EUR: \(made-up rates\)\n0\.\d+ {2}USD {2}US Dollar\n2026-11-21 is not over/,
  );
});

test('--raw leaves no room for it', async () => {
  const calls = service.calls();
  expect(await seen(...one, '--raw')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('ratebook: --raw and --invert cannot be used together\n'),
  });
  expect(service.calls()).toBe(calls);
});
