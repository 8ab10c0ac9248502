import { describe, expect, it } from 'vitest';
import { places } from '../../src/config/places.ts';
import { type Origins, resolve, resolveAll } from '../../src/config/settings.ts';
import { exit } from '../../src/errors.ts';

const origins = (file: Record<string, unknown>, rest: Partial<Origins> = {}): Origins => ({
  options: {},
  env: {},
  file: { path: '/c/config.json', values: file },
  places: places({ platform: 'linux', env: {}, home: '/home/me' }),
  ...rest,
});

describe('a setting', () => {
  it('may stand in the file as a text, a number or a list', () => {
    const found = resolveAll(origins({ concurrency: 8, timeout: '2.5', symbols: ['gbp', 'EUR'], base: 'jpy' }));
    const { concurrency, timeout, symbols, base } = found;
    expect([concurrency, timeout, symbols, base].map(({ value }) => value).join(' ')).toBe('8 2.5 GBP,EUR JPY');
  });
});

describe('a wrong value', () => {
  const thrown = (exitCode: number, message: RegExp) =>
    expect.objectContaining({ exitCode, message: expect.stringMatching(message) });

  it.each([
    ...[{ base: 'E!' }, { base: true }, { base: null }, { app_id: { key: 'x' } }, { concurrency: 0 }],
    ...[{ concurrency: 1.5 }, { symbols: [] }, { symbols: ['EUR', {}] }, { store: '~/rates' }],
  ])('is a failure that names the file and the key: %j', (values) => {
    const [name] = Object.keys(values);
    expect(() => resolveAll(origins(values))).toThrow(thrown(exit.failed, new RegExp(`^/c/config\\.json: ${name}: .`)));
  });

  it('does no harm to another key, nor where something stronger is given', () => {
    const broken = origins({ base: 'E!', concurrency: 8 });
    expect(resolve('concurrency', broken).value).toBe(8);
    expect(resolve('base', { ...broken, options: { base: 'EUR' } }).value).toBe('EUR');
  });
});

describe('an unknown key in the file', () => {
  it('fails where another was meant', () =>
    expect(() => resolveAll(origins({ confirm_abov: 10 }))).toThrow(/"confirm_abov", did you mean confirm_above\?/));

  it('is let be where none was', () =>
    expect(resolveAll(origins({ $schema: 'x', colour: 'red' })).base.value).toBe('USD'));
});
