import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { isReplaced } from '../../src/currencies/replaced.ts';
import { plain } from '../../src/rates/decimal.ts';
import { grouped } from '../../src/words.ts';
import { bankScene, weekdaysOf } from '../support/bank.ts';
import { bankOfItaly } from '../support/bank-of-italy.ts';
import { bankOfPoland, midsOn, tableOf } from '../support/bank-of-poland.ts';
import { answering, pass, status } from '../support/faults.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { reply, startService } from '../support/service.ts';

const now = '2024-01-21T12:00:00Z';
const day = '2024-01-17';

/** For each source: where its stored days are, and a command line on one of them. */
const sources = {
  oxr: () => scene(pass, { now }),
  ecb: () => bankScene(weekdaysOf('2024-01-15', '2024-01-19')),
  bdi: bankOfItaly,
  nbp: bankOfPoland,
};

const names = Object.keys(sources) as (keyof typeof sources)[];

const edits = {
  edited: (path: string, text: string) => writeFileSync(path, text.replace(/("USD"|"EUR"): [\d.]+/, '$1: 7.5')),
  truncated: (path: string, text: string) => writeFileSync(path, text.slice(0, -20)),
  missing: (path: string) => rmSync(path),
};

const cases = names.flatMap((name) => Object.entries(edits).map(([what, edit]) => ({ name, what, edit })));

test.concurrent.each(cases)('--refresh heals a file of $name that is $what', async ({ name, what, edit }) => {
  const { stored, run } = await sources[name]();
  const line = `historical ${day} -s EUR,USD -q --no-header`;
  const before = await run(line, { now });
  const text = stored.read(day);
  edit(join(stored.places.days, `${day}.json`), text);
  expect((await run(`${line} --refresh`, { now })).stdout).toBe(before.stdout);
  expect(JSON.parse(stored.read(day))).toEqual(JSON.parse(text));
  const aside = [stored.aside('replaced').length, stored.aside('damaged').length];
  expect(aside).toEqual({ edited: [1, 0], truncated: [0, 1], missing: [0, 0] }[what]);
  expect(await run(`${line} --offline`, { now })).toEqual(before);
});

describe('that a source has no rates of a working day', () => {
  const later = '2024-01-22T12:00:00Z';

  test.concurrent.each([
    ['nothing', ''],
    ['JSON', '{"error":true,"message":"not_found"}'],
    ['a proxy’s text', 'Not Found'],
    ['a page', '<!doctype html>'],
  ])('is not believed of a 404 with %s', async (_what, body) => {
    const { bank, stored, run } = await bankOfPoland();
    const line = `convert 100 EUR PLN --on ${day} -f value -q`;
    bank.fault = status(404, body);
    expect([(await run(line, { now })).code, stored.unavailable()]).toEqual([1, []]);
    bank.fault = (_request, _response, pass) => pass();
    expect(await run(line, { now })).toMatchObject({ code: 0, stdout: '401.17\n' });
  });

  test('is not believed of several working days at once, even in the words of the bank', async () => {
    const { bank, stored, run } = await bankOfPoland();
    bank.fault = status(404, '404 NotFound - Not Found - Brak danych');
    const { code, stderr } = await run('series 2024-01-08 2024-01-12 -s USD', { now });
    expect([code, stderr, stored.unavailable()]).toEqual([
      3,
      expect.stringMatching(/^ratebook: no rates for 5 days: 2024-01-08 to 2024-01-12\n/),
      [],
    ]);
  });

  test('is remembered for a day, and for good only once said again a week later', async () => {
    const { asked, bank, run } = await bankOfItaly();
    const line = `historical ${day} -s USD --no-header`;
    const isAsked = async (now: string) => {
      const before = asked().length;
      await run(line, { now });
      return asked().length > before;
    };
    await run('historical 2024-01-18 -s USD', { now });
    bank.publishes = (each) => each !== day;
    expect([await isAsked(now), await isAsked('2024-01-21T23:59:00Z')]).toEqual([true, false]);
    expect([await isAsked(later), await isAsked('2024-01-28T12:00:00Z')]).toEqual([true, true]);
    expect(await isAsked('2024-03-01T12:00:00Z')).toBe(false);
  });

  test.each([
    ['an empty table', []],
    ['a table of N.A. alone', [['USD', 'N.A.']]],
  ] as const)('is asked for again the next day after %s', async (_what, figures) => {
    const { bank, run } = await bankOfItaly();
    const { figuresOn } = bank;
    bank.figuresOn = () => figures;
    expect((await run(`historical ${day} -s USD`, { now })).code).toBe(3);
    bank.figuresOn = figuresOn;
    const { code, stdout } = await run(`historical ${day} -s USD -f value`, { now: later });
    expect([code, stdout]).toEqual([0, '1.01177\n']);
  });

  test('is asked for again where a file of all days lacked one once', async () => {
    const whole = weekdaysOf('2024-01-15', '2024-01-19');
    const { [day]: _, ...without } = whole;
    const { bank, run } = await bankScene(without);
    expect((await run(`historical ${day} -s USD`, { now })).code).toBe(3);
    bank.publish(whole);
    expect(await run(`historical ${day} -s USD -f value`, { now: later })).toMatchObject({ stdout: '1.01177\n' });
  });
});

/** How the program ends, what it prints below its header, and what it reports. */
async function ended(machine: Machine, line: string) {
  const { code, stdout, stderr } = await runHere(machine, line.split(' '), { now });
  return [code, stdout.trimEnd().split('\n').slice(1).join(' '), stderr.trimEnd().replaceAll('ratebook: ', '')];
}

const zeros = { base: 'USD', rates: { EUR: 0, GBP: -1, USD: 1 } };

test.concurrent('of the service, a day without any usable rate is refused as a whole, after one request', async () => {
  const { service, machine, stored } = await scene(answering(zeros), { now });
  const none = 'no usable rate on 1 day: 2024-01-17';
  expect(await ended(machine, 'historical 2024-01-17 -s EUR -q')).toEqual([3, '', none]);
  expect(await ended(machine, 'convert 1 EUR USD --on 2024-01-17 -q -f csv')).toEqual([3, '', none]);
  expect([service.asked(), stored.days()]).toEqual([['2024-01-17', '2024-01-17'], []]);
});

test.concurrent('of the Narodowy Bank Polski, the table of that day alone', async () => {
  const { bank, machine, asked, stored } = await bankOfPoland();
  bank.tableOn = (day) => tableOf(day, day === '2024-01-17' ? { USD: 0, EUR: -4 } : { ...midsOn(day), IDR: 0 });
  expect(await ended(machine, 'series 2024-01-16 2024-01-18 -s USD --invert -q')).toEqual([
    3,
    '2024-01-16,USD,PLN,3.0116 2024-01-18,USD,PLN,3.0118',
    '2 unusable rates left out: IDR on 2024-01-16, 2024-01-18\nno usable rate on 1 day: 2024-01-17',
  ]);
  expect([asked().length, stored.days()]).toEqual([1, ['2024-01-16', '2024-01-18']]);
});

test.concurrent('of the European Central Bank’s file, that day alone', async () => {
  const { machine, stored } = await bankScene({
    '2024-01-19': { USD: '1.0887', JPY: '0' },
    '2024-01-18': { USD: '0.0', JPY: '-1' },
    '2024-01-17': { USD: '1.0875', JPY: '160.98' },
  });
  expect(await ended(machine, 'series 2024-01-17 2024-01-19 -s USD -q --source ecb')).toEqual([
    3,
    '2024-01-17,EUR,USD,1.0875 2024-01-19,EUR,USD,1.0887',
    'no usable rate on 1 day: 2024-01-18',
  ]);
  expect(stored.days()).toEqual(['2024-01-17', '2024-01-19']);
});

describe('recorded', () => {
  const folder = join(import.meta.dirname, '../../../shared/data/recorded');
  const there = existsSync(folder);
  if (!there) console.warn(`The recorded answers are not there (${folder}): nothing of them is tested.`);

  const bodyOf = (name: string) => readFileSync(join(folder, name), 'utf8');

  /** What a run comes to when the service answers everything with this body. */
  async function answered(name: string, args: readonly string[]) {
    const status = Number(/^error-(\d{3})/.exec(name)?.[1] ?? 200);
    const { machine } = await scene((_request, response) => reply(response, status, bodyOf(name)));
    return runHere(machine, [...args, '--no-store']);
  }

  const day = ['historical', '2024-01-17', '--max-cost', '1'];
  const days = ['series', '2024-01-17', '2024-01-18', '--max-cost', '2'];
  const errors: Record<string, [args: string[], code: number, words: string]> = {
    'error-400-invalid_base.json': [[...day, '-b', 'XXX', '--yes'], 2, 'no requested day has a rate for the base XXX'],
    'error-400-not_available.future.2025.json': [day, 3, 'no rates for 1 day: 2024-01-17'],
    'error-400-time-series.invalid_date_range.docs.json': [days, 1, 'refused the request'],
    'error-400-time-series.not_available.docs.json': [days, 3, 'no rates for 2 days: 2024-01-17 to 2024-01-18'],
    'error-401-app_id_inactive.json': [day, 4, 'the app_id from RATEBOOK_APP_ID is inactive'],
    'error-401-invalid_app_id.json': [day, 4, 'refuses the app_id'],
    'error-403-missing_app_id.json': [day, 4, 'requires an app_id'],
    'error-403-not_allowed.base.historical.2025.json': [[...day, '-b', 'EUR'], 5, 'does not allow base'],
    'error-404-not_found.2014.json': [day, 1, 'does not know this address'],
    'error-429-access_restricted.until.json': [days, 5, 'the quota of this app_id is used up'],
    // no rates, though the status is 200
    'currencies-2021.json': [day, 5, 'its base is not USD'],
  };
  const whole = {
    'historical-2013-02-16.body.json': '2013-02-16',
    'historical-2014-10-11.usd.json': '2014-10-11',
    'historical-2025-06-13.usd.json': '2025-06-13',
    'historical-2025-06-13.symbols.json': '2025-06-13',
  };
  const usages = { 'usage-free-2016-04-05.body.json': 989, 'usage.docs.json': 45476 };

  describe.skipIf(!there).concurrent('a recorded answer comes to what it should', () => {
    test.each(Object.entries(errors))('%s', async (name, [args, code, words]) => {
      const result = await answered(name, args);
      expect(result.stderr).toContain(words);
      expect(result.code).toBe(code);
    });

    test.each(Object.entries(whole))('%s: every rate, to the last digit', async (name, date) => {
      const { code, stdout } = await answered(name, ['historical', date]);
      const rates = Object.entries<number>(JSON.parse(bodyOf(name)).rates);
      // what the euro replaced is left out where no currency is named
      const living = rates.filter(([code]) => !isReplaced(code as Code, date as Day));
      const rows = living.map(([quote, rate]) => `${date},USD,${quote},${plain(rate)}`).sort();
      expect(stdout).toBe(['date,base,quote,rate', ...rows, ''].join('\n'));
      expect(code).toBe(0);
      for (const row of rows) expect(bodyOf(name)).toContain(row.split(',').at(-1));
    });

    test('time-series-2013-01.aud.docs.json: the three days that it has', async () => {
      const name = 'time-series-2013-01.aud.docs.json';
      const { code, stdout, stderr } = await answered(name, ['series', '2013-01', '-b', 'AUD', '-s', 'HKD,BTC']);
      const rows = [
        ...['01,AUD,HKD,8.04136', '01,AUD,BTC,0.0778595876', '02,AUD,HKD,8.138096', '02,AUD,BTC,0.0789400739'],
        ...['03,AUD,HKD,8.116954', '03,AUD,BTC,0.0785299961'],
      ];
      expect(stdout).toBe(`date,base,quote,rate\n${rows.map((row) => `2013-01-${row}\n`).join('')}`);
      expect(stderr).toContain('no rates for 28 days: 2013-01-04 to 2013-01-31');
      expect(code).toBe(3);
    });

    test.each(Object.entries(usages))('%s: %d requests left', async (name, left) => {
      const { url } = await startService(undefined, undefined, (_request, response) =>
        reply(response, 200, bodyOf(name)),
      );
      const machine = Machine.for(url);
      const { stderr } = await runHere(machine, ['series', '2024-01', '2024-02', '-s', 'EUR', '--no-store']);
      expect(stderr).toContain(`cost 60 requests, ${grouped(left)} left\n`);
    });

    test('each of them is looked at here', () => {
      const named = [errors, whole, usages].flatMap(Object.keys);
      const bodies = readdirSync(folder).filter((name) => name.endsWith('.json'));
      expect([...named, 'time-series-2013-01.aud.docs.json'].sort()).toEqual(bodies.sort());
    });
  });

  const daysOfItaly = ['2026-02-09', '2026-02-10', '2026-02-11'];
  const pathOf = (day: string) => join(folder, 'bdi', `${day}.csv`);
  const hasItaly = daysOfItaly.every((day) => existsSync(pathOf(day)));
  const orNone = hasItaly ? '' : ' (skipped: they are not in ../shared/data)';

  /** Read as simply as can be: the last four cells of a line have neither quotes nor commas. */
  function publishedOn(day: string): string[] {
    const lines = readFileSync(pathOf(day), 'utf8').split('\n').slice(1);
    const cells = lines.filter((line) => line.endsWith(`,${day}`)).map((line) => line.split(',').slice(-5));
    const rates = new Map(cells.map(([code = '', , rate = '']) => [code, rate]));
    const figures = [...rates].filter(([, rate]) => rate !== 'N.A.');
    return figures.map(([code, rate]) => `${day},EUR,${code},${new Decimal(rate).toFixed()}`).sort();
  }

  test.skipIf(!hasItaly)(`recorded days of the Banca d’Italia are printed as published${orNone}`, async () => {
    const { bank, run } = await bankOfItaly();
    bank.fault = ({ query: { referenceDate = '' } }, response) =>
      void response.writeHead(200, { 'content-type': 'text/csv' }).end(readFileSync(pathOf(referenceDate)));
    for (const day of daysOfItaly) {
      const { code, stdout } = await run(`historical ${day} -f csv -q`, { now: '2026-02-12T12:00:00Z' });
      const rows = stdout.trimEnd().split('\n').slice(1);
      expect([code, rows.filter((row) => !row.includes('EUR,EUR'))]).toEqual([0, publishedOn(day)]);
      expect(publishedOn(day)).toHaveLength(150);
    }
  });
});
