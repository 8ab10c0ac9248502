import { expect, test } from 'vitest';
import { inShell, printable, withoutSecrets } from '../src/words.ts';
import { onWindows } from './support/refusing.ts';

test('a word of a service is printed as ASCII, up to 20 characters', () => {
  expect([printable('EUR'), printable('é\u001b')]).toEqual(['EUR', '\\u00e9\\u001b']);
  expect(printable('x'.repeat(20))).toBe('x'.repeat(20));
  expect(printable('x'.repeat(21))).toBe('a name of 21 characters');
});

test.each([
  ['none in https://host:8080/api@2, or a@b', 'none in https://host:8080/api@2, or a@b'],
  ['see "https://me:hunter2@host/api".', 'see "https://***@host/api".'],
  ['https://me:hun/ter2@host/a?b', 'https://***@host/a?***'],
  ['https://hunter2@h and http://me:h@unt/er2@h', 'https://***@h and http://***@h'],
  ['("https://host/a?key=hunter2") and "x://y#hunter2",', '("https://host/a?***") and "x://y#***",'],
])('no secret of an address in a text: %s', (text, shown) => {
  expect(withoutSecrets(text)).toBe(shown);
  expect(withoutSecrets(shown)).toBe(shown);
});

test.each([
  ['EUR', 'EUR', 'EUR'],
  ['EUR,GBP', 'EUR,GBP', '"EUR,GBP"'],
  ['*', "'*'", '"*"'],
  ['new folder', "'new folder'", '"new folder"'],
  ['C:\\a.csv', "'C:\\a.csv'", 'C:\\a.csv'],
  ['it\'s "so"', "'it'\\''s \"so\"'", '"it\'s ""so"""'],
])('%s is typed as %s, on Windows as %s', (word, elsewhere, there) => {
  expect(inShell(word)).toBe(elsewhere);
  onWindows();
  expect(inShell(word)).toBe(there);
});
