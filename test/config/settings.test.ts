import { describe, expect, it } from 'vitest';
import { keyNames } from '../../src/config/keys.ts';
import { places } from '../../src/config/places.ts';
import { resolve, resolveAll, type Sources, variableOf } from '../../src/config/settings.ts';
import { exit } from '../../src/errors.ts';

const sources = (file: Record<string, unknown>, rest: Partial<Sources> = {}): Sources => ({
  options: {},
  env: {},
  file: { path: '/c/config.json', values: file },
  places: places({ platform: 'linux', env: {}, home: '/home/me' }),
  ...rest,
});

describe('a setting', () => {
  it('comes from the option, then the environment, then the file, then the default', () => {
    const all = sources({ base: 'CHF' }, { options: { base: 'eur' }, env: { RATEBOOK_BASE: 'GBP' } });
    expect(resolve('base', all)).toEqual({ value: 'EUR', source: 'option' });
    expect(resolve('base', { ...all, options: {} })).toEqual({ value: 'GBP', source: 'environment' });
    expect(resolve('base', { ...all, options: {}, env: {} })).toEqual({ value: 'CHF', source: 'file' });
    expect(resolve('base', sources({}))).toEqual({ value: 'USD', source: 'default' });
  });

  it('passes over an empty variable', () => {
    expect(resolve('base', sources({ base: 'CHF' }, { env: { RATEBOOK_BASE: '' } })).source).toBe('file');
  });

  it('has a variable for every key', () => {
    expect(keyNames.map(variableOf)).toContain('RATEBOOK_CONFIRM_ABOVE');
  });

  it('has the defaults of the contract', () => {
    const found = resolveAll(sources({}));
    expect(Object.fromEntries(keyNames.map((name) => [name, found[name].value]))).toEqual({
      source: 'oxr',
      ecb_url: 'https://www.ecb.europa.eu',
      app_id: undefined,
      base_url: 'https://openexchangerates.org/api',
      base: 'USD',
      symbols: '*',
      format: undefined,
      confirm_above: 366,
      concurrency: 4,
      timeout: 30,
      store: '/home/me/.local/share/ratebook',
    });
  });

  it('may stand in the file as a text, a number or a list', () => {
    const found = resolveAll(sources({ concurrency: 8, timeout: '2.5', symbols: ['gbp', 'EUR'], base: 'jpy' }));
    const { concurrency, timeout, symbols, base } = found;
    expect([concurrency, timeout, symbols, base].map(({ value }) => `${value}`)).toEqual([
      '8',
      '2.5',
      'GBP,EUR',
      'JPY',
    ]);
  });
});

describe('a wrong value', () => {
  const thrown = (exitCode: number, message: RegExp) =>
    expect.objectContaining({ exitCode, message: expect.stringMatching(message) });

  it('is a usage error that names the option or the variable', () => {
    expect(() => resolveAll(sources({}, { options: { concurrency: '0' } }))).toThrow(
      thrown(exit.usage, /^--concurrency: "0" /),
    );
    expect(() => resolveAll(sources({}, { env: { RATEBOOK_FORMAT: 'xml' } }))).toThrow(
      thrown(exit.usage, /^RATEBOOK_FORMAT: "xml" /),
    );
  });

  it.each([
    ...[{ base: 'E!' }, { base: true }, { base: null }, { app_id: { key: 'x' } }, { concurrency: 0 }],
    ...[{ concurrency: 1.5 }, { symbols: [] }, { symbols: ['EUR', {}] }, { store: 'rates' }],
  ])('is a failure that names the file and the key: %j', (values) => {
    const [name] = Object.keys(values);
    expect(() => resolveAll(sources(values))).toThrow(thrown(exit.failed, new RegExp(`^/c/config\\.json: ${name}: .`)));
  });

  it('does no harm to another key, nor where something stronger is given', () => {
    const broken = sources({ base: 'E!', concurrency: 8 });
    expect(resolve('concurrency', broken).value).toBe(8);
    expect(resolve('base', { ...broken, options: { base: 'EUR' } }).value).toBe('EUR');
  });
});

describe('an unknown key in the file', () => {
  it('fails where another was meant', () => {
    expect(() => resolveAll(sources({ confirm_abov: 10 }))).toThrow(/"confirm_abov", did you mean confirm_above\?/);
  });

  it('is let be where none was', () => {
    expect(resolveAll(sources({ $schema: 'x', colour: 'red' })).base.value).toBe('USD');
  });
});
