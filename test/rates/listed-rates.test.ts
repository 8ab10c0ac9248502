import { expect, test } from 'vitest';
import { jsonText } from '../../src/json.ts';
import { CodeList, ListedRates, listed } from '../../src/rates/listed-rates.ts';
import { code, codes } from '../support/rates.ts';

test('listed rates are read as the map of its codes and rates', () => {
  const map = new Map([
    [code('USD'), 1],
    [code('EUR'), 0.9],
  ]);
  const row = new ListedRates(new CodeList(codes('USD,EUR')), new Float64Array([1, 0.9]));

  expect(new Map(row)).toEqual(map);
  expect(new Map(listed(map))).toEqual(map);
  expect(listed(row)).toBe(row);
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
