import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ndjson } from '../../src/output/ndjson.ts';
import { anyDays, documentOf, ratesOf, textOf } from './days.ts';

test('an object a rate, one on each line', () => {
  const days = [ratesOf('2024-01-01', { EUR: 0.905879, BTC: 1e-7 }), ratesOf('2024-01-02', { EUR: 1e21 })];
  expect(textOf(ndjson, documentOf(), days)).toBe(
    [
      '{"date":"2024-01-01","base":"USD","quote":"EUR","rate":0.905879}',
      '{"date":"2024-01-01","base":"USD","quote":"BTC","rate":0.0000001}',
      '{"date":"2024-01-02","base":"USD","quote":"EUR","rate":1000000000000000000000}',
      '',
    ].join('\n'),
  );
});

test('without a day there is no line', () => {
  expect(textOf(ndjson, documentOf(), [])).toBe('');
});

test('every number comes back from the text', () => {
  fc.assert(
    fc.property(anyDays, (days) => {
      const lines = textOf(ndjson, documentOf(), days).split('\n').slice(0, -1);
      expect(lines.map((line) => JSON.parse(line))).toEqual(
        days.flatMap(({ day, base, rates }) =>
          Array.from(rates, ([quote, rate]) => ({ date: day, base, quote, rate })),
        ),
      );
    }),
  );
});
