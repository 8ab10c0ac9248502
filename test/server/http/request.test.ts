import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRequest } from '../../../src/server/http/request.ts';
import { always } from '../../support/always.ts';

const parse = (url: string) => parseRequest({ url, headers: {} });

test('no text but the path of an endpoint is a route', async () => {
  await always([fc.webPath(), fc.webQueryParameters()], (path, query) => {
    expect(parse(`${path}?${query}`).endpoint).toBeUndefined();
    expect(parse(`/api${path}?${query}`).endpoint).toBeUndefined();
    expect(parse(`/api/historical/x${path}/2024-01-17.json?${query}`).endpoint).toBeUndefined();
  });
  expect(parse('/api/historical/2024-01-17.json?a=b')).toMatchObject({
    endpoint: 'historical',
    parts: { date: '2024-01-17' },
  });
});

const names = ['show', 'x'.repeat(100)].map((name) => [name, name]);
const noNames = ['x'.repeat(101), '', 'a%0d%0ab', 'a%00', '%C3%A4', 'a-b', 'a%0A'].map((text) => [text]);
test.each([...names, ...noNames])('callback=%s', (text, callback) =>
  expect(parse(`/api/latest.json?callback=${text}`).callback).toBe(callback),
);
