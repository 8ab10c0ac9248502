import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bankScene } from '../support/bank.ts';
import { bankOfPoland, midsOn, numberOf, tableOf } from '../support/bank-of-poland.ts';
import { first, sending, status } from '../support/faults.ts';
import type { Fault } from '../support/service.ts';
import { Serving } from '../support/serving.ts';

/** A Sunday. */
const now = '2024-01-21T12:00:00Z';

async function scene() {
  const { run: of, ...rest } = await bankOfPoland();
  const run = (line: string, at = now) => of(line, { now: at });
  const rows = async (line: string) => (await run(`${line} --no-header`)).stdout.trimEnd().split('\n');
  return { ...rest, run, rows };
}

describe('rates of the Narodowy Bank Polski', () => {
  test('are kept as published, złoty per unit, with the number of their table', async () => {
    const { held, rows } = await scene();
    expect(await rows('historical 2024-01-17 --invert -s USD,IDR')).toEqual([
      '2024-01-17,USD,PLN,3.0117',
      '2024-01-17,IDR,PLN,0.00021385',
    ]);
    expect(JSON.parse(held.read('2024-01-17'))).toEqual({
      table: '017/A/NBP/2024',
      base: 'PLN',
      quoted: 'pivot per unit',
      rates: { EUR: 4.0117, IDR: 0.00021385, USD: 3.0117 },
    });
    expect(await rows('historical 2024-01-17 -s USD')).toEqual(['2024-01-17,PLN,USD,0.3320383836']);
    expect(await rows('historical 2024-01-17 -b EUR -s USD,PLN')).toEqual([
      '2024-01-17,EUR,USD,1.332038384',
      '2024-01-17,EUR,PLN,4.0117',
    ]);
  });

  test('come by quarters, each day once, and days off part nothing', async () => {
    const { asked, bank, run } = await scene();
    bank.last = '2023-12-29';
    const { code, stdout, stderr } = await run('series 2019 2023 -s USD --invert --no-header');
    expect([code, stderr, asked().length]).toEqual([0, '', 20]);
    expect(asked()).toContain('2019-01-02 2019-03-29');
    const days = stdout.trimEnd().split('\n');
    expect(days.length).toBe(1263);
    for (const row of days) {
      const [day = '', , , rate] = row.split(',');
      expect(Number(rate), row).toBe(midsOn(day).USD);
    }
    expect((await run('series 2019 2023 -s USD --invert --no-header')).stdout).toBe(stdout);
    expect(asked()).toHaveLength(20);
  });

  test('are at their newest those of the last table', async () => {
    const { asked, rows } = await scene();
    expect(await rows('latest --invert -s USD')).toEqual(['2024-01-19,USD,PLN,3.0119']);
    expect(await rows('latest --invert -s USD')).toEqual(['2024-01-19,USD,PLN,3.0119']);
    expect(asked()).toHaveLength(1);
  });

  test('before the first table there are none, and none are asked for', async () => {
    const { asked, run } = await scene();
    expect(await run('series 2001 -s USD')).toMatchObject({ code: 0, stdout: 'date,base,quote,rate\n' });
    const { code, stderr } = await run('convert 1 USD PLN --on 2001-12-31');
    expect([code, stderr, asked()]).toEqual([2, expect.stringContaining('before 2002-01-02, the first day'), []]);
  });

  test('of a range without a table are those of days off, once it is over', async () => {
    const { asked, bank, run } = await scene();
    bank.publishes = () => false;
    for (const _again of [1, 2]) {
      const { code, stderr } = await run('historical 2024-01-17');
      expect([code, stderr]).toEqual([3, expect.stringContaining('no rates are published on 2024-01-17\n')]);
    }
    expect(asked()).toEqual(['2024-01-17 2024-01-17']);
  });
});

describe('the day before an invoice', () => {
  const rule = '--rate published-before';

  test('has the rate as published, and a receipt with its table', async () => {
    const { run } = await scene();
    // a Monday, and one after a holiday
    for (const [on, day] of [
      ['2024-01-15', '2024-01-12'],
      ['2024-01-02', '2023-12-29'],
    ] as const) {
      const [made] = JSON.parse((await run(`convert 100 USD PLN --on ${on} ${rule} -f json`)).stdout);
      const rate = midsOn(day).USD ?? 0;
      expect(made).toMatchObject({ date: day, rate, converted: Math.round(rate * 1e4) / 100, derived: false });
      expect(made).toMatchObject({ rule: 'published-before', source: 'nbp', table: numberOf(day) });
    }
  });

  test('stands beside each row of a file', async () => {
    const { machine, run } = await scene();
    machine.write('in.csv', 'Date,Sum,In\n2024-01-15,10,USD\n2024-01-17,10,PLN\n');
    const columns = `--date Date --amount Sum --from In --to PLN ${rule} --receipts`;
    const lines = (await run(`annotate ~/in.csv ${columns}`)).stdout.split('\n');
    expect(lines.map((line) => line.split(',').slice(3).join())).toEqual([
      'rate,rate_date,converted,rule,derived,source,days,odd,table',
      '3.0112,2024-01-12,30.11,published-before,false,nbp,1,,012/A/NBP/2024',
      '1,2024-01-17,10.00,published-before,false,nbp,1,,',
      '',
    ]);
  });

  test('leads to no table where the figure rests on several', async () => {
    const { run } = await scene();
    const [made] = JSON.parse((await run('convert 1 USD PLN --on 2024-01-17 --rate month-mean -f json')).stdout);
    expect(made).toMatchObject({ table: null, days: 14 });
  });
});

describe('what is held', () => {
  test('goes to files and comes back, as published', async () => {
    const { held, machine, run } = await scene();
    await run('series 2024-01-15 2024-01-19');
    await run('store export ~/days -f csv');
    expect(machine.read('days/2024-01-17.csv')).toContain('2024-01-17,USD,PLN,3.0117\n');
    const other = await scene();
    const imported = await other.run(`store import ${join(machine.home, 'days')}`);
    expect([imported.code, other.held.days()]).toEqual([0, held.days()]);
    expect((await other.run('store verify')).stdout).toBe('5 days read, none damaged\n');
    expect((await other.run('store holes')).stderr).toBe('no holes\n');
  });

  test('is set beside the rates of another bank', async () => {
    const { machine, run } = await scene();
    const { bank } = await bankScene({ '2024-01-17': { USD: '1.332', PLN: '4.0117' } });
    await run('historical 2024-01-17');
    await machine.run(['historical', '2024-01-17', '--source', 'ecb'], { now, env: { RATEBOOK_ECB_URL: bank.url } });
    const check = await run('store check --against ecb');
    expect([check.code, check.stderr]).toEqual([0, expect.stringMatching(/^1 day checked, 2 pairs/)]);
  });

  test('stays where a table was revised, which --refresh says with its codes', async () => {
    const { bank, held, run } = await scene();
    await run('historical 2024-01-17');
    const before = held.read('2024-01-17');
    bank.tableOn = (day) => tableOf(day, { ...midsOn(day), USD: 4 });
    const { stdout, stderr } = await run('historical 2024-01-17 -s USD --invert --no-header --refresh');
    expect([stdout, stderr]).toEqual([
      '2024-01-17,USD,PLN,3.0117\n',
      'the stored rates stay where what came differs: USD on 2024-01-17\n',
    ]);
    expect(held.read('2024-01-17')).toBe(before);
  });

  test('is archived, free of charge and all at once', async () => {
    const { asked, run } = await scene();
    const { code, stderr } = await run('archive --since 2023-01-01');
    expect([code, stderr]).toEqual([0, 'archive: 265 of 265 days held since 2023-01-01\n']);
    expect(asked().length).toBeLessThan(8);
    expect((await run('archive --status')).code).toBe(0);
  });

  test('and newer days are served, relative to the złoty', async () => {
    const { machine } = await scene();
    const serving = await Serving.start(machine, [], { now });
    const { json } = await serving.get('/historical/2024-01-17.json?symbols=USD');
    expect([json.base, json.rates]).toEqual(['PLN', { USD: 0.3320383836 }]);
    expect((await serving.day('2024-01-20')).json.message).toBe('not_available');
    await serving.stop();
  });
});

describe('an answer that', () => {
  const fails: readonly (readonly [what: string, fault: Fault, tries: number, words: RegExp])[] = [
    ['is a page', sending('<html>'), 2, /not JSON/],
    ['is a page for what is not there', status(404, '<!doctype html>'), 1, /status 404/],
    ['refuses', status(400, 'Przekroczony limit'), 1, /status 400/],
    ['fails', status(503), 2, /status 503/],
    ['has 5 MB', sending('['.repeat(5 * 1024 * 1024)), 1, /larger than 4 MB/],
  ];
  test.concurrent.each(fails)('%s brings nothing, and takes nothing away', async (_what, fault, tries, words) => {
    const { asked, bank, held, run } = await scene();
    bank.fault = first(1, fault);
    const { code, stderr } = await run('series 2024-01-15 2024-01-17 -s USD --debug');
    expect([code, asked().length]).toEqual([tries === 2 ? 0 : 1, tries]);
    expect(stderr).toMatch(words);
    expect([held.days().length, held.aside('gaps')]).toEqual([tries === 2 ? 3 : 0, []]);
    expect((await run('series 2024-01-15 2024-01-17 -s USD')).code).toBe(0);
  });
});
