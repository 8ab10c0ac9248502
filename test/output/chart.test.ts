import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/calendar/day.ts';
import { chart } from '../../src/output/chart.ts';
import type { Document } from '../../src/output/format.ts';
import { always } from '../support/always.ts';
import { codes, day, ratesOf } from '../support/rates.ts';
import { documentOf, drawnLines, ordinaryDays } from './days.ts';

const start = day('2024-01-01');

/** Of EUR, a day each; undefined: a gap. */
function chartOf(rates: readonly (number | undefined)[], more: Partial<Document> = {}): Promise<string> {
  const kind = { of: 'series', start, end: addDays(start, rates.length - 1) } as const;
  const days = rates.flatMap((EUR, at) => (EUR === undefined ? [] : [ratesOf(addDays(start, at), { EUR })]));
  const missing = rates.flatMap((EUR, at) => (EUR === undefined ? [addDays(start, at)] : []));
  return drawnLines(chart, documentOf({ kind, symbols: codes('EUR'), ...more }), days, missing);
}

/** What stands between the axis and the codes, a string a row, without the dots of braille's blank. */
function plotOf(text: string): string[] {
  const rows = text.split('\n').flatMap((line) => /[│┤](.*)$/.exec(line)?.[1] ?? []);
  return rows.map((row) => row.replace(/ [A-Z]+$/, ''));
}

const dots = (row = '') => Array.from(row, (letter) => (letter === ' ' ? 0 : letter.charCodeAt(0) - 0x2800));
const topmost = 0x01 | 0x08;
const lowest = 0x40 | 0x80;

const moving = fc
  .array(fc.integer({ min: 1, max: 9999 }), { minLength: 2, maxLength: 200 })
  .filter((rates) => new Set(rates).size > 1);

describe('the line', () => {
  test('reaches the first row on the day of the highest rate and the last row on that of the lowest', () =>
    always([moving], async (rates) => {
      const text = await chartOf(rates);
      const rows = plotOf(text);
      const columns = 80 - text.split('\n').reduce((most, line) => Math.max(most, line.search(/[│┤]/)), 0) - 1 - 4;
      const columnOf = (rate: number) =>
        Math.floor(Math.round((rates.indexOf(rate) / (rates.length - 1)) * (columns * 2 - 1)) / 2);
      expect((dots(rows[0])[columnOf(Math.max(...rates))] ?? 0) & topmost).toBeGreaterThan(0);
      expect((dots(rows.at(-1))[columnOf(Math.min(...rates))] ?? 0) & lowest).toBeGreaterThan(0);
    }));

  test('is interrupted by days without a rate, and a day between two of them is a dot', async () => {
    const columnsOf = async (rates: readonly (number | undefined)[]) => {
      const rows = plotOf(await chartOf(rates)).map((row) => dots(row));
      const width = Math.max(...rows.map((row) => row.length));
      return Array.from({ length: width }, (_, at) => (rows.some((row) => row[at]) ? '#' : ' ')).join('');
    };
    expect(await columnsOf([1, 2, 3, 4, 5])).toMatch(/^#+$/);
    expect(await columnsOf([1, 2, undefined, 4, 5])).toMatch(/^#+ {20,}#+$/);
    expect(await columnsOf([1, undefined, 2, undefined, 3])).toMatch(/^# {20,}# {20,}#$/);
  });
});

test('dates are round: days, months or years', async () => {
  const datesOf = async (days: number) =>
    (await chartOf(Array.from({ length: days }, (_, at) => at))).split('\n').at(-4)?.trim().split(/ {2,}/);
  expect([await datesOf(1), await datesOf(3)]).toEqual([['1 Jan'], ['1 Jan', '2 Jan', '3 Jan']]);
  expect(await datesOf(366)).toEqual(['2024', 'Apr', 'Jul', 'Oct']);
  expect((await datesOf(900))?.slice(0, 3)).toEqual(['2024', 'Apr', 'Jul']);
  expect(await datesOf(9000)).toEqual(['2024', '2030', '2035', '2040', '2045']);
});

test('no line is wider than the terminal, nor are there more than it has, whatever the rates', () => {
  const sizes = fc.record({ width: fc.integer({ min: 40, max: 200 }), lines: fc.integer({ min: 13, max: 60 }) });
  return always([ordinaryDays, sizes, fc.boolean()], async (days, size, ascii) => {
    const document = documentOf({ symbols: codes('EUR,GBP,JPY,BTC,XAU'), ascii, ...size });
    const lines = (await drawnLines(chart, document, days)).split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(size.width);
    expect(lines.length).toBeLessThanOrEqual(size.lines);
    // a prompt of two lines, and two notes
    if (size.lines >= 24) expect(lines.length - 1).toBeLessThanOrEqual(size.lines - 4);
  });
});

test('an index starts on the first day on which all lines have a rate above 0; without one there is none', async () => {
  const titleOf = async (...days: Record<string, number>[]) => {
    const all = days.map((rates, at) => ratesOf(addDays(start, at), rates));
    return (await drawnLines(chart, documentOf({ symbols: codes('EUR,JPY') }), all)).split('\n')[0];
  };
  const both = { EUR: 1, JPY: 150 };
  expect(await titleOf({ EUR: 1 }, { EUR: 2, JPY: 0 }, both, { EUR: 2, JPY: 160 })).toContain(
    'index, 2024-01-03 = 100',
  );
  expect(await titleOf({ EUR: 1 }, { EUR: 2 }, { JPY: 150 })).toBe('1 USD in EUR and JPY, 2024-01-01 to 2024-12-31');
});
