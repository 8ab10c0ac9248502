import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csv as csvRows, tsv as tsvRows } from '../../src/output/csv.ts';
import { inRows } from '../../src/output/rows.ts';
import { plain, withMark } from '../../src/rates/decimal.ts';
import { always } from '../support/always.ts';
import { anyDays, codes, documentOf, piecesOf, ratesOf, textOf } from './days.ts';

const csv = inRows(csvRows);
const tsv = inRows(tsvRows);

const ragged = [
  ratesOf('2024-01-01', { EUR: 0.905879, VEF: 1e21 }),
  ratesOf('2024-01-02', {}),
  ratesOf('2024-01-03', { BTC: 1e-7, EUR: 0.91 }),
];

test('a day is written as soon as it is there, unless its columns are not known yet', async () => {
  const batches = ragged.map((day) => ({ days: [day] }));
  const firstOf = async (more = {}) => (await piecesOf(csv, batches, documentOf(more)))[0];
  expect(await firstOf()).toMatch(/EUR,0.905879\n.*VEF,1000000000000000000000\n$/);
  expect(await firstOf({ wide: true, symbols: codes('EUR') })).toMatch(/0.905879\n$/);
  expect(await firstOf({ wide: true })).toMatch(/0.91,\n$/);
});

test('a writer that quotes where it must writes the same bytes, of any days or none', async () => {
  const anyCodes = fc.uniqueArray(fc.stringMatching(/^[A-Z0-9_]{2,12}$/), { maxLength: 4 });
  const writers = fc.constantFrom(
    { format: csv, decimal: 'point', delimiter: ',' } as const,
    { format: csv, decimal: 'comma', delimiter: ';' } as const,
    { format: tsv, decimal: 'point', delimiter: '\t' } as const,
    { format: tsv, decimal: 'comma', delimiter: '\t' } as const,
  );
  return always([anyDays, anyCodes, writers], async (days, more, { format, decimal, delimiter }) => {
    const cell = (rate = Number.NaN) => (Number.isNaN(rate) ? '' : withMark(plain(rate), decimal));
    const long = days.flatMap(({ day, rates }) => Array.from(rates, ([code, rate]) => [day, 'USD', code, cell(rate)]));
    expect(await textOf(format, documentOf({ decimal }), days)).toBe(
      stringify([['date', 'base', 'quote', 'rate'], ...long], { delimiter }),
    );

    const all = [...new Set(days.flatMap(({ rates }) => [...rates.keys()]))].sort();
    for (const symbols of [codes(['EUR', 'XAU', ...more].join()), undefined]) {
      const columns = symbols ?? all;
      const wide = days.map(({ day, rates }) => [day, 'USD', ...columns.map((code) => cell(rates.get(code)))]);
      expect(await textOf(format, documentOf({ decimal, wide: true, symbols }), days)).toBe(
        stringify([['date', 'base', ...columns], ...wide], { delimiter }),
      );
    }
  });
});
