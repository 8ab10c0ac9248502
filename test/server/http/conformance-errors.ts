import { describe, expect, test } from 'vitest';
import { addDays } from '../../../src/calendar/day.ts';
import { type Answered, ask, sendBytes } from './ask.ts';
import type { Served } from './conformance.ts';

/** An error in the service's shape, whole, and nothing of the program's inside. */
export function expectError(answered: Answered, status: number, message: string): void {
  expect(answered.json, answered.text).toEqual({
    error: true,
    status,
    message,
    description: expect.stringMatching(/^[A-Z].*\.$/),
  });
  expect(answered.status).toBe(status);
  expect(answered.text).not.toMatch(/\bat .*:\d+:\d+/);
  expect(answered.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answered.headers).not.toHaveProperty('etag');
}

const ranges = `
  start=2024-01-01 end=2024-01-01 start=&end= start=2024-02-30&end=2024-03-01 start=2024-02-01&end=2024-02-32
  start=2024-02-01&end=2024-13-31 start=2024-02-01&end=2024-2-10 start=2024-02-02&end=2024-02-01
  start=2024-01-01&end=2024-02-01 start=2024-01-01&end=2999-12-31`
  .trim()
  .split(/\s+/);

const noRoutes = String.raw`
  / /latest /latest.json/ /LATEST.json //latest.json /./latest.json /../api/latest.json /historical/../latest.json
  /historical/..%2flatest.json /%2e%2e/api/latest.json /lat%65st.json /latest.json%00 /latest.json;a=b
  /historical/2024-02-29%2ejson /historical/%32024-02-29.json /historical/2024-02-29%00.json /historical/%zz.json
  /historical//2024-02-29.json /historical/2024-02-29.json/ /historical/.json /historical/
  /historical/..\..\etc\passwd.json /historical/../../../../etc/passwd /historical/....//....//etc/passwd.json
  /historical/__proto__/constructor.json /__proto__.json`
  .trim()
  .split(/\s+/);

export function errorsConform(served: () => Served): void {
  const get = (target: string) => {
    const { url, appId } = served();
    return ask(url, `${target}${target.includes('?') ? '&' : '?'}app_id=${appId}`);
  };

  describe('days that there are not', () => {
    const noDays = ['1998-12-31', '0000-01-01', '2024-02-30', '2024-13-01', '2024-2-1', '20240201', 'latest'];
    test.each(noDays)('historical %s', async (date) =>
      expectError(await get(`/historical/${date}.json`), 400, 'not_available'),
    );

    test('a day in the future, and a series that begins before the first day', async () => {
      const tomorrow = addDays(served().today, 1);
      expectError(await get(`/historical/${tomorrow}.json`), 400, 'not_available');
      const series = `/time-series.json?start=${served().today}&end=${tomorrow}`;
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
    expectError(await ask(served().url, path), 401, 'missing_app_id');
    expectError(await ask(served().url, `${path}?app_id=`), 401, 'missing_app_id');
  });

  describe('paths', () => {
    test.each(['', ...noRoutes])('%j is no route', async (path) => expectError(await get(path), 404, 'not_found'));

    const targets = ['http://127.0.0.1/api/latest.json', '*', '/latest.json', '/api/../api/latest.json'];
    test.each(targets)('the target %s is no route', async (target) => {
      const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      expect(await sendBytes(served().url, request)).toMatch(/^HTTP\/1\.1 404 .*"not_found"/s);
    });

    test('a target that is not HTTP is refused and the server lives on', async () => {
      const request = 'GET /api/latest.json\0 HTTP/1.1\r\nHost: localhost\r\n\r\n';
      expect(await sendBytes(served().url, request)).toMatch(/^HTTP\/1\.1 400 /);
      expect((await ask(served().url, '/currencies.json')).status).toBe(200);
    });
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('%s is not answered', async (method) => {
    const answered = await ask(served().url, '/latest.json?app_id=a', { method });
    expectError(answered, 405, 'method_not_allowed');
    expect(answered.headers.allow).toBe('GET, HEAD');
    expectError(await ask(served().url, '/nothing.json', { method }), 404, 'not_found');
  });

  describe('who asks', () => {
    const asking = (Host: string) => ({ Host });
    const from = (Origin: string) => ({ Origin });
    const by = (Referer: string) => ({ Referer });
    const strangers = ['example.com', 'example.com:80', 'localhost.example.com', '127.0.0.1.example.com'];

    test.each([
      ...[...strangers, '127.0.0.256', '128.0.0.1', '0.0.0.0', '[::2]', 'evil@localhost'].map(asking),
      ...['https://example.com', 'http://localhost.example.com', 'http://localhost@example.com', 'null'].map(from),
      ...['https://example.com/', 'http://localhost.example.com/page', 'http://localhost@example.com/'].map(by),
      { Referer: 'nonsense' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ])('%o is refused', async (headers) => {
      const answered = await ask(served().url, '/currencies.json', { headers: headers as Record<string, string> });
      expectError(answered, 403, 'forbidden');
    });

    const hosts = ['Host: ', 'Host: localhost, example.com', 'Host: example.com\r\nHost: localhost'];
    test.each(hosts)('%j is refused', async (host) => {
      const request = `GET /api/currencies.json HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`;
      expect(await sendBytes(served().url, request)).toMatch(/^HTTP\/1\.1 40[03] /);
    });

    test('a request without a host is refused', async () =>
      expect(await sendBytes(served().url, 'GET /api/currencies.json HTTP/1.0\r\n\r\n')).toMatch(/"forbidden"/));

    test.each([
      ...['localhost', 'LOCALHOST:1234', '127.0.0.1:80', '127.1.2.3', '[::1]:8080'].map(asking),
      ...['http://localhost:3000', 'http://127.0.0.1'].map(from),
      { Referer: 'http://localhost:3000/page?of=mine' },
      ...['same-origin', 'none'].map((site) => ({ 'Sec-Fetch-Site': site })),
    ])('%o is answered', async (headers) => {
      const answered = await ask(served().url, '/currencies.json', { headers: headers as Record<string, string> });
      expect(answered.status, answered.text).toBe(200);
    });
  });
}
