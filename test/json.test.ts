import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, jsonText, prettyJson } from '../src/json.ts';
import { always } from './support/always.ts';

const { body } = fc.letrec<{ body: Json }>((tie) => ({
  body: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.dictionary(fc.string({ minLength: 1 }), tie('body')).map((members) => ({ ...members })),
  ),
}));

test('every value is JSON that reads back the same, readable or not', () =>
  always([body, fc.boolean()], (value, pretty) => {
    expect(JSON.parse(pretty ? prettyJson(value) : jsonText(value))).toEqual(value);
  }));

test('a map keeps its order, and a member without a value is left out', () => {
  const value = { none: undefined, rates: new Map(Object.entries({ ZZ: 1 })).set('12', 0.0000001) };
  expect(jsonText(value)).toBe('{"rates":{"ZZ":1,"12":0.0000001}}');
});
