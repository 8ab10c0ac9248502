import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Code } from '../../../src/currencies/code.ts';
import { digestOf } from '../../../src/output/parquet/contents.ts';
import type { Side } from '../../../src/rates/day-rates.ts';
import { CodeList, ListedRates } from '../../../src/rates/listed-rates.ts';
import { always } from '../../support/always.ts';
import { codes } from '../days.ts';

const list = new CodeList(codes('EUR,JPY'));
const [usd, chf] = codes('USD,CHF') as [Code, Code];

const anySide = fc.constantFrom<Side>({ base: usd }, { base: chf }, { quote: usd });
const anyDay = fc.record({ side: anySide, rates: fc.tuple(fc.double(), fc.double()) });

test('days that share their codes have the digests of codes and numbers written out for each', () =>
  always([fc.array(anyDay)], (days) => {
    for (const { side, rates } of days) {
      const sides = 'base' in side ? [side.base, 1] : [1, side.quote];
      const numbers = Buffer.alloc(16);
      for (const [place, rate] of rates.entries()) numbers.writeDoubleLE(rate, 8 * place);

      const bytes = Buffer.concat([Buffer.from([...sides, ...list.codes].join()), numbers]);
      const digest = digestOf(side, new ListedRates(list, Float64Array.from(rates)));
      expect(digest).toBe(hash('sha256', bytes, 'base64url').slice(0, 8));
    }
  }));
