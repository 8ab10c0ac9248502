import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from '../../src/config/values.ts';
import { exit } from '../../src/errors.ts';

const parsed = (text: string) => parseBaseUrl(text, 'base_url');

describe('base_url', () => {
  const local = ['http://localhost:8080/api', 'http://127.0.0.1:1', 'http://127.9.8.7/x', 'http://[::1]:3000'];
  it.each(local)('may be HTTP where it is this machine: %s', (url) => expect(parsed(url)).toBe(url));

  it.each([
    ...['http://rates.example', 'http://localhost.rates.example', 'http://127.0.0.1.rates.example', 'http://10.0.0.1'],
    ...['http://[::2]', 'ftp://localhost', 'file:///etc/passwd', 'rates.example/api', '', 'https://rates.example/a b'],
    ...['https://rates.example/?', 'https://rates.example/?app_id=1', 'https://rates.example/#top'],
  ])('is refused: %s', (url) =>
    expect(() => parsed(url)).toThrow(
      expect.objectContaining({ exitCode: exit.usage, message: expect.stringMatching(/^base_url: ./) }),
    ),
  );

  it('is refused with credentials, which are not repeated', () =>
    expect(() => parsed('https://me:hunter2@rates.example')).toThrow(/^base_url: (?!.*hunter2)/));
});
