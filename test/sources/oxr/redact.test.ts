import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutKey } from '../../../src/sources/oxr/responses.ts';
import { always } from '../../support/always.ts';

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
