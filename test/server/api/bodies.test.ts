import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Bodies, Body } from '../../../src/server/api/bodies.ts';

/** A maker of bodies that counts them. */
function making() {
  let made = 0;
  return { make: () => `body ${++made}`, made: () => made };
}

test('a body is made once from the very same things', () => {
  const bodies = new Bodies();
  const { make, made } = making();
  const [a, b] = [{}, {}];
  const first = bodies.get('x', [a, b], make);
  expect(bodies.get('x', [a, b], make)).toBe(first);
  expect(made()).toBe(1);
});

test.each([
  ['another thing', 'x', (a: object) => [a, {}]],
  ['one that only looks the same', 'x', (a: object) => [{ ...a }, 1]],
  ['fewer', 'x', (a: object) => [a]],
  ['more', 'x', (a: object) => [a, 1, 2]],
  ['another name', 'y', (a: object) => [a, 1]],
])('from %s it is made anew', (_, name, from) => {
  const bodies = new Bodies();
  const { make } = making();
  const a = {};
  bodies.get('x', [a, 1], make);
  expect(bodies.get(name, from(a), make).plain.toString()).toBe('body 2');
});

test.each([
  ['large ones', 'x'.repeat(1024 * 1024), []],
  ['small ones of many things', 'x', Array.from({ length: 128 }, () => ({}))],
])('those answered last are kept, a bounded number: %s', (_, text, from) => {
  const bodies = new Bodies();
  let made = 0;
  const get = (at: number) =>
    bodies.get(`${at}`, from, () => {
      made++;
      return text;
    });
  for (let at = 0; at < 31; at++) get(at);
  get(0);
  expect(made).toBe(31);
  get(31);
  get(32);
  get(0);
  expect(made).toBe(33);
  get(1);
  expect(made).toBe(34);
});

test('what cannot be made is thrown, and not kept', () => {
  const bodies = new Bodies();
  const { make } = making();
  const fail = () => {
    throw new Error('no');
  };
  expect(() => bodies.get('x', [], fail)).toThrow('no');
  expect(bodies.get('x', [], make).plain.toString()).toBe('body 1');
});

test('a body is compressed once, and tagged by what it says', async () => {
  const body = new Body('text');
  expect(body.gzipped).toBe(body.gzipped);
  expect(gunzipSync(await body.gzipped).toString()).toBe('text');
  expect(body.tag).toBe(new Body('text').tag);
  expect(body.tag).not.toBe(new Body('texts').tag);
});
