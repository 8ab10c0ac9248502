import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DayRates } from '../../../src/rates/day-rates.ts';
import { demoService } from '../../../src/server/http/demo.ts';
import { createHandler, targetWithoutKey } from '../../../src/server/http/handler.ts';
import { parseRequest } from '../../../src/server/http/request.ts';
import { type Listening, listen } from '../../../src/server/http/server.ts';
import type { FoundDays, Service } from '../../../src/server/http/service.ts';
import { always } from '../../support/always.ts';
import { cases } from '../../support/cases.ts';
import { ratesOf } from '../../support/rates.ts';
import { ask, expectError } from './ask.ts';

const now = Date.parse('2024-02-10T12:00:00.500Z');

function only(...stored: DayRates[]): Service['days'] {
  return async (days): Promise<FoundDays> => {
    const rates = days.flatMap((day) => stored.find((one) => one.day === day) ?? []);
    return { rates: rates.length === days.length ? rates : undefined };
  };
}

let server: Listening | undefined;
afterEach(() => server?.close());

describe('over a source of its own', () => {
  async function serve(days: Service['days']): Promise<(target: string) => ReturnType<typeof ask>> {
    server = await listen(createHandler({ ...demoService(() => now), days }), 0);
    const { url } = server;
    return (target) => ask(url, `${target}${target.includes('?') ? '&' : '?'}app_id=unlimited`);
  }

  test('a day without a known timestamp has its last second, the running day the present one', async () => {
    const get = await serve(only(ratesOf('2024-02-01', { USD: 1 }), ratesOf('2024-02-10', { USD: 1 })));
    const { text } = await get('/historical/2024-02-01.json?prettyprint=0');
    const timestamp = Date.parse('2024-02-01T23:59:59Z') / 1000;
    expect(text).toBe(`{"timestamp":${timestamp},"base":"USD","rates":{"USD":1}}`);
    expect((await get('/latest.json')).json.timestamp).toBe(Math.floor(now / 1000));
  });

  test('a base with rate 0 or none is no base; one that only some days have is missing on the others', async () => {
    const days = only(ratesOf('2024-02-01', { USD: 1, ZWD: 0 }), ratesOf('2024-02-02', { USD: 1, SLE: 22 }));
    const get = await serve(days);
    const series = '/time-series.json?start=2024-02-01&end=2024-02-02';
    for (const target of ['/historical/2024-02-01.json?base=SLE', `${series}&base=ZWD`])
      expectError(await get(target), 400, 'invalid_base');
    expectError(await get(`${series}&base=SLE`), 400, 'not_available');
  });
});

describe('guests', () => {
  const [page, other] = ['https://app.example.com', 'https://evil.example.com'];
  let asked: string[];
  beforeEach(async () => {
    asked = [];
    const health = async () => ({ days: 7, newest: '2024-02-09', behind: 0, spent: 3, left: 4 });
    const demo = demoService(() => now);
    const accountOf = (appId: string) => {
      asked.push(appId);
      return demo.accountOf(appId);
    };
    const access = { hosts: ['rates.example.com', '[fd00::1]'], origins: [page], ids: ['one', 'two words'] };
    const days = only(ratesOf('2024-02-10', { EUR: 0.9, GBP: 0.75, USD: 1, ZWD: 0 }, { timestamp: 1707566400 }));
    server = await listen(createHandler({ ...demo, days, health, accountOf }, access), 0);
  });

  const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask((server as Listening).url, target, { method, headers });
  const latest = '/latest.json?app_id=one&prettyprint=0';
  const body = '{"timestamp":1707566400,"base":"USD","rates":{"EUR":0.9,"GBP":0.75,"USD":1,"ZWD":0}}';

  const hosts = ['rates.example.com', 'RATES.example.com:8787', '[fd00::1]:8787', 'localhost', '127.0.0.1'];
  test.each(hosts)('the host %s is answered', async (Host) => expect((await get(latest, { Host })).text).toBe(body));

  const strangers = 'example.com xrates.example.com rates.example.com. rates.example.com@evil rates.example.com:x';

  test.each(strangers.split(' '))('the host %j is refused, everywhere', async (Host) => {
    for (const path of [latest, '/health', '/convert/1/USD/EUR?app_id=one', '/nothing'])
      expectError(await get(path, { Host }), 403, 'forbidden');
    expect([(await get('/health', { Host }, 'HEAD')).status, asked]).toEqual([403, []]);
  });

  test('a page that may read is told so, with errors too, across sites', async () => {
    const from = { Origin: page, Referer: `${page}/x`, 'Sec-Fetch-Site': 'cross-site' };
    for (const [target, status] of Object.entries({ [latest]: 200, '/latest.json': 401, '/nothing': 404 })) {
      const { status: got, headers } = await get(target, from);
      expect(got).toBe(status);
      expect(headers['access-control-allow-origin']).toBe(page);
      expect(headers.vary).toMatch(/\bOrigin$/);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test('its browser may ask first, and that costs nothing', async () => {
    const asking = { Origin: page, 'Access-Control-Request-Method': 'GET', 'Sec-Fetch-Site': 'cross-site' };
    const { status, headers, text } = await get(latest, asking, 'OPTIONS');
    expect([status, text]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'Authorization',
      vary: 'Origin',
    });
    expect([(await get('/nothing', asking, 'OPTIONS')).status, asked]).toEqual([404, []]);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expectError(await get(latest, asking, method), 405, 'method_not_allowed');
  });

  const others = [other, `${page}.evil.com`, `${page}:8443`, 'http://app.example.com', `${page}, ${other}`, ''];
  test.each([
    ...others.map((Origin) => ({ Origin })),
    { Referer: `${page}/x` },
    { 'Sec-Fetch-Site': 'cross-site', Referer: `${page}/x` },
  ])('%o is another page, refused, and told nothing that lets it read', async (headers: Record<string, string>) => {
    for (const method of ['GET', 'OPTIONS']) {
      for (const target of [latest, `${latest}&callback=show`, '/health', '/convert/1/USD/EUR?app_id=one']) {
        const answered = await get(target, headers, method);
        expectError(answered, 403, 'forbidden');
        expect(answered.headers).not.toHaveProperty('access-control-allow-origin');
        expect(answered.headers.vary).toBe('Origin');
      }
    }
    expect(asked).toEqual([]);
  });

  test('a call is the body, or the error', async () => {
    const { status, headers, text } = await get(`${latest}&callback=my.show_$1`);
    expect([status, text]).toEqual([200, `my.show_$1(${body});`]);
    expect(headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    // the test of questions has all that is no name
    expectError(await get(`${latest}&callback=alert(1)`), 400, 'invalid_callback');
    const errors = { '/latest.json?': 401, '/nothing?': 404, '/convert/x/USD/EUR?app_id=one&': 400 };
    for (const [target, code] of Object.entries(errors)) {
      const { status, headers, text } = await get(`${target}callback=show`);
      expect([status, headers['content-type']]).toEqual([200, 'application/javascript; charset=utf-8']);
      expect(JSON.parse(/^show\((.*)\);$/s.exec(text)?.[1] ?? '')).toMatchObject({ error: true, status: code });
    }
  });

  test.each<[target: string, headers: Record<string, string>, error?: string]>([
    ['/latest.json?app_id=two+words', {}],
    ['/latest.json', { Authorization: 'token  two words' }],
    ['/latest.json?app_id=', { Authorization: 'TOKEN one ' }],
    ['/latest.json?app_id=one', { Authorization: 'Basic bm8=' }],
    ['/latest.json?app_id=ONE', {}, 'invalid_app_id'],
    ['/latest.json?app_id=one%0Atwo+words', {}, 'invalid_app_id'],
    ['/latest.json?app_id=no&app_id=one', { Authorization: 'Token one' }, 'invalid_app_id'],
    ['/usage.json', { Authorization: `Token ${'x'.repeat(14_000)}` }, 'invalid_app_id'],
    ['/latest.json', { Authorization: 'Tokenone' }, 'missing_app_id'],
    ['/latest.json', { Authorization: 'Token ' }, 'missing_app_id'],
    ['/latest.json', { Authorization: 'Bearer one' }, 'missing_app_id'],
    ['/time-series.json?start=2024-02-10&end=2024-02-10', {}, 'missing_app_id'],
  ])('a key is one that is known: %s, %o, %s', async (target, headers, error) => {
    const answered = await get(target, headers);
    if (error) expectError(answered, 401, error);
    else expect(answered.status).toBe(200);
    expect(asked).toHaveLength(error ? 0 : 1);
  });

  const convert = async (target: string) =>
    (await get(`/convert${target}${target.includes('?') ? '&' : '?'}app_id=one&prettyprint=0`)).text;

  test.each([
    ['/100/USD/EUR', '100', 'USD', 'EUR', '0.9', '90'],
    ['/19999.95/GBP/EUR', '19999.95', 'GBP', 'EUR', '1.2', '23999.94'],
    ['?value=0.1&from=eur&to=gbp', '0.1', 'EUR', 'GBP', '0.8333333333', '0.08333333333333333333'],
    ['.json?value=.5&from=EUR&to=EUR', '0.5', 'EUR', 'EUR', '1', '0.5'],
    ['/-007.50/USD/GBP', '-7.5', 'USD', 'GBP', '0.75', '-5.625'],
    ['/9007199254740993.01/USD/EUR', '9007199254740993.01', 'USD', 'EUR', '0.9', '8106479329266893.709'],
    ['/0/EUR/USD', '0', 'EUR', 'USD', '1.111111111', '0'],
  ])('convert%s', async (target, amount, from, to, rate, response) => {
    const value = /value=([^&]*)/.exec(target)?.[1] ?? target.split('/')[1];
    const query = `/convert/${value}/${from}/${to}`;
    expect(await convert(target)).toBe(
      `{"request":{"query":"${query}","amount":${amount},"from":"${from}","to":"${to}"},` +
        `"meta":{"timestamp":1707566400,"rate":${rate}},"response":${response}}`,
    );
  });
});

describe('a target as it is shown', () => {
  test.each([
    ...cases(`
      /api/latest.json = /api/latest.json   /api/latest.json? = /api/latest.json   /api/latest.json&app_id=K = /api/latest.json&
      /api/latest.json?app_id=K = /api/latest.json   /api/latest.json?%61%70p_id=K&base=EUR = /api/latest.json?base=EUR
      /api/latest.json?app%5Fid=K&app%5fid=K = /api/latest.json   /api/latest.json?base=EUR?app_id=K = /api/latest.json
      /api/latest.json?base=EUR&app_id=K&symbols=GBP = /api/latest.json?base=EUR&symbols=GBP
    `),
    ['/api/\u001b[2J\n', '/api/?[2J?'],
  ])('%j is %j', (target = '', shown) => expect(targetWithoutKey(target)).toBe(shown));

  test('is one short line of plain text without the key, whatever was sent', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('&', '?', '=', ';', '%26', 'base=EUR', 'app_id', '%'));
    return always([fc.array(piece), fc.array(piece)], (before, after) => {
      const shown = targetWithoutKey(`/api/latest.json?${before.join('')}&app_id=THE-KEY&${after.join('')}`);
      expect(shown).not.toContain('THE-KEY');
      expect(shown).toMatch(/^[!-~]{0,300}$/);
    });
  });
});

test('no text but the path of an endpoint is a route', async () => {
  await always([fc.webPath(), fc.webQueryParameters()], (path, query) => {
    expect(parseRequest(`${path}?${query}`).endpoint).toBeUndefined();
    expect(parseRequest(`/api${path}?${query}`).endpoint).toBeUndefined();
    expect(parseRequest(`/api/historical/x${path}/2024-01-17.json?${query}`).endpoint).toBeUndefined();
  });
  const { endpoint, parts } = parseRequest('/api/historical/2024-01-17.json?a=b');
  expect([endpoint, parts.date]).toEqual(['historical', '2024-01-17']);
});

const names = ['show', 'x'.repeat(100)].map((name) => [name, name]);
const noNames = ['x'.repeat(101), '', 'a%0d%0ab', 'a%00', '%C3%A4', 'a-b', 'a%0A'].map((text) => [text]);
test.each([...names, ...noNames])('callback=%s', (text, callback) =>
  expect(parseRequest(`/api/latest.json?callback=${text}`).callback).toBe(callback),
);
