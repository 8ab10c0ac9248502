import { expect, test, vi } from 'vitest';
import type { Connection } from '../../src/sources/connection.ts';
import { machineOf, rowsOn, weekdays } from './weekdays.ts';

const now = '2024-02-10T12:00:00Z';
const machine = () => machineOf(weekdays, now);

/** Counts the days that are asked for. */
function counted() {
  const asked = vi.fn();
  const open = async (...given: Parameters<typeof weekdays.open>): Promise<Connection> => {
    const connection = await weekdays.open(...given);
    return {
      ...connection,
      begin: (errand) => {
        const fetch = connection.begin(errand);
        return (request, came) => {
          asked(`${request.run.first} ${request.run.length}`);
          return fetch(request, came);
        };
      },
    };
  };
  return { asked, machine: machineOf({ ...weekdays, open }, now) };
}

test('its days are relative to what it publishes them in, unless another base is asked for', async () => {
  const { answer } = machine();
  const [day, friday] = ['2024-01-05', ['historical', '2024-01-05']];
  expect(await answer(...friday)).toBe(rowsOn(day, 'EUR,EUR,1', 'EUR,JPY,500', 'EUR,USD,5'));
  expect(await answer(...friday, '-b', 'USD')).toBe(rowsOn(day, 'USD,EUR,0.2', 'USD,JPY,100', 'USD,USD,1'));
  expect(await answer(...friday, '-b', 'USD', '--invert')).toContain('2024-01-05,EUR,USD,5\n2024-01-05,JPY,USD,0.01\n');
});

test('a range is had without a question or a cost, and its weekends are no gaps', async () => {
  const { asked, machine } = counted();
  const series = ['series', '2024-01-01', '2024-01-14', '-b', 'USD', '-s', 'EUR'];
  const rates = [1, 2, 3, 4, 5, 8, 9, 10, 11, 12].map((day) => [`${day}`.padStart(2, '0'), 1 / day] as const);
  const lines = rates.map(([day, rate]) => `2024-01-${day},USD,EUR,${Number(rate.toPrecision(10))}\n`);
  for (const more of [[], [], ['--no-store'], ['--refresh'], ['--offline']])
    expect(await machine.answer(...series, ...more)).toBe(['date,base,quote,rate\n', ...lines].join(''));
  expect(asked.mock.calls.flat()).toEqual(Array(3).fill('2024-01-01 10'));
});
