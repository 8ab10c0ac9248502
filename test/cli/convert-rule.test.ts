import { describe, expect, test } from 'vitest';
import { eachDay } from '../../src/calendar/day.ts';
import { asDay } from '../calendar/any.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { scene } from '../support/scene.ts';
import { dayBody } from '../support/service.ts';

const january = [...eachDay(asDay('2024-01-01'), asDay('2024-01-31'))];

/** A machine that holds January 2024, but for some days; a dollar costs as many euros as the day of the month. */
async function holdingJanuary(...without: string[]) {
  const { service, machine } = await scene();
  const held = new HeldFiles(machine, service.url);
  for (const day of january)
    if (!without.includes(day)) held.write(day, JSON.stringify(dayBody({ EUR: Number(day.slice(8)), CHF: 2 })));
  const convert = (...words: string[]) => runHere(machine, ['convert', ...words, '-q', '--offline']);
  return { service, machine, convert };
}

describe('the rate that counts is that of', () => {
  test.each([
    ['day', '2024-01-20', '20', '2024-01-20'],
    ['weekday', '2024-01-20', '19', '2024-01-19'],
    ['weekday-before', '2024-01-22', '19', '2024-01-19'],
    ['month-end', '2024-01-05', '31', '2024-01-31'],
    ['month-mean', '2024-01-05', '16', '2024-01'],
    ['previous-month-mean', '2024-02-05', '16', '2024-01'],
    ['last-published', '2024-02-14', '31', '2024-01-31'],
  ])('--rate %s --on %s', async (rule, on, rate, date) => {
    const { convert } = await holdingJanuary();
    expect(await convert('10', 'USD', 'EUR', '--rate', rule, '--on', on, '-f', 'csv')).toEqual({
      code: 0,
      stdout: `date,from,amount,to,rate,converted\n${date},USD,10.00,EUR,${rate},${rate}0.00\n`,
      stderr: '',
    });
  });

  test('a mean, which has a way back of its own and says how many days it rests on', async () => {
    const { convert } = await holdingJanuary();
    const mean = january.reduce((sum, day) => sum + 1 / Number(day.slice(8)), 0) / 31;
    const { stdout } = await convert('10', 'EUR', 'USD', '--rate', 'month-mean', '--on', '2024-01-05');
    expect(stdout.split('\n')).toEqual([
      `10.00 EUR = ${(mean * 10).toFixed(2)} USD`,
      `1 EUR = ${Number(mean.toPrecision(10))} USD, 1 USD = 16 EUR`,
      '2024-01, mean of 31 days',
      '',
    ]);
  });
});

test('a mean with gaps is given, with 3 and the days named', async () => {
  const { convert } = await holdingJanuary('2024-01-30', '2024-01-31');
  expect(await convert('10', 'USD', 'EUR', '--rate', 'month-mean', '--on', '2024-01-05')).toEqual({
    code: 3,
    stdout: '10.00 USD = 150.00 EUR\n1 USD = 15 EUR, 1 EUR = 0.1366087516 USD\n2024-01, mean of 29 days\n',
    stderr: 'ratebook: 2 days not stored: 2024-01-30 to 2024-01-31\n',
  });
});

test('a month end that is a gap has no rate, not that of another day', async () => {
  const { convert } = await holdingJanuary('2024-01-31');
  expect(await convert('10', 'USD', 'EUR', '--rate', 'month-end', '--on', '2024-01-05')).toEqual({
    code: 3,
    stdout: '',
    stderr: 'ratebook: 1 day not stored: 2024-01-31\n',
  });
});

test('a mean costs its days, in one request of the month', async () => {
  const { service, machine } = await scene();
  const words = ['convert', '10', 'USD', 'EUR', '--rate', 'month-mean', '--on', '2024-02-05'];
  expect((await machine.run(words)).stderr).toBe('29 days: 0 held, 29 to fetch, cost 29 requests\n');
  expect({ calls: service.calls(), cost: service.cost() }).toEqual({ calls: 1, cost: 29 });
});

test('a mean of a period that is not over rests on its finished days', async () => {
  const { service, machine } = await scene();
  const words = ['convert', '10', 'USD', 'EUR', '--rate', 'month-mean', '--on', '2024-01-05', '-f', 'csv'];
  const { code, stderr } = await machine.run(words, { now: '2024-01-11T12:00:00Z' });
  expect(stderr).toContain('2024-01 is not over yet: cut at its last finished day, 2024-01-10\n');
  expect({ code, cost: service.cost() }).toEqual({ code: 0, cost: 10 });
});

test.each([
  ['month-end', '2024-01-05', '2024-01-31 is still to come: it is 2024-01-11 in UTC'],
  ['previous-month-mean', '1999-01-05', '1998-12 is before 1999-01-01, the first day of the service'],
  ['weekday-before', '1999-01-01', '1998-12-31 is before 1999-01-01, the first day of the service'],
])('--rate %s --on %s is refused', async (rule, on, message) => {
  const { service, machine } = await scene();
  const words = ['convert', '10', 'USD', 'EUR', '--rate', rule, '--on', on];
  expect(await machine.run(words, { now: '2024-01-11T12:00:00Z' })).toEqual({
    code: 2,
    stdout: '',
    stderr: `ratebook: ${message}\n`,
  });
  expect(service.calls()).toBe(0);
});

test('a currency that no day of a mean has is refused by name', async () => {
  const { convert } = await holdingJanuary();
  expect(await convert('10', 'USD', 'HRK', '--rate', 'month-mean', '--on', '2024-01-05')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^ratebook: no day of 2024-01 has a rate for HRK, Croatian Kuna/),
  });
});
