import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exit } from '../../src/errors.ts';
import { withoutKey } from '../../src/sources/oxr/responses.ts';
import { refusalOf } from '../../src/sources/oxr/service.ts';
import { always } from '../support/always.ts';
import { eachCase } from '../support/cases.ts';

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

const answer = (status: number, body: unknown) => ({
  status,
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
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
