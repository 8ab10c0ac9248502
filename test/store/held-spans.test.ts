import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import type { Code } from '../../src/rates/code.ts';
import { HeldSpans } from '../../src/store/held-spans.ts';

const code = 'AAA' as Code;
const days = (count: number) => Array.from({ length: count }, (_, at) => addDays('1999-01-01' as Day, at));

/** Of so many days those from one to another have the code; some cannot be read. */
function spans(count: number, first: number, last: number, unreadable: readonly number[] = []) {
  const all = days(count);
  let read = 0;
  const held = new HeldSpans(all, (day) => {
    read++;
    const at = all.indexOf(day);
    if (unreadable.includes(at)) return undefined;
    return new Map(at >= first && at <= last ? [[code, 1]] : [['USD' as Code, 1]]);
  });
  return { all, held, read: () => read };
}

test('the first and the last held day of a code are found', () => {
  const within = fc.integer({ min: 1, max: 400 }).chain((count) => {
    const place = fc.integer({ min: 0, max: count - 1 });
    return fc.tuple(fc.constant(count), place, place);
  });
  fc.assert(
    fc.property(within, ([count, one, other]) => {
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      // what lies between two probes and at neither end may be overlooked
      fc.pre(first === 0 || last === count - 1 || last - first > count / 32);
      const { all, held } = spans(count, first, last);
      expect(held.of(code)).toEqual({ first: all[first], last: all[last] });
    }),
  );
});

test('files that cannot be read count as not held', () => {
  const unreadable = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 60 });
  fc.assert(
    fc.property(unreadable, (bad) => {
      const readable = days(100).filter((_, at) => at >= 30 && !bad.includes(at));
      fc.pre(readable.length > 0 && !bad.includes(99));
      const { held } = spans(100, 30, 99, bad);
      expect(held.of(code)).toEqual({ first: readable[0], last: readable.at(-1) });
    }),
  );
});

describe('of ten thousand days', () => {
  test('two are read for a code that both ends have', () => {
    const { held, read } = spans(10_000, 0, 9_999);
    expect(held.of(code)).toEqual({ first: '1999-01-01', last: addDays('1999-01-01' as Day, 9_999) });
    expect(read()).toBe(2);
  });

  test('a few dozen are read for one that began, ended, or was never there', () => {
    for (const [first, last] of [
      [0, 8_700],
      [3_210, 9_999],
      [20_000, 20_000],
      [4_000, 5_000],
    ] as const) {
      const { held, read } = spans(10_000, first, last);
      held.of(code);
      expect(read()).toBeLessThan(100);
    }
  });
});

test('no day, no span', () => {
  expect(spans(0, 0, 0).held.of(code)).toEqual({});
  expect([...spans(0, 0, 0).held.newestCodes()]).toEqual([]);
  expect(spans(3, 0, 2, [0, 1, 2]).held.of(code)).toEqual({});
});
