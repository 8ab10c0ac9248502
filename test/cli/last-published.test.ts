import { describe, expect, test } from 'vitest';
import { machineOf, weekdays } from '../sources/weekdays.ts';

const rule = ['--rate', 'last-published'];
const now = '2024-02-10T12:00:00Z';

describe('the last published rate', () => {
  test.each([[[]], [['--no-store']], [['--refresh']]])(
    'is that of a Friday on a Saturday, where a source has no weekends, with %j',
    async (more) => {
      const machine = machineOf(weekdays, now);
      const words = ['convert', '1', 'EUR', 'USD', ...rule, '-f', 'csv', ...more];
      const friday = {
        code: 0,
        stdout: 'date,from,amount,to,rate,converted\n2024-02-09,EUR,1.00,USD,9,9.00\n',
        stderr: '',
      };
      expect(await machine.run(...words)).toEqual(friday);
      expect(await machine.run(...words, '--on', '2024-02-09')).toEqual(friday);
    },
  );

  test('is asked for as that of its day, not as the latest, on a day without rates', async () => {
    const asked: string[] = [];
    const open: typeof weekdays.open = async (listener) => {
      const connection = await weekdays.open(listener);
      return {
        ...connection,
        prepare: (request, form) => {
          asked.push(`${request.scope} ${request.run.first}`);
          return connection.prepare(request, form);
        },
      };
    };
    const machine = machineOf({ ...weekdays, newest: 'today', open }, now);
    await machine.run('convert', '1', 'EUR', 'USD', ...rule);
    expect(asked).toEqual(['days 2024-02-09']);
  });
});
