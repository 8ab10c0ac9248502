import { expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { FailedAttempt } from '../../src/http/client.ts';
import { parseTable } from '../../src/sources/bdi.ts';

const day = '2024-01-19' as Day;
const convention = 'Foreign currency amount for 1 Euro.';
const head = 'Country,Currency,ISO Code,UIC Code,Rate,Rate convention,Reference date (CET)';
const disclaimer = '# DISCLAIMER\n# These rates, if any, are for information.\n';
const line = (code: string, rate: string) => `SOMEWHERE,Money,${code},001,${rate},${convention},${day}`;
const answer = (...lines: readonly string[]) => `${[head, ...lines].join('\n')}\n${disclaimer}`;
const read = (text: string) => parseTable(Buffer.from(text), day);
const ratesOf = (text: string) => Object.fromEntries(read(text)?.rates ?? []);
const usd = line('USD', '1.0887');

test('a day has its rates by code, as finished ones of the euro', () => {
  const stored = read(answer(usd, line('AED', '3.9983')));
  expect(stored).toMatchObject({ day, base: 'EUR', isFinal: true, dropped: undefined });
  expect([...(stored?.rates ?? [])]).toEqual([
    ['AED', 3.9983],
    ['USD', 1.0887],
  ]);
});

test('a code on several lines counts once; with two figures it is dropped by name', () => {
  const alike = answer(usd, line('XAF', '655.957'), line('XAF', '655.9570'));
  expect(ratesOf(alike)).toEqual({ USD: 1.0887, XAF: 655.957 });
  const stored = read(answer(usd, line('XAF', '655.957'), line('XAF', '655.958'), line('XAF', '655.957')));
  expect([...(stored?.rates.keys() ?? [])]).toEqual(['USD']);
  expect(stored?.dropped).toEqual(['XAF']);
});

test.each([
  ['is empty', '', 'not a table of the bank'],
  ['is a page', '<!DOCTYPE html><html><body>Sorry</body></html>', 'it is '],
  ['has another head', answer(usd).replace('Rate convention', 'Convention'), 'not a table of the bank'],
  ['has a column twice', answer(usd).replace('UIC Code', 'Rate'), 'not a table of the bank'],
  ['has another convention', answer(usd, usd.replace(convention, 'Euro')), 'another rate convention'],
  ['is of another day', answer(usd, usd.replace(day, '2024-01-18')), 'line 3 is of another day'],
  ['has a line of other length', answer(usd, 'SOMEWHERE,Money'), 'line 3 has 2 cells, its head has 7'],
  ['has a line without a code', answer(usd, line('', '1.5')), 'line 3 has no code'],
])('an answer is refused that %s', (_, text, reason) => {
  expect(() => read(text)).toThrow(reason);
  expect(() => read(text)).toThrow(FailedAttempt);
});

test.each(['', '0', '-1', '1,5', '1e3', 'NaN', `1${'0'.repeat(400)}`])('no rate is %j', (rate) => {
  const read = parseTable(Buffer.from(answer(usd, line('CHF', `"${rate}"`))), day);
  expect([[...(read?.rates.keys() ?? [])], read?.dropped]).toEqual([['USD'], ['CHF']]);
});

test('an answer that is cut anywhere before its disclaimer is refused', () => {
  const text = answer(usd, line('AED', '3.9983'));
  const whole = text.indexOf('# DISCLAIMER') + '# DISCLAIMER'.length;
  for (let length = 0; length < whole; length++) expect(() => read(text.slice(0, length))).toThrow(FailedAttempt);
  expect(ratesOf(text.slice(0, whole))).toEqual({ AED: 3.9983, USD: 1.0887 });
});
