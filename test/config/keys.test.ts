import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { places } from '../../src/config/places.ts';
import { defaultOf, keyNames, keys } from '../../src/config/settings.ts';
import { exit } from '../../src/errors.ts';

const refuses = (parse: (text: string, where: string) => unknown, text: string) =>
  expect(() => parse(text, 'RATEBOOK_X')).toThrow(
    expect.objectContaining({ exitCode: exit.usage, message: expect.stringMatching(/^RATEBOOK_X: ./) }),
  );

describe('the table of keys', () => {
  it('reads each default back from its own text', () => {
    const own = places({ platform: 'linux', env: {}, home: '/home/me' });
    for (const name of keyNames) {
      const value = defaultOf(name, own);
      if (value !== undefined) expect(keys[name].parse(String(value), name)).toEqual(value);
    }
  });
});

describe('app_id', () => {
  it('is printable ASCII without blanks', () => {
    expect(keys.app_id.parse('0a1b2c!~', 'x')).toBe('0a1b2c!~');
    for (const text of ['', ' ', 'ab cd', 'ab\n', 'ké', '\u007f']) refuses(keys.app_id.parse, text);
  });
});

describe('base and symbols', () => {
  it('take lower case, keep the order, and a repeated code once', () => {
    expect(keys.base.parse('eur', 'x')).toBe('EUR');
    expect(keys.symbols.parse('JPY,EUR,jpy,chf,EUR', 'x')).toEqual(['JPY', 'EUR', 'CHF']);
  });

  it('are parted by commas and blanks, and empty places do not count; * is all, whatever stands beside it', () => {
    for (const text of ['EUR GBP', ' EUR  GBP ', 'EUR,GBP,', ',EUR,,GBP,', 'EUR, GBP'])
      expect(keys.symbols.parse(text, 'x')).toEqual(['EUR', 'GBP']);
    for (const text of ['*', 'EUR,*']) expect(keys.symbols.parse(text, 'x')).toBe('*');
  });

  it('refuse what is no code', () => {
    for (const text of ['', '-', 'EUR!', '€5']) refuses(keys.base.parse, text);
    for (const text of ['', ',', ' , ', 'EUR;GBP', '*,E!']) refuses(keys.symbols.parse, text);
  });
});

describe('numbers', () => {
  it('are taken within their bounds only', () => {
    expect(keys.concurrency.parse('64', 'x')).toBe(64);
    expect(keys.confirm_above.parse('0', 'x')).toBe(0);
    expect(keys.timeout.parse('0.5', 'x')).toBe(0.5);
    for (const text of ['0', '65', '4.5', '-1', '', '0x10', '1e1', ' 4']) refuses(keys.concurrency.parse, text);
    for (const text of ['-1', '1.5', '99999999999999999999']) refuses(keys.confirm_above.parse, text);
    for (const text of ['0', '0.0', '-1', '1e3', 'soon', '86401', 'Infinity']) refuses(keys.timeout.parse, text);
  });
});

describe('store', () => {
  it('is an absolute folder, a relative one counting from here', () => {
    expect(keys.store.parse('/srv/rates/', 'x')).toBe('/srv/rates');
    expect(keys.store.parse('rates', 'x')).toBe(resolve('rates'));
  });

  it('is never a folder called ~', () => {
    for (const text of ['', '~', '~/rates', '~me/rates']) refuses(keys.store.parse, text);
  });
});
