import { expect, test } from 'vitest';
import { bankScene } from '../support/bank.ts';
import { bankOfPoland, midsOn, tableOf } from '../support/bank-of-poland.ts';
import { answering } from '../support/faults.ts';
import { runHere } from '../support/here.ts';
import type { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

const now = '2024-01-21T12:00:00Z';

/** How the program ends, what it prints below its header, and what it reports. */
async function ended(machine: Machine, line: string) {
  const { code, stdout, stderr } = await runHere(machine, line.split(' '), { now });
  return [code, stdout.trimEnd().split('\n').slice(1).join(' '), stderr.trimEnd().replaceAll('ratebook: ', '')];
}

const zeros = { base: 'USD', rates: { EUR: 0, GBP: -1, USD: 1 } };

test.concurrent('of the service, a day without any usable rate is refused as a whole, after one request', async () => {
  const { service, machine, stored } = await scene(answering(zeros), { now });
  const none = 'no usable rate on 1 day: 2024-01-17';
  expect(await ended(machine, 'historical 2024-01-17 -s EUR -q')).toEqual([3, '', none]);
  expect(await ended(machine, 'convert 1 EUR USD --on 2024-01-17 -q -f csv')).toEqual([3, '', none]);
  expect([service.asked(), stored.days()]).toEqual([['2024-01-17', '2024-01-17'], []]);
});

test.concurrent('of the Narodowy Bank Polski, the table of that day alone', async () => {
  const { bank, machine, asked, stored } = await bankOfPoland();
  bank.tableOn = (day) => tableOf(day, day === '2024-01-17' ? { USD: 0, EUR: -4 } : { ...midsOn(day), IDR: 0 });
  expect(await ended(machine, 'series 2024-01-16 2024-01-18 -s USD --invert -q')).toEqual([
    3,
    '2024-01-16,USD,PLN,3.0116 2024-01-18,USD,PLN,3.0118',
    '2 unusable rates left out: IDR on 2024-01-16, 2024-01-18\nno usable rate on 1 day: 2024-01-17',
  ]);
  expect([asked().length, stored.days()]).toEqual([1, ['2024-01-16', '2024-01-18']]);
});

test.concurrent('of the European Central Bank’s file, that day alone', async () => {
  const { machine, stored } = await bankScene({
    '2024-01-19': { USD: '1.0887', JPY: '0' },
    '2024-01-18': { USD: '0.0', JPY: '-1' },
    '2024-01-17': { USD: '1.0875', JPY: '160.98' },
  });
  expect(await ended(machine, 'series 2024-01-17 2024-01-19 -s USD -q --source ecb')).toEqual([
    3,
    '2024-01-17,EUR,USD,1.0875 2024-01-19,EUR,USD,1.0887',
    'no usable rate on 1 day: 2024-01-18',
  ]);
  expect(stored.days()).toEqual(['2024-01-17', '2024-01-19']);
});
