import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay, isWeekend } from '../../src/calendar/day.ts';
import { bankScene, csvOf, instead, ratesOn, weekdaysOf, zipOf } from '../support/bank.ts';
import { bankOfItaly } from '../support/bank-of-italy.ts';
import { bankOfPoland, midsOn } from '../support/bank-of-poland.ts';
import { first, pass, sending, status } from '../support/faults.ts';
import { behind, Latch } from '../support/latch.ts';
import { randomFrom } from '../support/random.ts';
import { finished, nobody, said } from '../support/ratebook.ts';
import type { Fault } from '../support/service.ts';
import { inWhole, isWhole, seed } from '../support/whole.ts';

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

describe('banks', () => {
  /** A Sunday. */
  const sunday = '2024-01-21T12:00:00Z';

  test('processes at once ask for each day once, two requests under way at most', async () => {
    const { asked, bank, stored, machine } = await bankOfItaly();
    const accepted = new Set<string | undefined>();
    let [underWay, most] = [0, 0];
    bank.fault = (_request, { req }, pass) => {
      accepted.add(req.headers.accept);
      most = Math.max(most, ++underWay);
      // once it is on its way, the next request may come before it is known to have gone
      const answer = () => {
        underWay--;
        pass();
      };
      // of requests that are only kept apart, three would be under way
      setTimeout(answer, 800);
    };
    const days = ['08', '09', '10', '11', '12', '15'].map((day) => `2024-01-${day}`);
    const runs = ['2024-01-15', '2024-01-12'].map((last) =>
      machine.run(['series', '2024-01-08', last, '-s', 'USD', '-q', '--source', 'bdi'], { now: sunday }),
    );
    const alone = machine.run(['historical', '2023-12-20', '-s', 'USD', '--no-store', '--source', 'bdi'], {
      now: sunday,
    });
    for (const { code, stderr } of await Promise.all([...runs, alone])) expect([code, stderr]).toEqual([0, '']);
    expect([asked().sort(), stored.days()]).toEqual([['2023-12-20', ...days], days]);
    expect([...accepted]).toEqual(['text/csv']);
    expect(most).toBeLessThanOrEqual(2);
  });

  test('rates come by quarters, each day once, and days off part nothing', async () => {
    const { asked, bank, run: runAt } = await bankOfPoland();
    const run = (line: string) => runAt(line, { now: sunday });
    bank.last = '2023-12-29';
    const { code, stdout, stderr } = await run('series 2022 2023 -s USD --invert --no-header');
    expect([code, stderr, asked().length]).toEqual([0, '', 8]);
    expect(asked()).toContain('2022-01-03 2022-03-31');
    const days = stdout.trimEnd().split('\n');
    expect(days.length).toBe(503);
    for (const row of days) {
      const [day = '', , , rate] = row.split(',');
      expect(Number(rate), row).toBe(midsOn(day).USD);
    }
    expect((await run('series 2022 2023 -s USD --invert --no-header')).stdout).toBe(stdout);
    expect(asked()).toHaveLength(8);
  });

  const upTo = (last: string) => weekdaysOf('2024-01-02', last);

  /** A Monday, before the bank publishes. */
  const monday = '2024-01-22';
  const noon = `${monday}T12:00:00Z`;
  const row = (day: string) => `${day},EUR,USD,${ratesOn(day).USD}\n`;
  const csv = (...days: readonly string[]) => `date,base,quote,rate\n${days.map(row).join('')}`;
  const fine = (...days: readonly string[]) => ({ code: 0, stdout: csv(...days), stderr: '' });

  async function scene() {
    const { run, ...rest } = await bankScene(upTo('2024-01-19'));
    const at = (time: string, line: string) => run(`${line} -s USD`, { now: `${monday}T${time}:00Z` });
    return { ...rest, run, at };
  }

  test('the bank’s file without a tag is asked for by its time', async () => {
    const { bank, at } = await scene();
    bank.hasTags = false;
    await at('12:00', 'latest');
    await at('13:01', 'latest');
    expect(bank.requests[1]?.headers).toMatchObject({ 'if-modified-since': expect.any(String) });
    expect(bank.requests[1]?.headers).not.toHaveProperty('if-none-match');
    bank.publish(upTo(monday));
    expect(await at('15:00', 'latest')).toEqual(fine(monday));
  });

  /** Preloaded: says when the program pauses for the first time, as it does while another run asks. */
  const sayingPauses = `const timers = require('node:timers/promises');
const { setTimeout: pause } = timers;
let isFirst = true;
timers.setTimeout = (...given) => {
  if (isFirst) process.stderr.write('pauses\\n');
  isFirst = false;
  return pause(...given);
};`;

  describe('runs at once', () => {
    /** An answer that waits, and runs of the program of which the first has asked. */
    async function waiting() {
      const { bank, machine, stored } = await scene();
      const latch = new Latch();
      bank.fault = behind(latch);
      machine.write('pauses.cjs', sayingPauses);
      const preload = join(machine.home, 'pauses.cjs');
      const start = (...words: string[]) => {
        const child = machine.start([...words, '--source', 'ecb', '-s', 'USD'], { now: noon, preload });
        return { child, end: finished(child) };
      };
      return { bank, stored, latch, start };
    }

    test('share one download', async () => {
      const { bank, stored, latch, start } = await waiting();
      const first = start('historical', '2024-01-17');
      await bank.came(1);
      const others = Array.from({ length: 2 }, () => start('historical', '2024-01-17'));
      await Promise.all(others.map(({ child }) => said(child, 'stderr', 'pauses')));
      latch.open();
      expect(await first.end).toEqual(fine('2024-01-17'));
      for (const { end } of others) expect(await end).toEqual({ ...fine('2024-01-17'), stderr: 'pauses\n' });
      expect(bank.requests).toHaveLength(1);
      expect(stored.days()).toEqual(Object.keys(upTo('2024-01-19')));
    });
  });
});

describe('closed days', () => {
  const now = '2024-06-10T20:00:00Z';
  const [first, last] = ['2023-12-04', '2024-06-09'] as [Day, Day];

  /** As the banks announced them for that time, weekends aside. */
  const holidaysOfEuro = '2023-12-25 2023-12-26 2024-01-01 2024-03-29 2024-04-01 2024-05-01'.split(' ');
  const holidaysOfPoland = '2023-12-25 2023-12-26 2024-01-01 2024-04-01 2024-05-01 2024-05-03 2024-05-30'.split(' ');

  /** On which the bank should have published, and has not: a Friday, and one before holidays. */
  const unpublished = ['2024-02-09', '2024-03-28'];

  type Publishes = (day: Day) => boolean;
  const euro = { holidays: holidaysOfEuro, pair: ['EUR', 'USD'], rateOn: (day: Day) => ratesOn(day).USD } as const;

  const banks = {
    ecb: {
      ...euro,
      open: (publishes: Publishes) => {
        const days = [...eachDay(addDays(first, -14), last)].filter(publishes);
        return bankScene(Object.fromEntries(days.map((day) => [day, ratesOn(day)])));
      },
    },
    bdi: {
      ...euro,
      open: async (publishes: Publishes) => {
        const place = await bankOfItaly();
        place.bank.publishes = publishes;
        return place;
      },
    },
    nbp: {
      ...{ holidays: holidaysOfPoland, pair: ['USD', 'PLN'], rateOn: (day: Day) => `${midsOn(day).USD}` },
      open: async (publishes: Publishes) => {
        const place = await bankOfPoland();
        Object.assign(place.bank, { publishes, last });
        return place;
      },
    },
  };

  /** Of the last day up to this one that is no weekend or holiday: it, its rate, 100 at that, and the rule; or nothing. */
  function lookedUp(day: Day, { holidays, rateOn }: Pick<typeof euro, 'holidays' | 'rateOn'>): string {
    let counts = day;
    while (isWeekend(counts) || holidays.includes(counts)) counts = addDays(counts, -1);
    if (unpublished.includes(counts)) return '';
    const rate = Number(rateOn(counts));
    const cents = Math.floor((Math.round(rate * 1e5) + 5) / 10);
    return `${counts} ${rate} ${(cents / 100).toFixed(2)} ${counts === day ? 'day' : 'last-published'}`;
  }

  test.each(Object.entries(banks))(
    'on any day convert and annotate agree with what %s publishes',
    async (_name, bank) => {
      const random = randomFrom(seed);
      const all = [...eachDay(first, last)];
      const some = Array.from({ length: inWhole(30, 2) }, () => all[Math.floor(random() * all.length)] as Day);
      const near = [...bank.holidays, ...unpublished].flatMap((day) => [day as Day, addDays(day as Day, 1)]);
      const others = near.filter((_, at) => isWhole || at % 3 === 0);
      const days = [...new Set([...some, ...others, '2024-02-11' as Day, '2024-04-01' as Day])].sort();
      const expected = days.map((day) => lookedUp(day, bank));
      expect(new Set(expected.map((text) => text.split(' ')[3]))).toEqual(
        new Set(['day', 'last-published', undefined]),
      );
      const isHoliday = (day: Day) => bank.holidays.includes(day);
      const { run } = await bank.open((day) => !isWeekend(day) && !isHoliday(day) && !unpublished.includes(day));
      const [from = '', to = ''] = bank.pair;
      const stdin = ['Day,Sum', ...days.map((day) => `${day},100`), ''].join('\n');
      const line = `annotate - --date Day --amount Sum --from ${from} --to ${to} --receipts -q`;
      const { code, stdout } = await run(line, { now, stdin });
      const rows = parse<Record<string, string>>(stdout, { columns: true });
      const annotated = rows.map(({ rate_date, rate, converted, rule }) =>
        [rate_date, rate, converted, rule].join(' '),
      );
      expect([code, annotated.map((text) => text.trim())]).toEqual([3, expected]);
      for (const [at, day] of days.entries()) {
        const { code, stdout } = await run(['convert', '100', from, to, '--on', day, '-f', 'ndjson', '-q'], { now });
        const { date, rate, converted, rule } = stdout ? JSON.parse(stdout) : {};
        const text = stdout && [date, rate, converted.toFixed(2), rule].join(' ');
        expect([day, code, text]).toEqual([day, stdout ? 0 : 3, expected[at]]);
      }
    },
  );
});
