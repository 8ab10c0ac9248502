import { resolve as inFolder } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { places } from '../../src/config/places.ts';
import { defaultOf, keyNames, keys, type Origins, resolve, resolveAll } from '../../src/config/settings.ts';
import { exit } from '../../src/errors.ts';
import { nearest } from '../../src/words.ts';
import { eachCase } from '../support/cases.ts';

describe('places', () => {
  it('are the XDG folders on Linux and its like, also where a variable of theirs is empty or relative', () => {
    const env = { XDG_CONFIG_HOME: 'relative', XDG_DATA_HOME: '', XDG_STATE_HOME: './relative' };
    for (const machine of [{ platform: 'linux', env: {} } as const, { platform: 'freebsd', env } as const])
      expect(places({ ...machine, home: '/home/me' })).toEqual({
        configFile: '/home/me/.config/ratebook/config.json',
        data: '/home/me/.local/share/ratebook',
        state: '/home/me/.local/state/ratebook',
        cache: '/home/me/.cache/ratebook',
      });
  });

  it('follow the XDG variables', () => {
    const env = { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/k' };
    const found = places({ platform: 'linux', env, home: '/home/me' });
    expect(found).toEqual({
      configFile: '/c/ratebook/config.json',
      data: '/d/ratebook',
      state: '/s/ratebook',
      cache: '/k/ratebook',
    });
  });

  it('are those that the variables name, without a home', () => {
    const none = { configFile: undefined, data: undefined, state: undefined, cache: undefined };
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(places({ platform, env: {}, home: undefined })).toEqual(none);
    const data = places({ platform: 'linux', env: { XDG_DATA_HOME: '/d' }, home: undefined });
    expect(data).toEqual({ ...none, data: '/d/ratebook' });
    const config = places({ platform: 'win32', env: { APPDATA: 'C:\\a' }, home: undefined });
    expect(config).toEqual({ ...none, configFile: 'C:\\a\\ratebook\\Config\\config.json' });
  });

  it('lie in the library on macOS', () =>
    expect(places({ platform: 'darwin', env: { XDG_CONFIG_HOME: '/c' }, home: '/Users/me' })).toEqual({
      configFile: '/Users/me/Library/Preferences/ratebook/config.json',
      data: '/Users/me/Library/Application Support/ratebook',
      state: '/Users/me/Library/Application Support/ratebook-state',
      cache: '/Users/me/Library/Caches/ratebook',
    }));

  it('lie in the application data on Windows', () => {
    const env = { APPDATA: 'C:\\Users\\me\\AppData\\Roaming', LOCALAPPDATA: 'D:\\Local' };
    expect(places({ platform: 'win32', env, home: 'C:\\Users\\me' })).toEqual({
      configFile: 'C:\\Users\\me\\AppData\\Roaming\\ratebook\\Config\\config.json',
      data: 'D:\\Local\\ratebook\\Data',
      state: 'D:\\Local\\ratebook\\State',
      cache: 'D:\\Local\\ratebook\\Cache',
    });
    expect(places({ platform: 'win32', env: {}, home: 'C:\\Users\\me' }).data).toBe(
      'C:\\Users\\me\\AppData\\Local\\ratebook\\Data',
    );
  });
});

const own = places({ platform: 'linux', env: {}, home: '/home/me' });

test('each default reads back from its own text', () => {
  for (const name of keyNames) {
    const value = defaultOf(name, own);
    if (value !== undefined) expect(keys[name].parse(String(value), name)).toEqual(value);
  }
});

test.each<[name: keyof typeof keys, text: string, value: unknown]>([
  ['app_id', '0a1b2c!~', '0a1b2c!~'],
  ['base', 'eur', 'EUR'],
  ['symbols', 'JPY,EUR,jpy,chf,EUR', ['JPY', 'EUR', 'CHF']],
  ...['EUR GBP', ' EUR  GBP ', ',EUR,,GBP,', 'EUR, GBP'].map((text) => ['symbols', text, ['EUR', 'GBP']] as never),
  ['symbols', '*', '*'],
  ['symbols', 'EUR,*', '*'],
  ['concurrency', '64', 64],
  ['confirm_above', '0', 0],
  ['timeout', '0.5', 0.5],
  ['store', '/srv/rates/', '/srv/rates'],
  ['store', 'rates', inFolder('rates')],
  ...['http://localhost:8080/api', 'http://127.9.8.7/x', 'http://[::1]:3000'].map(
    (text) => ['base_url', text, text] as never,
  ),
])('%s may be %j', (name, text, value) => expect(keys[name].parse(text, 'x')).toEqual(value));

test.each<[name: keyof typeof keys, texts: readonly string[]]>([
  ['app_id', ['', ' ', 'ab cd', 'ab\n', 'ké', '\u007f']],
  ['base', ['', '-', 'EUR!', '€5']],
  ['symbols', ['', ',', ' , ', 'EUR;GBP', '*,E!']],
  ['concurrency', ['0', '65', '4.5', '-1', '', '0x10', '1e1', ' 4']],
  ['confirm_above', ['-1', '1.5', '99999999999999999999']],
  ['timeout', ['0', '0.0', '-1', '1e3', 'soon', '86401', 'Infinity']],
  ['store', ['', '~', '~/rates', '~me/rates']],
  ['base_url', ['http://rates.example', 'http://127.0.0.1.rates.example', 'http://10.0.0.1', 'http://[::2]', '']],
  ['base_url', ['ftp://localhost', 'file:///etc/passwd', 'rates.example/api', 'https://rates.example/a b']],
  ['base_url', ['https://rates.example/?', 'https://rates.example/?app_id=1', 'https://rates.example/#top']],
])('%s may not be any of %j', (name, texts) => {
  const refused = expect.objectContaining({ exitCode: exit.usage, message: expect.stringMatching(/^X: ./) });
  for (const text of texts) expect(() => keys[name].parse(text, 'X'), text).toThrow(refused);
});

const origins = (file: Record<string, unknown>, rest: Partial<Origins> = {}): Origins => ({
  options: {},
  env: {},
  file: { path: '/c/config.json', values: file },
  places: own,
  ...rest,
});

it('may stand in the file as a text, a number or a list', () => {
  const found = resolveAll(origins({ concurrency: 8, timeout: '2.5', symbols: ['gbp', 'EUR'], base: 'jpy' }));
  const { concurrency, timeout, symbols, base } = found;
  expect([concurrency, timeout, symbols, base].map(({ value }) => value).join(' ')).toBe('8 2.5 GBP,EUR JPY');
});

describe('a wrong value in the file', () => {
  it.each([
    ...[{ base: 'E!' }, { base: true }, { base: null }, { app_id: { key: 'x' } }, { concurrency: 0 }],
    ...[{ concurrency: 1.5 }, { symbols: [] }, { symbols: ['EUR', {}] }, { store: '~/rates' }],
  ])('is a failure that names the file and the key: %j', (values) => {
    const message = expect.stringMatching(new RegExp(`^/c/config\\.json: ${Object.keys(values)[0]}: .`));
    expect(() => resolveAll(origins(values))).toThrow(expect.objectContaining({ exitCode: exit.failed, message }));
  });

  it('does no harm to another key, nor where something stronger is given', () => {
    const broken = origins({ base: 'E!', concurrency: 8 });
    expect(resolve('concurrency', broken).value).toBe(8);
    expect(resolve('base', { ...broken, options: { base: 'EUR' } }).value).toBe('EUR');
  });
});

test('an unknown key in the file fails where another was meant', () => {
  expect(() => resolveAll(origins({ confirm_abov: 10 }))).toThrow(/"confirm_abov", did you mean confirm_above\?/);
  expect(resolveAll(origins({ $schema: 'x', colour: 'red' })).base.value).toBe('USD');
});

eachCase(`
    appid = app_id   base-url = base_url   symbol = symbols   confirm = confirm_above   x =   rates =   colour =
`)('%s was meant as "%s"', (word = '', meant) => expect(nearest(word, keyNames) ?? '').toBe(meant));
