import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { ask, expectError, sendBytes } from '../server/http/ask.ts';
import { Machine } from '../support/ratebook.ts';
import { runOn } from '../support/scene.ts';
import { createDemoHandler, startService } from '../support/service.ts';
import { Serving } from '../support/serving.ts';

const now = '2026-08-20T12:00:00Z';
const today = now.slice(0, 10) as Day;

// `serve` has the days of January and February 2024, and the current day from the service behind it
let url: string;
beforeAll(async () => {
  const service = await startService(
    undefined,
    createDemoHandler(() => Date.parse(now)),
  );
  const machine = Machine.for(service.url);
  await runOn(machine, () => now)('series 2024-01 2024-02 -q');
  ({ url } = await Serving.here(machine, [], { now }));
});

/** With a key, which may be any. */
const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(url, `${target}${target.includes('?') ? '&' : '?'}app_id=any`, { method, headers });

/** The answer to a request that is served. */
async function served(target: string) {
  const answered = await get(target);
  expect(answered.status, answered.text).toBe(200);
  return answered;
}

const split = (text: string) => text.trim().split(/\s+/);

const ranges = split(`
  start=2024-01-01 end=2024-01-01 start=&end= start=2024-02-30&end=2024-03-01 start=2024-02-01&end=2024-02-32
  start=2024-02-01&end=2024-13-31 start=2024-02-01&end=2024-2-10 start=2024-02-02&end=2024-02-01
  start=2024-01-01&end=2024-02-01 start=2024-01-01&end=2999-12-31`);

const noRoutes = split(String.raw`
  / /latest /latest.json/ /LATEST.json //latest.json /./latest.json /../api/latest.json /historical/../latest.json
  /historical/..%2flatest.json /%2e%2e/api/latest.json /lat%65st.json /latest.json%00 /latest.json;a=b
  /historical/2024-02-29%2ejson /historical/%32024-02-29.json /historical/2024-02-29%00.json /historical/%zz.json
  /historical//2024-02-29.json /historical/2024-02-29.json/ /historical/.json /historical/
  /historical/..\..\etc\passwd.json /historical/../../../../etc/passwd /historical/....//....//etc/passwd.json
  /historical/__proto__/constructor.json /__proto__.json`);

describe('historical', () => {
  test('a day has its members in order, base USD and its codes sorted', async () => {
    const { json } = await served('/historical/2024-02-29.json');
    const members = ['disclaimer', 'license', 'timestamp', 'base', 'rates'];
    expect(members.filter((member) => member in json)).toEqual(Object.keys(json));
    expect([json.base, json.rates.USD]).toEqual(['USD', 1]);
    expect(Object.keys(json.rates)).toEqual(Object.keys(json.rates).sort());
    expect(Number.isInteger(json.timestamp)).toBe(true);
  });

  test('the running day is there, published no later than now, and is the latest', async () => {
    const { json, headers } = await served(`/historical/${today}.json`);
    expect(json.rates.EUR).toBeGreaterThan(0);
    expect(json.timestamp * 1000).toBeLessThanOrEqual(Date.parse(String(headers.date)));
    expect((await served('/latest.json')).json).toEqual(json);
  });

  test('another base divides by its rate and is itself 1; asked for USD the published numbers stay as they are', async () => {
    const published = await served('/historical/2024-02-29.json');
    const { rates } = published.json;
    const { json } = await served('/historical/2024-02-29.json?base=EUR');
    expect([json.base, json.rates.EUR]).toEqual(['EUR', 1]);
    expect(json.rates.GBP).toBe(Number((rates.GBP / rates.EUR).toPrecision(10)));
    expect(Object.keys(json.rates)).toEqual(Object.keys(rates));
    expect((await served('/historical/2024-02-29.json?base=usd')).text).toBe(published.text);
  });

  test('symbols limit the rates; unknown ones are left out, case and spaces do not count', async () => {
    const codes = async (symbols: string) =>
      Object.keys((await served(`/historical/2024-02-29.json?symbols=${symbols}`)).json.rates);
    expect(await codes('JPY,EUR')).toEqual(['EUR', 'JPY']);
    expect(await codes('jpy,%20gbp%20,QQQ,not-a-code,JPY')).toEqual(['GBP', 'JPY']);
    expect(await codes('QQQ')).toEqual([]);
    expect((await codes('')).length).toBeGreaterThanOrEqual(4);
  });
});

describe('time series', () => {
  test('every day of the range is there, in order, without a timestamp', async () => {
    const { json } = await served('/time-series.json?start=2024-01-30&end=2024-02-02');
    const members = ['disclaimer', 'license', 'start_date', 'end_date', 'base', 'rates'];
    expect(members.filter((member) => member in json)).toEqual(Object.keys(json));
    expect([json.start_date, json.end_date, json.base]).toEqual(['2024-01-30', '2024-02-02', 'USD']);
    expect(Object.keys(json.rates)).toEqual(['2024-01-30', '2024-01-31', '2024-02-01', '2024-02-02']);
  });

  test('a day of a series has the rates of that day', async () => {
    const { json } = await served('/time-series.json?start=2024-02-01&end=2024-02-01&base=GBP&symbols=EUR,JPY');
    const day = await served('/historical/2024-02-01.json?base=GBP&symbols=EUR,JPY');
    expect(json.rates['2024-02-01']).toEqual(day.json.rates);
  });
});

describe('bodies', () => {
  test.each(['0', 'false', 'FALSE'])('prettyprint=%s minifies', async (no) => {
    const { text, json } = await served(`/historical/2024-02-29.json?prettyprint=${no}`);
    expect(text).not.toMatch(/\s"/);
    expect(json).toEqual((await served('/historical/2024-02-29.json')).json);
  });

  const readable = ['', '?prettyprint', '?prettyprint=1', '?prettyprint=true', '?prettyprint=maybe'];
  test.each(readable)('two spaces a level with %j', async (query) => {
    const { text } = await served(`/historical/2024-02-29.json${query}`);
    expect(text).toMatch(/^\{\n {2}"/);
    expect(text).toMatch(/\n {2}"rates": \{\n {4}"[A-Z0-9_]+": /);
  });

  test('no number has an exponent, however small', async () => {
    expect((await served('/historical/2024-02-29.json?base=JPY')).text).not.toMatch(/\d[eE][+-]?\d/);
  });
});

test('currencies are names by code, for anyone', async () => {
  const { status, json } = await ask(url, '/currencies.json');
  expect(status).toBe(200);
  expect(json).toMatchObject({ EUR: 'Euro', USD: 'US Dollar' });
  expect(json).not.toHaveProperty('VEF_BLKMKT');
  expect(Object.keys(json)).toEqual(Object.keys(json).sort());
  const all = (await ask(url, '/currencies.json?show_alternative=1')).json;
  expect(Object.keys(all)).toEqual(Object.keys({ ...json, ...all }).sort());
  expect(all).toHaveProperty('VEF_BLKMKT');
});

describe('days that there are not', () => {
  const noDays = ['1998-12-31', '0000-01-01', '2024-02-30', '2024-13-01', '2024-2-1', '20240201', 'latest'];
  test.each(noDays)('historical %s', async (date) =>
    expectError(await get(`/historical/${date}.json`), 400, 'not_available'),
  );

  test('a day in the future, and a series that begins before the first day', async () => {
    const tomorrow = addDays(today, 1);
    expectError(await get(`/historical/${tomorrow}.json`), 400, 'not_available');
    const series = `/time-series.json?start=${today}&end=${tomorrow}`;
    for (const range of [series, '/time-series.json?start=1998-12-31&end=1999-01-02'])
      expectError(await get(range), 400, 'not_available');
  });

  test.each(['', ...ranges])('time series with %j', async (range) =>
    expectError(await get(`/time-series.json?${range}`), 400, 'invalid_date_range'),
  );
});

test.each(['QQQ', 'eu%22r', '%00', 'A', 'ABCDEFGHIJKLM'])('an unknown base: %s', async (base) => {
  expectError(await get(`/historical/2024-02-29.json?base=${base}`), 400, 'invalid_base');
  const series = `/time-series.json?start=2024-02-28&end=2024-02-29&base=${base}`;
  expectError(await get(series), 400, 'invalid_base');
});

const paths = ['/historical/2024-02-29.json', '/latest.json', '/time-series.json', '/usage.json'];
test.each(paths)('no key for %s', async (path) => {
  expectError(await ask(url, path), 401, 'missing_app_id');
  expectError(await ask(url, `${path}?app_id=`), 401, 'missing_app_id');
});

describe('paths', () => {
  test.each(['', ...noRoutes])('%j is no route', async (path) => expectError(await get(path), 404, 'not_found'));

  const targets = ['http://127.0.0.1/api/latest.json', '*', '/latest.json', '/api/../api/latest.json'];
  test.each(targets)('the target %s is no route', async (target) => {
    const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    expect(await sendBytes(url, request)).toMatch(/^HTTP\/1\.1 404 .*"not_found"/s);
  });

  test('a target that is not HTTP is refused and the server lives on', async () => {
    const request = 'GET /api/latest.json\0 HTTP/1.1\r\nHost: localhost\r\n\r\n';
    expect(await sendBytes(url, request)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await ask(url, '/currencies.json')).status).toBe(200);
  });
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('%s is not answered', async (method) => {
  const answered = await ask(url, '/latest.json?app_id=a', { method });
  expectError(answered, 405, 'method_not_allowed');
  expect(answered.headers.allow).toBe('GET, HEAD');
  expectError(await ask(url, '/nothing.json', { method }), 404, 'not_found');
});

describe('who asks', () => {
  const asking = (Host: string) => ({ Host });
  const from = (Origin: string) => ({ Origin });
  const by = (Referer: string) => ({ Referer });
  const strangers = ['example.com', 'example.com:80', 'localhost.example.com', '127.0.0.1.example.com'];

  test.each([
    ...[...strangers, '127.0.0.256', '128.0.0.1', '0.0.0.0', '[::2]', 'evil@localhost'].map(asking),
    ...['https://example.com', 'http://localhost.example.com', 'http://localhost@example.com', 'null'].map(from),
    ...['https://example.com/', 'http://localhost.example.com/page', 'http://localhost@example.com/', 'nonsense'].map(
      by,
    ),
    { 'Sec-Fetch-Site': 'cross-site' },
  ])('%o is refused', async (headers) => {
    const answered = await ask(url, '/currencies.json', { headers: headers as Record<string, string> });
    expectError(answered, 403, 'forbidden');
  });

  const hosts = ['Host: ', 'Host: localhost, example.com', 'Host: example.com\r\nHost: localhost'];
  test.each(hosts)('%j is refused', async (host) => {
    const request = `GET /api/currencies.json HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`;
    expect(await sendBytes(url, request)).toMatch(/^HTTP\/1\.1 40[03] /);
  });

  test('a request without a host is refused', async () =>
    expect(await sendBytes(url, 'GET /api/currencies.json HTTP/1.0\r\n\r\n')).toMatch(/"forbidden"/));

  test.each([
    ...['localhost', 'LOCALHOST:1234', '127.0.0.1:80', '127.1.2.3', '[::1]:8080'].map(asking),
    ...['http://localhost:3000', 'http://127.0.0.1'].map(from),
    { Referer: 'http://localhost:3000/page?of=mine' },
    ...['same-origin', 'none'].map((site) => ({ 'Sec-Fetch-Site': site })),
  ])('%o is answered', async (headers) => {
    const answered = await ask(url, '/currencies.json', { headers: headers as Record<string, string> });
    expect(answered.status, answered.text).toBe(200);
  });
});

const day = (headers: Record<string, string> = {}, method = 'GET') =>
  get('/historical/2024-02-29.json', headers, method);

test('an answer says what it is, when it was published and what the server takes for today', async () => {
  const { headers, json, body } = await day();
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['content-length']).toBe(String(body.length));
  expect(headers['last-modified']).toBe(new Date(json.timestamp * 1000).toUTCString());
  expect(headers.vary).toBe('Accept-Encoding');
  expect(headers.etag).toMatch(/^"[^"]+"$/);
  expect(headers).not.toHaveProperty('content-encoding');
  expect(new Date(String(headers.date)).toISOString().slice(0, 10)).toBe(today);
});

describe('gzip', () => {
  const gzips = ['gzip', 'br, gzip;q=0.5', 'GZIP', '*', 'deflate, *;q=0.1'];
  test.each(gzips)('with %s, under a tag of its own', async (accepted) => {
    const { headers, body } = await day({ 'Accept-Encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(body.length) });
    const plain = await day();
    expect(gunzipSync(body).toString()).toBe(plain.text);
    expect(headers.etag).not.toBe(plain.headers.etag);
  });

  const refused = ['identity', 'br', 'gzip;q=0', 'gzip; q=0.0', '*, gzip;q=0', ';;,,q=', ''];
  test.each(refused)('not with %j', async (accepted) => {
    const { headers, json } = await day({ 'Accept-Encoding': accepted });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(json.base).toBe('USD');
  });
});

describe('If-None-Match', () => {
  test.each(['TAG', 'W/TAG', '"a", W/"b,c",TAG', '*'])('%s: 304 without a body', async (condition) => {
    const { headers } = await day();
    const answered = await day({ 'If-None-Match': condition.replace('TAG', String(headers.etag)) });
    expect([answered.status, answered.body.length]).toEqual([304, 0]);
    expect(answered.headers).toMatchObject({ etag: headers.etag, vary: 'Accept-Encoding' });
  });

  test.each(['"other"', 'W/"other"', 'garbage', ''])('%j: the body', async (condition) =>
    expect((await day({ 'If-None-Match': condition })).status).toBe(200),
  );
});

test.each(['', 'gzip'])('HEAD has the headers of GET and no body, with %j', async (accepted) => {
  const headers = { 'Accept-Encoding': accepted };
  const head = await day(headers, 'HEAD');
  expect([head.status, head.body.length]).toEqual([200, 0]);
  const { date: _, ...expected } = (await day(headers)).headers;
  expect(head.headers).toMatchObject(expected);
});

test.each(['GET', 'HEAD'])('%s of an error is that error, whatever the condition', async (method) => {
  const headers = { 'If-None-Match': '*' };
  const { status, body } = await ask(url, '/latest.json', { method, headers });
  expect([status, body.length > 0]).toEqual([401, method === 'GET']);
});
