import { describe, expect, test } from 'vitest';
import { bankScene, csvOf, instead, weekdaysOf, zipOf } from '../support/bank.ts';
import { first, pass, status } from '../support/faults.ts';
import type { HeldFiles } from '../support/held-files.ts';
import { nobody } from '../support/ratebook.ts';
import type { Fault } from '../support/service.ts';

const early = weekdaysOf('2024-01-02', '2024-01-16');
const whole = weekdaysOf('2024-01-02', '2024-01-19');
const wholeCsv = csvOf(whole);
const zip = zipOf(wholeCsv);

const tuesday = '2024-01-16T17:00:00Z';
/** Days later, and a Sunday. */
const now = '2024-01-21T12:00:00Z';

const contentsOf = (held: HeldFiles) => held.days().map((day) => [day, held.read(day)]);

describe('an answer of the bank that is no file of rates', () => {
  async function failing(fault: Fault, words: RegExp) {
    const { bank, held, machine, run } = await bankScene(early);
    machine.write('rates.csv', 'before');
    const expectFailure = async () => {
      const before = contentsOf(held);
      const { code, stdout, stderr } = await run('series 2024-01-15 2024-01-19 -s USD -o ~/rates.csv', { now });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^ratebook: .+\n(hint: .+\n)*$/);
      expect(stderr).toMatch(words);
      expect(contentsOf(held)).toEqual(before);
      expect(held.names()).toEqual(before.map(([day]) => `${day}.json`));
      expect(held.aside('journal')).toEqual([]);
      expect(machine.read('rates.csv')).toBe('before');
    };
    bank.fault = fault;
    await expectFailure();
    expect(held.days()).toEqual([]);

    bank.fault = pass;
    expect((await run('latest', { now: tuesday })).code).toBe(0);
    expect(held.days()).toEqual(Object.keys(early));
    bank.fault = fault;
    await expectFailure();

    bank.publish(whole);
    bank.fault = pass;
    expect((await run('series 2024-01-15 2024-01-19 -s USD', { now })).code).toBe(0);
    expect(held.days()).toEqual(Object.keys(whole));
  }

  // the test of the file has all that it may be instead
  test.each<[what: string, fault: Fault, words: RegExp]>([
    ['a status of 404', status(404), /gives no rates: status 404/],
    ['a redirect', status(302, '', { location: nobody }), /status 302/],
    ['a page of HTML', instead('<!doctype html><title>Down</title>', { 'content-type': 'text/html' }), /web page/],
    ['the first half of a zip', instead(zip.subarray(0, zip.length / 2)), /cut|zip/],
  ])('%s fails, and nothing of it is kept', async (_what, fault, words) => {
    await failing(fault, words);
  });

  test.each([
    ['two seconds, which is done', '2', 0, 2, /status 429.*retrying in 2\.0 s/],
    ['an hour, for which nobody would', '3600', 1, 1, /asks to wait until 2024-01-16 18:00 UTC$/m],
  ])('a status of 429 says to wait for %s', async (_how, after, code, requests, words) => {
    const { bank, run } = await bankScene(early);
    bank.fault = first(1, status(429, '', { 'retry-after': after }));
    const result = await run('latest -s USD --debug', { now: tuesday });
    expect([result.code, bank.requests.length]).toEqual([code, requests]);
    expect(result.stderr).toMatch(words);
  });
});

test.each([
  ['is taken where it has begun by the bank’s clock', '2024-01-22', '2024-01-22T01:00:00Z', 0],
  ['is refused where it has not', '2024-01-22', '2024-01-21T23:00:00Z', 1],
  ['is taken where that clock is more than a day ahead', '2024-01-23', '2024-01-23T12:00:00Z', 0],
])('a row of a day that is still to come by this clock %s', async (_what, day, time, code) => {
  const { bank, held, run } = await bankScene(early);
  const date = new Date(time).toUTCString();
  bank.fault = instead(zipOf(csvOf({ ...whole, [day]: { USD: '1.5' } })), { date });
  const latest = await run('latest -s USD -f value', { now });
  expect([latest.code, held.days()]).toEqual([code, code === 0 ? [...Object.keys(whole), day] : []]);
  expect(latest.stdout).toBe(code === 0 ? '1.5\n' : '');
});
