import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machineOf, rowsOn, weekdaysQuoted } from './weekdays.ts';

const quoting = () => machineOf(weekdaysQuoted, '2024-02-10T12:00:00Z');

test('in a base its rates are derived, and inverted they are as published', async () => {
  const { answer } = quoting();
  const day = ['historical', '2024-01-05'] as const;
  const rows = async (...more: readonly string[]) => (await answer(...day, ...more)).match(/(?<=,).*\d$/gm)?.join(' ');
  expect(await rows()).toBe('EUR,JPY,20 EUR,USD,0.2');
  expect(await rows('--invert')).toBe('JPY,EUR,0.05 USD,EUR,5');
  expect(await rows('-b', 'USD')).toBe('USD,EUR,5 USD,JPY,100 USD,USD,1');
  expect(await rows('-b', 'USD', '--invert')).toBe('EUR,USD,0.2 JPY,USD,0.01 USD,USD,1');
});

test('a table says which rates are computed', async () => {
  const { answer } = quoting();
  const day = ['historical', '2024-01-03', '-f', 'table'] as const;
  expect(await answer(...day)).toContain('from EUR');
  expect(await answer(...day, '--invert')).not.toContain('from EUR');
});

test('a conversion into the pivot has the published rate, and its way back is derived', async () => {
  const { answer } = quoting();
  const convert = async (...pair: readonly string[]) => {
    const [only] = JSON.parse(await answer('convert', '10', ...pair, '--on', '2024-01-03', '-f', 'json'));
    return only;
  };
  expect(await convert('USD', 'EUR')).toMatchObject({ rate: 3, converted: 30, derived: false });
  expect(await convert('EUR', 'USD')).toMatchObject({ rate: 0.3333333333, converted: 3.33, derived: true });
  expect(await convert('USD', 'JPY')).toMatchObject({ rate: 100, converted: 1000, derived: true });
});

test('they are held as published, exported so, and taken again', async () => {
  const { home, run, answer } = quoting();
  await answer('series', '2024-01-01', '2024-01-05', '-s', 'USD');
  const path = (await answer('store', 'path')).trim();
  const held = readFileSync(join(path, 'historical', '2024-01-05.json'), 'utf8');
  expect(JSON.parse(held)).toEqual({
    base: 'EUR',
    quoted: 'pivot per unit',
    rates: { JPY: 0.05, USD: 5 },
  });

  const file = join(home, 'days');
  await run('store', 'export', file, '-f', 'csv');
  const csv = join(file, '2024-01-05.csv');
  expect(readFileSync(csv, 'utf8')).toBe(rowsOn('2024-01-05', 'JPY,EUR,0.05', 'USD,EUR,5'));

  rmSync(join(path, 'historical'), { recursive: true });
  await run('store', 'import', file);
  expect(readFileSync(join(path, 'historical', '2024-01-05.json'), 'utf8')).toBe(held);
});
