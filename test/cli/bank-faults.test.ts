import { describe, expect, test } from 'vitest';
import { bankScene, csvOf, instead, weekdaysOf, zipOf } from '../support/bank.ts';
import { bankOfItaly } from '../support/bank-of-italy.ts';
import { bankOfPoland } from '../support/bank-of-poland.ts';
import { first, pass, sending, status } from '../support/faults.ts';
import { nobody } from '../support/ratebook.ts';
import type { Fault } from '../support/service.ts';

const early = weekdaysOf('2024-01-02', '2024-01-16');
const whole = weekdaysOf('2024-01-02', '2024-01-19');
const zip = zipOf(csvOf(whole));
const wednesday = '2024-01-17T09:00:00Z';
/** A Sunday. */
const now = '2024-01-21T12:00:00Z';

/** Each bank, and what it does once the 17th is published: only the European Central Bank has a file of all days. */
const banks = {
  ecb: async () => {
    const { bank, ...rest } = await bankScene(early);
    return { ...rest, bank, publish: () => bank.publish(whole) };
  },
  bdi: async () => ({ ...(await bankOfItaly()), publish: () => {} }),
  nbp: async () => ({ ...(await bankOfPoland()), publish: () => {} }),
};

const csv = { 'content-type': 'text/csv' };
const html = { 'content-type': 'text/html' };

describe.concurrent('a response of a bank that', () => {
  // the tests of the sources have all that it may be instead
  test.each<[bank: keyof typeof banks, what: string, fault: Fault, words: RegExp]>([
    ['ecb', 'is a status of 404', status(404), /gives no rates: status 404/],
    ['ecb', 'is a redirect', status(302, '', { location: nobody }), /status 302/],
    ['ecb', 'is a page of HTML', instead('<!doctype html><title>Down</title>', html), /web page/],
    ['ecb', 'is the first half of a zip', instead(zip.subarray(0, zip.length / 2)), /cut|zip/],
    ['bdi', 'is a status of 404', status(404), /status 404/],
    ['bdi', 'is a redirect', status(302, '', { location: nobody }), /status 302/],
    ['bdi', 'has 2 MB', sending('x'.repeat(2 * 1024 * 1024), csv), /larger than 1 MB/],
    ['nbp', 'is a page for what is not there', status(404, '<!doctype html>'), /status 404/],
    ['nbp', 'is a refusal', status(400, 'Przekroczony limit'), /status 400/],
    ['nbp', 'has 5 MB', sending('['.repeat(5 * 1024 * 1024)), /larger than 4 MB/],
  ])('%s: %s fails at once by name, and takes nothing else with it', async (name, _what, fault, words) => {
    const { bank, publish, stored, machine, run } = await banks[name]();
    machine.write('rates.csv', 'before');
    await run('historical 2024-01-16', { now: wednesday });
    const before = stored.days();
    expect(before.at(-1)).toBe('2024-01-16');

    publish();
    bank.fault = fault;
    const { code, stdout, stderr } = await run('series 2024-01-16 2024-01-17 -s USD -o ~/rates.csv', { now });
    expect([code, stdout, machine.read('rates.csv')]).toEqual([1, '', 'before']);
    expect(stderr).toMatch(words);
    expect(stderr).toMatch(/^ratebook: .+\nhint: --offline takes the 1 day that is stored\n$/);
    expect([stored.names(), stored.unavailable(), stored.aside('journal')]).toEqual([
      before.map((day) => `${day}.json`),
      [],
      [],
    ]);

    bank.fault = pass;
    expect((await run('series 2024-01-16 2024-01-17 -s USD', { now })).code).toBe(0);
    expect(stored.days()).toContain('2024-01-17');
  });

  test.each<[bank: keyof typeof banks, what: string, fault: Fault, words: RegExp]>([
    ['ecb', 'says to wait for two seconds', status(429, '', { 'retry-after': '2' }), /status 429.*retrying in 2\.0 s/],
    ['nbp', 'fails', status(503), /status 503/],
    ['nbp', 'is a page', sending('<html>'), /not JSON/],
  ])('%s: %s is tried again', async (name, _what, fault, words) => {
    const { bank, run } = await banks[name]();
    bank.fault = first(1, fault);
    const { code, stderr } = await run('historical 2024-01-16 -s USD --debug', { now: wednesday });
    expect(stderr).toMatch(words);
    expect(code).toBe(0);
  });
});

test('a bank that says to wait for an hour is not waited for', async () => {
  const { bank, run } = await bankScene(early);
  bank.fault = status(429, '', { 'retry-after': '3600' });
  const { code, stderr } = await run('latest -s USD', { now: '2024-01-16T17:00:00Z' });
  expect([code, bank.requests.length]).toEqual([1, 1]);
  expect(stderr).toMatch(/asks to wait until 2024-01-16 18:00 UTC$/m);
});

test.each([
  ['is taken where it has begun by the bank’s clock', '2024-01-22', '2024-01-22T01:00:00Z', 0],
  ['is refused where it has not', '2024-01-22', '2024-01-21T23:00:00Z', 1],
  ['is taken where that clock is more than a day ahead', '2024-01-23', '2024-01-23T12:00:00Z', 0],
])('a row of a day that is still to come by this clock %s', async (_what, day, time, code) => {
  const { bank, stored, run } = await bankScene(early);
  const date = new Date(time).toUTCString();
  bank.fault = instead(zipOf(csvOf({ ...whole, [day]: { USD: '1.5' } })), { date });
  const latest = await run('latest -s USD -f value', { now });
  expect([latest.code, stored.days()]).toEqual([code, code === 0 ? [...Object.keys(whole), day] : []]);
  expect(latest.stdout).toBe(code === 0 ? '1.5\n' : '');
});
