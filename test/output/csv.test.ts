import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../src/calendar/day.ts';
import { csv, tsv } from '../../src/output/csv.ts';
import { plain, withMark } from '../../src/rates/decimal.ts';
import { anyDays, codes, day, documentOf, ratesOf, textOf } from './days.ts';

const ragged = [
  ratesOf('2024-01-01', { EUR: 0.905879, VEF: 1e21 }),
  ratesOf('2024-01-02', {}),
  ratesOf('2024-01-03', { BTC: 1e-7, EUR: 0.91 }),
];

test('a row a rate, in plain decimals', () => {
  expect(textOf(csv, documentOf(), ragged)).toBe(
    [
      'date,base,quote,rate',
      '2024-01-01,USD,EUR,0.905879',
      '2024-01-01,USD,VEF,1000000000000000000000',
      '2024-01-03,USD,BTC,0.0000001',
      '2024-01-03,USD,EUR,0.91',
      '',
    ].join('\n'),
  );
});

test('without a day there is still a header', () => {
  expect(textOf(csv, documentOf(), [])).toBe('date,base,quote,rate\n');
  expect(textOf(csv, documentOf({ wide: true }), [])).toBe('date,base\n');
  expect(textOf(csv, documentOf({ wide: true, symbols: codes('GBP,EUR') }), [])).toBe('date,base,GBP,EUR\n');
});

test('wide: the columns are the symbols in their order, and a rate that is absent is an empty cell', () => {
  const document = documentOf({ wide: true, symbols: codes('VEF,EUR,XXX') });
  expect(textOf(csv, document, ragged)).toBe(
    [
      'date,base,VEF,EUR,XXX',
      '2024-01-01,USD,1000000000000000000000,0.905879,',
      '2024-01-02,USD,,,',
      '2024-01-03,USD,,0.91,',
      '',
    ].join('\n'),
  );
});

test('wide without symbols: the columns are what any day has, by code', () => {
  expect(textOf(csv, documentOf({ wide: true }), ragged)).toBe(
    [
      'date,base,BTC,EUR,VEF',
      '2024-01-01,USD,,0.905879,1000000000000000000000',
      '2024-01-02,USD,,,',
      '2024-01-03,USD,0.0000001,0.91,',
      '',
    ].join('\n'),
  );
});

test('a day is written as soon as it is there, unless its columns are not known yet', () => {
  const [first] = ragged as [(typeof ragged)[0]];
  expect(csv(documentOf()).day(first)).toContain('EUR,0.905879\n');
  expect(csv(documentOf({ wide: true, symbols: codes('EUR') })).day(first)).toContain('0.905879\n');
  expect(csv(documentOf({ wide: true })).day(first)).toBe('');
});

test('a writer that quotes where it must writes the same bytes', () => {
  const anyCodes = fc.uniqueArray(fc.stringMatching(/^[A-Z0-9_]{2,12}$/), { maxLength: 4 });
  const writers = fc.constantFrom(
    { format: csv, decimal: 'point', delimiter: ',' } as const,
    { format: csv, decimal: 'comma', delimiter: ';' } as const,
    { format: tsv, decimal: 'point', delimiter: '\t' } as const,
    { format: tsv, decimal: 'comma', delimiter: '\t' } as const,
  );
  fc.assert(
    fc.property(anyDays, anyCodes, writers, (days, more, { format, decimal, delimiter }) => {
      const symbols = codes(['EUR', 'XAU', ...more].join());
      const cell = (rate = Number.NaN) => (Number.isNaN(rate) ? '' : withMark(plain(rate), decimal));
      const long = days.flatMap(({ day, rates }) =>
        Array.from(rates, ([code, rate]) => [day, 'USD', code, cell(rate)]),
      );
      const wide = days.map(({ day, rates }) => [day, 'USD', ...symbols.map((code) => cell(rates.get(code)))]);
      expect(textOf(format, documentOf({ decimal }), days)).toBe(
        stringify([['date', 'base', 'quote', 'rate'], ...long], { delimiter }),
      );
      expect(textOf(format, documentOf({ decimal, wide: true, symbols }), days)).toBe(
        stringify([['date', 'base', ...symbols], ...wide], { delimiter }),
      );
    }),
  );
});

test('every number comes back from the text', () => {
  fc.assert(
    fc.property(anyDays, (days) => {
      const rows = textOf(csv, documentOf(), days).trimEnd().split('\n').slice(1);
      const expected = days.flatMap(({ day, rates }) => Array.from(rates, ([code, rate]) => [day, code, rate]));
      expect(rows.map((row) => row.split(',')).map(([date, , code, rate]) => [date, code, Number(rate)])).toEqual(
        expected,
      );
      expect(rows.join()).not.toMatch(/\de[+-]?\d/);
    }),
  );
});

test('every number comes back from the wide text', () => {
  fc.assert(
    fc.property(anyDays, (days) => {
      const [head = [], ...rows] = textOf(csv, documentOf({ wide: true }), days)
        .trimEnd()
        .split('\n')
        .map((line) => line.split(','));
      const back = rows.map((row) =>
        Object.fromEntries(head.flatMap((code, at) => (at > 1 && row[at] ? [[code, Number(row[at])]] : []))),
      );
      expect(back).toEqual(days.map(({ rates }) => Object.fromEntries(rates)));
    }),
  );
});

test('wide: 27 years of every currency are held in less than 20 MB, and given out a day at a time', async () => {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const used = () => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const names = Array.from({ length: 175 }, (_, index) => `C${index}`);
  const before = used();
  const formatter = csv(documentOf({ wide: true }));
  for (let index = 0; index < 10_000; index++) {
    const rates = Object.fromEntries(names.map((name, at) => [name, (index + 1) / (at + 7)]));
    formatter.day(ratesOf(addDays(day('1999-01-01'), index), rates));
  }
  expect(used() - before).toBeLessThan(20_000_000);
  let rows = 0;
  let longest = 0;
  for (const piece of formatter.end()) {
    rows++;
    longest = Math.max(longest, piece.length);
  }
  expect(rows).toBe(10_001);
  expect(longest).toBeLessThan(10_000);
});
