import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DayTable } from '../../src/calendar/day-table.ts';
import { seed } from '../support/whole.ts';

const two = (most: number) => fc.nat(most).map((number) => `${number}`.padStart(2, '0'));
const year = fc.integer({ min: 1890, max: 2210 });
const days = fc.tuple(year, two(12), two(31)).map((parts) => parts.join('-'));
/** One sign of a day is another. */
const nearly = fc
  .tuple(days, fc.nat(10), fc.constantFrom('', '-', '/', ':', 'x', '٣', ' ', '9'))
  .map(([day, at, sign]) => day.slice(0, at) + sign + day.slice(at + 1));

test('a table of days finds what a map does, or has not taken it', () => {
  const texts = fc.array(fc.oneof(days, nearly), { minLength: 50, maxLength: 300 });
  const property = fc.property(texts, (all) => {
    const [table, map] = [new DayTable<number>(), new Map<string, number>()];
    for (const [at, text] of all.entries()) if (table.set(text, at)) map.set(text, at);
    expect(all.map((text) => table.get(text))).toEqual(all.map((text) => map.get(text)));
    const isUsual = (text: string) => /^(19|20|21)\d\d-(0\d|1[0-2])-([0-2]\d|3[01])$/.test(text);
    expect([...map.keys()].filter((text) => !isUsual(text))).toEqual([]);
    expect(all.filter((text) => isUsual(text) && !map.has(text))).toEqual([]);
  });
  fc.assert(property, { numRuns: 300, seed });
});
