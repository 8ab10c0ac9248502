import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Bodies, Body } from '../../../src/server/http/bodies.ts';

test.each([
  ['the very same things is', 1, 'x', (a: object) => [a, 1]],
  ['another thing would be', 2, 'x', (a: object) => [a, {}]],
  ['one that only looks the same would be', 2, 'x', (a: object) => [{ ...a }, 1]],
  ['fewer would be', 2, 'x', (a: object) => [a]],
  ['more would be', 2, 'x', (a: object) => [a, 1, 2]],
  ['the same under another name would be', 2, 'y', (a: object) => [a, 1]],
])('a body of %s number %i', (_, number, name, from) => {
  const bodies = new Bodies();
  let made = 0;
  const make = () => `body ${++made}`;
  const a = {};
  bodies.get('x', [a, 1], make);
  expect(bodies.get(name, from(a), make).plain.toString()).toBe(`body ${number}`);
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

test('a body is compressed once, and tagged by what it says', async () => {
  const body = new Body('text');
  expect(body.gzipped).toBe(body.gzipped);
  expect(gunzipSync(await body.gzipped).toString()).toBe('text');
  expect(body.tag).toBe(new Body('text').tag);
  expect(body.tag).not.toBe(new Body('texts').tag);
});
