import { expect, test } from 'vitest';
import { unusableLines } from '../../src/report/coverage.ts';
import { day } from '../output/days.ts';

/** The lines for these days, each with the codes that were dropped on it. */
function lines(days: Readonly<Record<string, readonly string[]>>): string[] {
  return unusableLines(Object.entries(days).map(([date, dropped]) => ({ day: day(date), dropped })));
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `C${at}`);

test('codes without a rate on the same days share a line', () => {
  const days = { '2024-01-01': ['ABC', 'DEF'], '2024-01-02': ['ABC', 'DEF', 'GHI'], '2024-01-03': ['GHI'] };
  expect(lines(days)).toEqual([
    '4 unusable rates left out: ABC, DEF on 2024-01-01 to 2024-01-02',
    '2 unusable rates left out: GHI on 2024-01-02 to 2024-01-03',
  ]);
});

test('200 codes are named in a line, and how many more there are', () => {
  const [whole = ''] = lines({ '2024-01-01': numbered(200) });
  expect(whole).toMatch(/, C198, C199 on 2024-01-01$/);
  const [cut = ''] = lines({ '2024-01-01': numbered(1201) });
  expect(cut).toMatch(/, C198, C199, and 1,001 more on 2024-01-01$/);
});

test('there are 20 lines, and one for the codes of all others', () => {
  const days = (count: number) =>
    Object.fromEntries(numbered(count).map((code, at) => [`2024-01-${String(at + 1).padStart(2, '0')}`, [code]]));
  expect(lines(days(20))).toHaveLength(20);
  expect(lines(days(21)).slice(19)).toEqual([
    '1 unusable rate left out: C19 on 2024-01-20',
    '1 unusable rate left out, of 1 more code',
  ]);
  expect(lines({ ...days(21), '2024-02-01': ['Y', 'Z'] }).at(-1)).toBe('3 unusable rates left out, of 3 more codes');
});
