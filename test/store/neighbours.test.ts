import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { codeSpans } from '../../src/store/neighbours.ts';
import { always } from '../support/always.ts';

const [a, b] = ['AAA' as Code, 'BBB' as Code];
const days = (count: number) => Array.from({ length: count }, (_, at) => addDays('1999-01-01' as Day, at));

test('the first and last day of each code are found, whatever days lack it and whatever files are damaged', async () => {
  const day = fc.option(fc.subarray([a, b]), { nil: undefined });
  await always([fc.array(day, { maxLength: 300 })], async (codes) => {
    const all = days(codes.length);
    const read = (day: Day) => {
      const found = codes[all.indexOf(day)];
      return found && new Map(found.map((code) => [code, 1]));
    };
    const spans = await codeSpans(all, read);
    for (const code of [a, b]) {
      const having = all.filter((_, at) => codes[at]?.includes(code));
      expect(spans.get(code)).toEqual(having.length > 0 ? { first: having[0], last: having.at(-1) } : undefined);
    }
  });
});
