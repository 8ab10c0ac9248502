import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, parseDay } from '../../src/calendar/day.ts';
import { exit } from '../../src/errors.ts';
import { FailedAttempt } from '../../src/http/client.ts';
import { parseDays, parseUsage, type Query, withoutKey } from '../../src/sources/oxr/responses.ts';
import { refusalOf } from '../../src/sources/oxr/service.ts';
import { folderOf } from '../../src/sources/oxr/source.ts';
import { ratesIn } from '../../src/sources/source.ts';
import { always } from '../support/always.ts';
import { cases, eachCase } from '../support/cases.ts';
import { dayBody, seriesBody } from '../support/service.ts';

const first = parseDay('2024-01-01') ?? expect.unreachable();
const terms = { alternative: false, prettyprint: false };
const day: Query = { scope: 'days', run: { first, last: first, length: 1 }, ...terms };
const series: Query = { scope: 'range', run: { first, last: addDays(first, 2), length: 3 }, ...terms };
const bytesOf = (body: unknown) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const parsed = (body: unknown, ask: Query) => parseDays(ask, { body: bytesOf(body), served: 5 });
const read = (body: unknown, ask: Query) => ratesIn(parsed(body, ask));
const rates = (body: unknown, ask: Query) => read(body, ask).map((one) => [one.day, Object.fromEntries(one.rates)]);

describe('the answer for a day', () => {
  test('is the day that was asked for, whatever its timestamp; it needs neither that nor terms', () => {
    const [whole] = read({ ...dayBody({ EUR: 0.9, USD: 1 }), timestamp: 978307200 }, day);
    expect(whole).toMatchObject({ day: first, base: 'USD', timestamp: 978307200, disclaimer: 'd', license: 'l' });
    expect(Object.fromEntries(whole?.rates ?? [])).toEqual({ EUR: 0.9, USD: 1 });
    const [bare] = read({ base: 'USD', rates: { EUR: 1 } }, day);
    expect(bare).toMatchObject({ day: first, timestamp: undefined, disclaimer: undefined });
  });

  test.each([
    ['a timestamp alone', { timestamp: 1 }],
    ['another base', dayBody({ EUR: 1 }, 'EUR')],
    ['no base', { rates: { EUR: 1 } }],
    ['no rates', { base: 'USD' }],
    ['empty rates', dayBody({})],
    ['rates that are an array', { base: 'USD', rates: [1] }],
    ['no dollar for one', dayBody({ EUR: 0.9, USD: 0 })],
    ['null', null],
    ['nothing', ''],
    ['HTML', '<!doctype html>'],
    ['half of it', '{"base":"USD","rates":{"EUR":0.9'],
  ])('cannot be used with %s', (_what, body) => expect(() => read(body, day)).toThrow(FailedAttempt));
});

describe('a rate', () => {
  test.each([1, 0.000012842431, 1e-12, 42_000_000.5])('of %d is kept to the last digit', (rate) =>
    expect(rates(dayBody({ EUR: rate }), day)).toEqual([[first, { EUR: rate }]]),
  );

  const noRates = ['null', '"1.1"', '-1', '0', '-0', '0.00', '1e999', '[1]', '{}', 'true'];
  test.each(noRates)('that is %s is dropped and named, and the others are kept', (rate) => {
    const days = read(`{"base":"USD","rates":{"EUR":${rate},"GBP":0.8}}`, day);
    expect([Object.fromEntries(days[0]?.rates ?? []), days[0]?.dropped]).toEqual([{ GBP: 0.8 }, ['EUR']]);
  });

  test.each(noRates)('that is %s on a day without any other refuses the day, not the answer', (rate) => {
    const body = `{"base":"USD","rates":{"EUR":${rate},"USD":1}}`;
    expect(parsed(body, day).days).toEqual([{ day: first, reason: 'unusable', served: 5 }]);
  });
});

describe('the answer for a series', () => {
  const whole = { '2024-01-01': { EUR: 1 }, '2024-01-02': { EUR: 2 }, '2024-01-03': { EUR: 3 } };
  const surpluses = ['2023-12-31', '2024-01-04', '2024-02-30', 'yesterday', '2024-1-2', ''];
  test.each(surpluses)('drops the day %j, which was not requested', (surplus) => {
    const body = seriesBody({ ...whole, [surplus]: { EUR: 9 } }, 'USD', ['2024-01-01', '2024-01-03']);
    expect(read(body, series)).toHaveLength(3);
  });

  test.each([
    ['another base', seriesBody(whole, 'EUR')],
    ['no rates', { base: 'USD' }],
    ['no days', { base: 'USD', rates: {} }],
    ['other days alone', { base: 'USD', rates: { '2023-01-01': { EUR: 1 } } }],
    ['empty days alone', { base: 'USD', rates: { '2024-01-01': {}, '2024-01-02': null } }],
    ['a false dollar on every day', { base: 'USD', rates: { '2024-01-01': { EUR: 1, USD: 2 } } }],
  ])('cannot be used with %s', (_what, body) => expect(() => read(body, series)).toThrow(FailedAttempt));
});

test('whatever comes is either read or unusable', () => {
  const named = fc.dictionary(fc.string(), fc.jsonValue());
  const bodies = fc.oneof(
    fc.string(),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    named.map((value) => JSON.stringify({ base: 'USD', rates: value })),
    fc
      .dictionary(fc.constantFrom('2024-01-01', '2024-01-02', 'x'), named)
      .map((value) => JSON.stringify(seriesBody(value))),
  );
  return always([bodies, fc.constantFrom(day, series)], (body, ask) => {
    try {
      for (const one of read(body, ask))
        for (const rate of one.rates.values()) expect(Number.isFinite(rate) && rate >= 0).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(FailedAttempt);
    }
  });
});

const usage = { requests: 1, requests_quota: 100, requests_remaining: 99 };

const seconds = cases(`
  hourly = 3600   30-minute = 1800   5-minute = 300   1-Minute = 60   60-minutes = 3600   3600s = 3600   90-seconds = 90
  600 = 600   86400s = 86400
`);
// anything else counts as an hour
const others = ['86401s', '99999-minute', '0-minute', '-5-minute', '5-minute or so', 'daily', '', null, {}];

test.each<[frequency: unknown, seconds: number | undefined]>([
  ...seconds.map(([frequency, seconds]): [unknown, number] => [frequency, Number(seconds)]),
  ...others.map((frequency): [unknown, number] => [frequency, 3600]),
  [600, 600],
  [undefined, undefined],
])('%j is published every %s seconds', (frequency, seconds) => {
  const body = JSON.stringify({ data: { plan: { name: 'A', update_frequency: frequency }, usage } });
  expect(parseUsage(body)?.updateFrequency).toBe(seconds);
});

eachCase(`
  https://openexchangerates.org/api = openexchangerates.org/api   http://127.0.0.1:8787/api = 127.0.0.1_8787/api
  http://[::1]:8787/api = [__1]_8787/api   https://example.org = example.org   http://localhost/api = localhost/api
  https://EXAMPLE.org/a/b = example.org/a/b   https://example.org/../../etc = example.org/etc
  https://example.org/%2e%2e/%2e%2e/etc = example.org/etc   https://example.org:443/api = example.org/api
  https://localhost/api = https@localhost/api   https://127.0.0.1:8787/api = https@127.0.0.1_8787/api
  https://demo-1 = https@demo-1   https://demo-1/api = https@demo-1/api   https://demo-1.org/api = demo-1.org/api
`)('the folder of %s is %s', (url, name) => expect(folderOf(url)).toBe(name));

const redacted = (key: string, text: string) => withoutKey(Buffer.from(text), key).toString();

describe('what a service says has no key in it', () => {
  const key = 'Key/of-a"test\\+1';
  const spellings = {
    'as it is': JSON.stringify(key),
    'with its slash escaped': JSON.stringify(key).replace('/', '\\/'),
    'in escapes': `"${Array.from(key, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join('')}"`,
    'percent-encoded': JSON.stringify(encodeURIComponent(key)),
    'percent-encoded in small letters': JSON.stringify(encodeURIComponent(key).toLowerCase().replace('key', 'Key')),
  };
  test.each(Object.entries(spellings))('%s', (_how, quoted) => {
    const text = `{"license":${quoted},"rates":{${quoted}:0.10,"EUR":1.50}}`;
    expect(redacted(key, text)).toBe('{"license":"[app_id]","rates":{"[app_id]":0.10,"EUR":1.50}}');
  });

  test('and what is not the key stays, whatever it is', async () => {
    await always([fc.json()], (text) => {
      expect(redacted('notes-of-a-key', text)).toBe(text);
    });
    expect(redacted('notes-of-a-key', '"\\notes-of-a-key \\u0041"')).toBe('"\\notes-of-a-key \\u0041"');
  });

  test('JSON stays JSON', () =>
    always([fc.string(), fc.string()], (before, after) => {
      const text = JSON.stringify({ license: `${before}12345678${after}` });
      const { license } = JSON.parse(redacted('12345678', text));
      expect(license).toContain('[app_id]');
      expect(license).not.toContain('12345678');
    }));
});

test('the digits of a rate are never a key', () => {
  const text = '{"description":"12345678","rates":{"EUR":0.12345678,"GBP":12345678,"CHF":12345678e3}}';
  expect(redacted('12345678', text)).toBe(text.replace('"12345678"', '"[app_id]"'));
});

const answer = (status: number, body: unknown) => ({ status, headers: {}, body: bytesOf(body) });
const refused = (status: number, message: string, description = '') =>
  refusalOf(answer(status, { error: true, status, message, description }), 'rates.example');

describe('what the service refuses', () => {
  eachCase(`
    400 not_available = not_available = failed   400 invalid_base = invalid_base = usage   401 invalid_app_id = key = key
    400 invalid_date_range = other = failed   401 app_id_inactive = key = key   401 missing_app_id = key = key
    403 missing_app_id = key = key   401 a_word_of_tomorrow = key = key   403 not_allowed = not_allowed = refused
    429 not_allowed = not_allowed = refused   429 access_restricted = quota = refused   404 not_found = other = failed
    403 access_restricted = quota = refused   403 forbidden = other = failed   400 constructor = other = failed
  `)('%s is told by its message', (said, kind, end) => {
    const [status, message = ''] = said.split(' ');
    expect(refused(Number(status), message)).toMatchObject({ kind, exitCode: exit[end as keyof typeof exit] });
  });

  test.each([
    ['The `time-series` endpoint is available for Enterprise', 'time series'],
    ['Changing the API `base` currency is available for', 'base'],
    ['Limiting the rates to `symbols` is available for', 'symbols'],
    ['Please upgrade', undefined],
  ])('on a plan: %s', (description, feature) =>
    expect(refused(403, 'not_allowed', description)).toMatchObject({ feature }),
  );

  test.each([401, 403, 404, 400, 302])('%d is a refusal without any body', (status) =>
    expect(refusalOf(answer(status, ''), 'rates.example')).toBeDefined(),
  );
});

test('an error with the status of a success is that error, in its own words', () => {
  expect(refused(200, 'invalid_app_id')).toMatchObject({ kind: 'key' });
  const message = 'rates.example refused the request (200 too_many_requests): Slow down';
  expect(refused(200, 'too_many_requests', 'Slow down')).toMatchObject({ kind: 'other', message });
  expect(refusalOf(answer(200, { base: 'USD', rates: {} }), 'rates.example')).toBeUndefined();
  // only a status of its own makes it one about days
  const kindOf = (more: object) =>
    refusalOf(answer(200, { error: true, message: 'not_available', ...more }), 'rates.example')?.kind;
  expect([{ status: 400 }, { status: 500 }, {}].map(kindOf)).toEqual(['not_available', 'other', 'other']);
});

test.each([301, 302, 307])('%d is a redirection, whatever it says', (status) =>
  expect(refused(status, 'not_available')).toMatchObject({ kind: 'other' }),
);

const answers = ['429', '408', '500', '503', '429 too_many_requests', '502 bad_gateway', '503 not_available'];
const mendable = [...answers, '500 invalid_base', '429 not_available', '408 not_available'];
test.each(mendable)('what another try may mend %s is no refusal', (answer) => {
  const [status, message = ''] = answer.split(' ');
  expect(refused(Number(status), message)).toBeUndefined();
});

test.each([301, 308])('a redirect (%d) is not followed, and its new address is what to set', (status) =>
  expect(refused(status, '')).toMatchObject({
    message: `rates.example redirects (${status}), and redirects are not followed`,
    hints: ['set the new address: ratebook config set base_url URL'],
  }),
);
