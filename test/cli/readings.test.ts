import { describe, test } from 'vitest';
import { type Point, signed, typedAmounts, unsigned } from '../support/readings/amounts.ts';
import { Texts } from '../support/readings/any.ts';
import { typedDays } from '../support/readings/days.ts';
import { judge, plain, rounds, run, today } from '../support/readings/judge.ts';

const any = new Texts();
const csv = ['-f', 'csv', '--no-header'];

describe('what has several readings is never done without a note:', () => {
  test('an amount', async () => {
    for (let round = 0; round < rounds; round++) {
      const [text, mark] = [any.amount(), any.one(undefined, undefined, 'point', 'comma')];
      const words = [...any.one([text], text.split(' ').filter(Boolean)), 'EUR', 'USD', '--on', '2024-01-17'];
      const typed = [...any.one(['convert'], []), ...words, ...csv, ...(mark ? ['--decimal', mark] : [])];
      const { code, rows, notes } = await run(typed);

      const points: readonly Point[] = mark ? [mark === 'point' ? '.' : ','] : ['.', ','];
      const readings = [...typedAmounts(text, points)];
      const said = code === 0 ? plain(rows[0]?.split(mark === 'comma' ? ';' : ',')[2]) : undefined;
      const isUsual = signed(text, (body) => unsigned(body, points)).size === 1 && !text.startsWith('- ');
      judge({ typed, readings, said, notes, isClear: readings.length === 1 && isUsual });
    }
  });

  test('a day', async () => {
    for (let round = 0; round < rounds; round++) {
      const text = any.day();
      const typed = ['convert', '5', 'EUR', 'USD', '--on', text, ...csv];
      const { code, rows, notes } = await run(typed);

      const readings = [...typedDays(text, today)];
      const said = code === 0 ? rows[0]?.split(',')[0] : undefined;
      const isOver = readings.every((day) => day <= today);
      judge({ typed, readings, said, notes, isClear: readings.length === 1 && isOver });
    }
  });
});
