import { expect, test } from 'vitest';
import { jsonText } from '../../src/rates/json-text.ts';
import { CodeList, RateRow, rowOf } from '../../src/rates/rate-row.ts';
import { code, codes } from '../support/rates.ts';

test('a row is read as the map of its codes and rates', () => {
  const map = new Map([
    [code('USD'), 1],
    [code('EUR'), 0.9],
  ]);
  const row = new RateRow(new CodeList(codes('USD,EUR')), new Float64Array([1, 0.9]));

  expect(new Map(row)).toEqual(map);
  expect(new Map(rowOf(map))).toEqual(map);
  expect(rowOf(row)).toBe(row);
  expect([...row.keys()]).toEqual([...map.keys()]);
  expect([...row.values()]).toEqual([...map.values()]);
  expect([row.size, row.get(code('EUR')), row.get(code('XXX'))]).toEqual([2, 0.9, undefined]);
  expect([row.has(code('EUR')), row.has(code('XXX'))]).toEqual([true, false]);
  expect(jsonText(row)).toBe(jsonText(map));
  const each: unknown[] = [];
  row.forEach((rate, code) => {
    each.push([code, rate]);
  });
  expect(each).toEqual([...map]);
});

test('a list of codes says whether they are sorted', () =>
  expect(['EUR,USD', 'USD,EUR', 'EUR,EUR'].map((text) => new CodeList(codes(text)).isSorted)).toEqual([
    true,
    false,
    false,
  ]));
