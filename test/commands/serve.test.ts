import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessOf } from '../../src/commands/serve.ts';
import { demoService } from '../../src/server/http/demo.ts';
import { createHandler } from '../../src/server/http/handler.ts';
import { type Listening, listen } from '../../src/server/http/server.ts';
import { ask, expectError } from '../server/http/ask.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { eachCase } from '../support/cases.ts';

const ids = join(temporaryFolder(), 'ids');
writeFileSync(ids, '\ufeffone\r\n\n# nobody\n  #nobody either\n with a space \nlast');

/** What it is refused with. */
const refused = (given: Parameters<typeof accessOf>[0], message: string, more: object = {}) =>
  expect(() => accessOf(given)).toThrow(expect.objectContaining({ exitCode: 2, message, ...more }));

test('without options, programs of this machine alone may ask, with any app_id', () => {
  const local = { host: '127.0.0.1', hosts: ['127.0.0.1'], origins: [] };
  expect(accessOf({})).toEqual({ ...local, ids: undefined });
});

test('ids are a line each; blank lines and comments are none', () =>
  expect(accessOf({ ids }).ids).toEqual(['one', 'with a space', 'last']));

eachCase(`
  127.0.0.5 = 127.0.0.5   localhost = localhost   LOCALHOST = localhost   ::1 = [::1]
`)('%s is loopback, and needs no ids', (host, name) => expect(accessOf({ host }).hosts).toEqual([name]));

eachCase(`
  0.0.0.0 = 0.0.0.0   :: = [::]   192.168.1.5 = 192.168.1.5   2001:DB8::1 = [2001:db8::1]   rates = rates
  ::ffff:7f00:1 = [::ffff:7f00:1]   localhost.example.com = localhost.example.com
`)('%s is open to other machines, and needs ids', (host, name) => {
  const hints = ['--ids <file>: an app_id per line'];
  refused({ host }, `--host ${name} is open to other machines, and needs --ids`, { hints });
  const { host: listened, hosts } = accessOf({ host, ids, allowHost: ['Rates.Example.com', 'rates_1', '10.0.0.7'] });
  expect([listened, ...hosts]).toEqual([name, name, 'rates.example.com', 'rates_1', '10.0.0.7']);
});

test('origins are those that a browser sends', () => {
  const allowOrigin = ['https://App.Example.com', 'http://localhost:3000'];
  const { origins } = accessOf({ allowOrigin });
  expect(origins).toEqual(['https://app.example.com', 'http://localhost:3000']);
});

const noHosts = ['*', '*.example.com', 'rates:8787', 'http://rates', 'a/b', 'a b', 'a@b', 'a?', '1.2.3', '[::1]:80'];
test.each(['', ' ', ...noHosts])('%j is no host', (name) => {
  refused({ ids, host: name }, `--host: ${JSON.stringify(name)} is not a host`);
  refused({ ids, allowHost: ['rates', name] }, `--allow-host: ${JSON.stringify(name)} is not a host`);
});

const noOrigins = ['', ...'* null app.example.com file:///home https:// https://* https://*.example.com'.split(' ')];
test.each([
  ...noOrigins.map((origin) => [origin, 'https://app.example.com']),
  ['https://a.example/', 'https://a.example'],
  ['https://a.example/path', 'https://a.example'],
  ['https://a.example:443', 'https://a.example'],
])('%j is no origin', (origin = '', hint) =>
  refused({ allowOrigin: [origin] }, `--allow-origin: ${JSON.stringify(origin)} is not an origin`, {
    hints: [`--allow-origin ${hint}`],
  }),
);

const noon = Date.parse('2026-11-20T12:00:00Z');

describe('keys of the demonstration', () => {
  let demo: Listening;
  const served = demoService(() => noon);
  let count = 0;
  let suffix = '';
  beforeAll(async () => {
    demo = await listen(createHandler(served), 0);
  });
  afterAll(() => demo.close());
  beforeEach(() => {
    suffix = `-${++count}`;
  });
  const get = (key: string, target: string) =>
    ask(demo.url, `${target}${target.includes('?') ? '&' : '?'}app_id=${key}${suffix}`);
  const used = async (key: string) => (await get(key, '/usage.json')).json.data.usage.requests;

  const day = '/historical/2024-02-29.json';
  const month = '/time-series.json?start=2024-01-01&end=2024-01-31&symbols=EUR';

  eachCase(`
    free = ${day}   free = ${day}?base=USD&symbols=   free = /latest.json?show_alternative=1   enterprise = ${month}
    developer = ${day}?base=EUR&symbols=GBP   enterprise = ${day}?base=EUR   whoever = ${month}
  `)('the plan %s has %s', async (key = '', target = '') => expect((await get(key, target)).status).toBe(200));

  test.each([
    ['free', `${day}?base=EUR`, 403, 'not_allowed'],
    ['free', `${day}?symbols=EUR`, 403, 'not_allowed'],
    ['free', month, 403, 'not_allowed'],
    ['developer', month, 403, 'not_allowed'],
    ['invalid', day, 401, 'invalid_app_id'],
  ])('the key %s is refused %s', async (key, target, status, message) => {
    expectError(await get(key, target), status, message);
    if (status === 403) expect(await used(key)).toBe(0);
  });

  test('a day costs one request, a series one a day, errors and usage nothing', async () => {
    await get('any', day);
    await get('any', '/latest.json');
    expect(await used('any')).toBe(2);
    await get('any', month);
    expect(await used('any')).toBe(33);
    await get('any', '/historical/2030-01-01.json');
    await get('any', `${day}?base=QQQ`);
    await get('any', `${month}&base=QQQ`);
    await get('any', '/time-series.json?start=2026-11-19&end=2026-11-21');
    await get('any', '/nothing.json');
    expect(await used('any')).toBe(33);
  });
});
