import { describe, expect, test } from 'vitest';
import { serviceName, storePlaces } from '../../src/store/places.ts';

describe('the folder of a service', () => {
  test.each([
    ['https://openexchangerates.org/api', 'openexchangerates.org/api'],
    ['http://127.0.0.1:8787/api', '127.0.0.1_8787/api'],
    ['http://[::1]:8787/api', '[__1]_8787/api'],
    ['https://example.org', 'example.org'],
    ['https://EXAMPLE.org/a/b', 'example.org/a/b'],
    ['https://example.org/../../etc', 'example.org/etc'],
    ['https://example.org/%2e%2e/%2e%2e/etc', 'example.org/etc'],
    ['https://example.org:443/api', 'example.org/api'],
    ['http://localhost/api', 'localhost/api'],
    ['https://localhost/api', 'https@localhost/api'],
    ['https://127.0.0.1:8787/api', 'https@127.0.0.1_8787/api'],
    ['https://demo-1', 'https@demo-1'],
    ['https://demo-1/api', 'https@demo-1/api'],
    ['https://demo-1.org/api', 'demo-1.org/api'],
  ])('of %s is %s', (url, name) => {
    expect(serviceName(url)).toBe(name);
  });
});

test('nothing but days lies in the tree of days', () => {
  const { days, arrived, ...others } = storePlaces('/store', '/state', 'host/api', true);
  expect(days).toBe('/store/host/api/historical-alternative');
  expect(arrived).toBe('/state/arrived/store/host/api/historical-alternative');
  for (const place of Object.values(others))
    expect(place).toMatch(/^\/state\/\w+\/host\/api\/historical-alternative$/);
});
