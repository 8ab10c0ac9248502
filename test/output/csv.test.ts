import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plain, withMark } from '../../src/rates/decimal.ts';
import { always } from '../support/always.ts';
import { anyDays, codes, documentOf, textOf } from './days.ts';

test('a writer that quotes where it must writes the same bytes, of any days or none', async () => {
  const anyCodes = fc.uniqueArray(fc.stringMatching(/^[A-Z0-9_]{2,12}$/), { maxLength: 4 });
  const writers = fc.constantFrom(
    { format: 'csv', decimal: 'point', delimiter: ',' } as const,
    { format: 'csv', decimal: 'comma', delimiter: ';' } as const,
    { format: 'tsv', decimal: 'point', delimiter: '\t' } as const,
    { format: 'tsv', decimal: 'comma', delimiter: '\t' } as const,
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
