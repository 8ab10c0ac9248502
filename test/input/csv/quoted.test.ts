import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joined } from '../../../src/input/csv/text.ts';
import { always } from '../../support/always.ts';

test('cells have quotes where csv-stringify sets them', () => {
  const cell = fc.string({
    unit: fc.constantFrom('"', ';', ',', '\t', '\r', '\n', ' ', 'a', '1', '-', '\xe9'),
    maxLength: 4,
  });
  const delimiter = fc.constantFrom(',', ';', '\t', '1', '-', ' ');
  return always([fc.array(cell, { minLength: 1, maxLength: 5 }), delimiter], (cells, between) => {
    expect(`${joined(cells, between)}\n`).toBe(stringify([cells], { delimiter: between }));
  });
});
