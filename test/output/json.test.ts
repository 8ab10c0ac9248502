import { expect, test } from 'vitest';
import { sideIn } from '../../src/rates/day-rates.ts';
import { always } from '../support/always.ts';
import { anyDays, day, documentOf, oneDay, ratesOf, severalDays, textOf } from './days.ts';

const terms = { disclaimer: 'Terms: "as is"', license: 'https://example.org/license' };
const first = ratesOf('2024-01-01', { EUR: 0.905879, BTC: 1e-7 }, { ...terms, timestamp: 1704153598 });
const second = ratesOf('2024-01-02', { VEF: 1e21 });
const range = documentOf({ kind: { of: 'series', start: day('2024-01-01'), end: day('2024-01-03') } });

/** Its layout is that of JSON.stringify, but for numbers. */
function inOneLine(text: string): string {
  expect(text).toBe(
    `${JSON.stringify(JSON.parse(text), null, 2).replace('1e-7', '0.0000001').replace('1e+21', huge)}\n`,
  );
  return text.replace(/\n */g, '');
}
const huge = '1000000000000000000000';
const said = '"disclaimer": "Terms: \\"as is\\"","license": "https://example.org/license",';
const both = '"EUR": 0.905879,"BTC": 0.0000001';

test('several days are an array, also where one came or none', async () => {
  const empty = ratesOf('2024-01-03', {});
  const vef = `{"date": "2024-01-02","base": "USD","rates": {"VEF": ${huge}}}`;
  expect(inOneLine(await textOf('json', documentOf(severalDays), [second, empty]))).toBe(
    `[${vef},{"date": "2024-01-03","base": "USD","rates": {}}]`,
  );
  expect(inOneLine(await textOf('json', documentOf(severalDays), [second]))).toBe(`[${vef}]`);
  for (const kind of [oneDay, severalDays]) expect(await textOf('json', documentOf(kind), [])).toBe('[]\n');
});

test('a series has the terms of its first day, the range asked for, and rates by day', async () => {
  const asked = '"start_date": "2024-01-01","end_date": "2024-01-03","base": "USD","rates": ';
  const rates = `{"2024-01-01": {${both}},"2024-01-02": {"VEF": ${huge}},"2024-01-03": {}}`;
  const days = [first, second, ratesOf('2024-01-03', {})];
  expect(inOneLine(await textOf('json', range, days))).toBe(`{${said}${asked}${rates}}`);
  expect(inOneLine(await textOf('json', range, []))).toBe(`{${asked}{}}`);
});

test('every number comes back from the text, which has no exponent', async () =>
  always([anyDays], async (days) => {
    const text = await textOf('json', range, days);
    const rates = days.map(({ day, rates }) => [day, Object.fromEntries(rates)]);
    expect(JSON.parse(text).rates).toEqual(Object.fromEntries(rates));
    expect(text).not.toMatch(/\de[+-]?\d/);
    expect(JSON.parse(await textOf('json', documentOf(severalDays), days))).toEqual(
      days.map((each) => ({ date: each.day, ...sideIn(each), rates: Object.fromEntries(each.rates) })),
    );
  }));

test('ndjson has an object a rate, one on each line', async () =>
  always([anyDays], async (days) => {
    const text = await textOf('ndjson', documentOf(), days);
    const lines = text.split('\n').slice(0, -1);
    expect(text).not.toMatch(/ |\de[+-]?\d/);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      days.flatMap((each) =>
        Array.from(each.rates, ([quote, rate]) => ({ date: each.day, ...sideIn(each), quote, rate })),
      ),
    );
  }));
