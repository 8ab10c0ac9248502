import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Bodies, Body } from '../../src/server/bodies.ts';

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

test('those answered last are kept, in number and in bytes', () => {
  const bodies = new Bodies();
  const { make, made } = making();
  for (let at = 0; at < 128; at++) bodies.get(`${at}`, [], make);
  bodies.get('0', [], make);
  bodies.get('128', [], make);
  expect(made()).toBe(129);
  bodies.get('0', [], make);
  expect(made()).toBe(129);
  bodies.get('1', [], make);
  expect(made()).toBe(130);

  const megabyte = () => 'x'.repeat(1024 * 1024);
  for (let at = 0; at < 17; at++) bodies.get(`large ${at}`, [], megabyte);
  bodies.get('large 16', [], () => expect.fail('it was kept'));
  expect(bodies.get('large 0', [], make).plain.toString()).toBe('body 131');
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
