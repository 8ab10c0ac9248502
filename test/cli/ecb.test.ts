import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { bankScene, ratesOn, weekdaysOf } from '../support/bank.ts';
import { query } from '../support/duckdb.ts';
import { runHere } from '../support/here.ts';
import { Serving } from '../support/serving.ts';

const file = weekdaysOf('2024-01-02', '2024-01-19');
const days = Object.keys(file);
const weekBefore = ['2024-01-08', '2024-01-09', '2024-01-10', '2024-01-11', '2024-01-12'];

/** A Sunday. */
const now = '2024-01-21T12:00:00Z';

async function scene() {
  const { run, ...rest } = await bankScene(file);
  return { ...rest, run: (line: string, env = {}) => run(line, { now, env }) };
}

const quotient = (one: string | number, other: string) =>
  new Decimal(one).div(other).toSignificantDigits(10).toString();

const csv = (...rows: readonly string[]) => `${['date,base,quote,rate', ...rows].join('\n')}\n`;

const fine = (stdout: string) => ({ code: 0, stdout, stderr: '' });

describe('rates of the European Central Bank', () => {
  test('are had without a key or a cost, relative to the euro, with the published digits', async () => {
    const { bank, run } = await scene();
    const rows = ['2024-01-17,EUR,GBP,0.801173', '2024-01-17,EUR,USD,1.01177', '2024-01-17,EUR,JPY,160.01175'];
    expect(await run('historical 2024-01-17 -s GBP,USD,JPY')).toEqual(fine(csv(...rows)));
    expect(bank.requests).toHaveLength(1);
  });

  test('are derived for another base', async () => {
    const { run } = await scene();
    const { USD, JPY } = ratesOn('2024-01-17');
    expect(await run('historical 2024-01-17 -b usd -s EUR,JPY')).toEqual(
      fine(csv(`2024-01-17,USD,EUR,${quotient(1, USD)}`, `2024-01-17,USD,JPY,${quotient(JPY, USD)}`)),
    );
    const { USD: earlier } = ratesOn('2024-01-16');
    expect(await run('historical 2024-01-16 2024-01-17 -b USD -s EUR -f value')).toEqual(
      fine(`${quotient(1, earlier)}\n${quotient(1, USD)}\n`),
    );
  });

  test('have a base in the config that counts', async () => {
    const { run } = await scene();
    expect((await run('historical 2024-01-17 -s EUR', { RATEBOOK_BASE: 'USD' })).stdout).toMatch(
      /^2024-01-17,USD,EUR,/m,
    );
  });

  test('are there on the days of a range that have them, and others are no gaps', async () => {
    const { run } = await scene();
    const rows = weekBefore.map((day) => `${day},EUR,USD,${ratesOn(day).USD}`);
    expect(await run('series 2024-01-06 2024-01-14 -s USD')).toEqual(fine(csv(...rows)));
    expect(await run('series 2024-01-13 2024-01-14 -s USD')).toEqual(fine(csv()));
    expect(await run('series 2024-01-13 2024-01-14 -s USD -f table')).toEqual(fine('2 days without rates\n'));
    const { code, stdout } = await run('series 2024-01-06 2024-01-14 -s USD -f table');
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/\b(4|5 of 9) days/);
  });

  test('count in a period on the days that have them', async () => {
    const { run } = await scene();
    const all = weekBefore.map((day) => ratesOn(day).USD);
    expect(await run('series 2024-W02 -s USD --every week')).toEqual(
      fine(`period,base,quote,rate,date,days\n2024-W02,EUR,USD,${Decimal.sum(...all).div(5)},,5\n`),
    );
  });

  test.each([
    ['2024-01-15 2024-01-19', 'week', ''],
    ['2024-01-15 2024-01-17', 'week', '2024-W03 has 3 of 5 days\n'],
    ['2024-01-02 2024-01-19', 'month', '2024-01 has 14 of 22 days\n'],
  ])('are missed in a period only on days on which they are published: %s', async (range, every, stderr) => {
    const { run } = await scene();
    expect(await run(`series ${range} -s USD --every ${every}`)).toMatchObject({ code: 0, stderr });
  });

  test.each([
    ['at first', []],
    ['once the days before it are held', ['latest']],
  ])('of a day without any are a gap that leads to the day before it, %s', async (_when, earlier) => {
    const { run } = await scene();
    for (const line of earlier) await run(line);
    const { code, stdout, stderr } = await run('historical 2024-01-14 -s USD');
    expect([code, stdout]).toEqual([3, csv()]);
    expect(stderr).toMatch(/^ratebook: .*2024-01-14.*\nhint: .*2024-01-12.*\n$/);
  });

  test('are at their newest the last published ones', async () => {
    const { run } = await scene();
    expect(await run('latest -s USD')).toEqual(fine(csv('2024-01-19,EUR,USD,1.01197')));
    const { code, stdout, stderr } = await run('latest -s USD -f table');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^2024-01-19, 1 EUR =\n/);
    expect(stdout).not.toContain('not over');
    const monday = await run('historical 2024-01-15 -s USD -f table');
    expect(monday.stdout).toMatch(/ \+0\.03%\nchanges are against 2024-01-12\n$/);
  });

  test.each(['', ' --no-store'])(
    'are at their newest those of half a year ago where a mirror has no later ones:%s',
    async (option) => {
      const { run } = await bankScene(file);
      const later = { now: '2024-07-21T12:00:00Z' };
      const latest = await run(`latest -s USD${option}`, later);
      expect([latest.code, latest.stdout]).toEqual([3, csv('2024-01-19,EUR,USD,1.01197')]);
      const converted = await run(`convert 100 EUR USD -f value -q${option}`, later);
      expect([converted.code, converted.stdout]).toEqual([3, '101.20\n']);
      expect(converted.stderr).toBe(
        'ratebook: the newest rates are those of 2024-01-19, 184 days ago; those of 2024-07-19 are due\n',
      );
    },
  );

  test.each([
    ['json', /^\{(?:.|\n)*"date":\s*"2024-01-17",\s*"base":\s*"EUR",\s*"rates":\s*\{\s*"USD":\s*1\.01177\s*\}\s*\}\n$/],
    ['ndjson', /^\{"date":"2024-01-17","base":"EUR","quote":"USD","rate":1\.01177\}\n$/],
    ['tsv', /^date\tbase\tquote\trate\n2024-01-17\tEUR\tUSD\t1\.01177\n$/],
    ['ledger', /^P 2024-01-17 EUR 1\.01177 USD\n$/],
    ['beancount', /^2024-01-17 price EUR 1\.01177 USD\n$/],
    ['gnucash', /\n2024-01-17,CURRENCY,EUR,USD,1\.01177\n$/],
    ['value', /^1\.01177\n$/],
  ])('are printed as %s', async (format, expected) => {
    const { run } = await scene();
    const { code, stdout, stderr } = await run(`historical 2024-01-17 -s USD -f ${format}`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(expected);
  });

  test('are written as Parquet', async () => {
    const { machine, run } = await scene();
    const path = join(machine.home, 'week.parquet');
    expect(await run('series 2024-01-06 2024-01-14 -s USD -q -o ~/week.parquet')).toEqual(fine(''));
    expect(await query(`select date, base, quote, rate from '${path}'`)).toEqual(
      weekBefore.map((day) => [day, 'EUR', 'USD', ratesOn(day).USD]),
    );
  });

  test.each(['--demo', '--raw', '--show-alternative'])('have no %s', async (option) => {
    const { bank, machine, run } = await scene();
    const { code, stdout, stderr } = await run(`historical 2024-01-17 ${option}`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^ratebook: .*(--source|European Central Bank)/);
    expect([bank.requests, machine.files()]).toEqual([[], []]);
  });

  test('have no currency that no day has', async () => {
    const { run } = await scene();
    const { code, stderr } = await run('historical 2024-01-17 -s BTC');
    expect([code, stderr.includes('BTC')]).toEqual([3, true]);
    expect((await run('historical 2024-01-17 -s QQQ')).code).toBe(2);
    const alternative = await run('historical 2024-01-17 -s ETH');
    expect([2, 3]).toContain(alternative.code);
    expect(alternative.stderr).toContain('ETH');
    expect(alternative.stderr).not.toContain('--show-alternative');
  });

  test('have every currency that any of their days has', async () => {
    const { run } = await bankScene({ ...file, '2024-01-03': { ...ratesOn('2024-01-03'), XQX: '2.5' } });
    const at = (line: string) => run(line, { now });
    await at('latest');
    expect((await at('historical 2024-01-03 -s XQX -f value')).stdout).toBe('2.5\n');
    const { code, stderr } = await at('historical 2024-01-17 -s XQX');
    expect([code, stderr]).toEqual([3, 'ratebook: no day has a rate for XQX\n']);
    expect((await at('currencies USD -f csv')).stdout).toContain('\nUSD,US Dollar,2,2024-01-02,2024-01-19\n');
  });

  test('have currencies that config takes, of all their days', async () => {
    const { machine, run } = await bankScene({ ...file, '2024-01-03': { ...ratesOn('2024-01-03'), XQX: '2.5' } });
    await run('latest', { now });
    const set = (codes: string, env = { RATEBOOK_SOURCE: 'ecb' }) =>
      runHere(machine, ['config', 'set', 'symbols', codes], { now, env });
    expect(await set('XQX,USD')).toEqual(fine(''));
    for (const refused of [await set('QXQ'), await set('XQX', { RATEBOOK_SOURCE: 'oxr' })])
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/there is no currency "(QXQ|XQX)"/)]);
  });

  test('are of currencies that the bank has, or has had, before any day is held, too', async () => {
    const { run } = await scene();
    const codes = async () => (await run('currencies -f csv')).stdout.match(/^[A-Z]{3}(?=,)/gm) ?? [];
    expect((await codes()).length).toBe(42);
    expect(await codes()).toEqual(expect.arrayContaining(['EUR', 'USD', 'CYP', 'TRL']));
    expect((await run('currencies kuwait')).code).toBe(3);
  });

  test('cost nothing, which usage and a dry run say', async () => {
    const { bank, run } = await scene();
    const { code, stdout, stderr } = await run('usage');
    expect([code, `${stdout}${stderr}`]).toEqual([0, expect.stringMatching(/no quota/)]);
    expect(JSON.parse((await run('series 2024-01-06 2024-01-14 --dry-run -f json')).stdout)).toMatchObject({ cost: 0 });
    expect(bank.requests).toEqual([]);
  });
});

describe('an amount at the bank’s rates', () => {
  test('is converted at the newest ones', async () => {
    const { run } = await scene();
    expect(await run('convert 100 EUR USD -f value')).toEqual(fine('101.20\n'));
    expect(await run('convert 100 EUR USD')).toEqual(
      fine('100.00 EUR = 101.20 USD\n1 EUR = 1.01197 USD, 1 USD = 0.9881715861 EUR (derived)\n2024-01-19\n'),
    );
    const [{ source, derived, date }] = JSON.parse((await run('convert 100 EUR USD -f json')).stdout);
    expect([source, derived, date]).toEqual(['ecb', false, '2024-01-19']);
  });

  test('goes back to the last published ones where it may', async () => {
    const { run } = await scene();
    const words = 'convert 1 EUR USD --on 2024-01-14 -f csv';
    expect((await run(words)).code).toBe(3);
    expect(await run(`${words} --rate last-published`)).toEqual(
      fine('date,from,amount,to,rate,converted\n2024-01-12,EUR,1.00,USD,1.01127,1.01\n'),
    );
  });

  test.each([
    ['--on 2024-01-14', '--rate last-published takes 2024-01-12'],
    // these days are not the one that was said
    ['--on 2023-12-05 --rate month-end', '--on 2023-12-31 --rate last-published takes 2023-12-29'],
    ['--on 2024-01-02 --rate weekday-before', '--on 2024-01-01 --rate last-published takes 2023-12-29'],
  ])('leads from a day without any to the last published ones: %s', async (words, hint) => {
    const { '2024-01-01': _holiday, ...published } = weekdaysOf('2023-12-20', '2024-01-19');
    const { run } = await bankScene(published);
    const { code, stderr } = await run(`convert 1 EUR USD ${words}`, { now });
    expect([code, stderr.split('\n')[1]]).toEqual([3, `hint: ${hint}`]);
  });

  test('is converted at means of today’s month, though none of its days is published', async () => {
    const { run } = await bankScene(weekdaysOf('2023-12-01', '2024-01-31'));
    const words = 'convert 1 EUR USD --rate previous-month-mean -f csv';
    const { code, stdout } = await run(words, { now: '2024-02-01T08:00:00Z' });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n2024-01,EUR,/)]);
  });

  test('is converted in each row of a file', async () => {
    const { machine, run } = await scene();
    machine.write('bank.csv', 'Day,Paid\n2024-01-12,100\n2024-01-13,100\n');
    const words = 'annotate ~/bank.csv --date Day --amount Paid --from USD --to EUR';
    const rate = quotient(1, ratesOn('2024-01-12').USD);
    const done = `Day,Paid,rate,rate_date,converted\n2024-01-12,100,${rate},2024-01-12,98.89\n2024-01-13,100,`;
    const { code, stdout, stderr } = await run(words);
    expect([code, stdout]).toEqual([3, `${done},,\n`]);
    expect(stderr).toContain('2024-01-13');
    expect(stderr).toContain('hint: --rate last-published takes the day before\n');
    expect(await run(`${words} --rate last-published`)).toEqual(fine(`${done}${rate},2024-01-12,98.89\n`));
  });
});

test('a day without rates that a rule leads to is not what last-published would take for that row', async () => {
  const { machine, run } = await scene();
  machine.write('bank.csv', 'Day,Paid\n2024-01-02,100\n');
  const words = 'annotate ~/bank.csv --date Day --amount Paid --from USD --to EUR';
  const { code, stderr } = await run(`${words} --rate weekday-before`);
  expect([code, stderr]).toEqual([3, expect.stringContaining('2024-01-01')]);
  expect(stderr).not.toContain('hint');
});

describe('the source', () => {
  const latest = ['latest', '-s', 'USD'];

  test('is the option’s, else the environment’s, else the config’s', async () => {
    const { machine } = await scene();
    const codeOf = async (env: Record<string, string>, ...words: string[]) =>
      (await runHere(machine, [...latest, ...words], { now, env })).code;
    expect(await codeOf({})).toBe(4);
    expect(await codeOf({ RATEBOOK_SOURCE: 'ecb' })).toBe(0);
    expect(await codeOf({ RATEBOOK_SOURCE: 'ecb' }, '--source', 'oxr')).toBe(4);
    const base = async () => (await runHere(machine, ['config', 'get', 'base'])).stdout;
    expect(await base()).toBe('USD\n');
    expect((await runHere(machine, ['config', 'set', 'source', 'ecb'])).code).toBe(0);
    expect(await base()).toBe('EUR\n');
    expect(await codeOf({})).toBe(0);
    expect(await codeOf({ RATEBOOK_SOURCE: 'oxr' })).toBe(4);
    expect(await codeOf({ RATEBOOK_SOURCE: 'oxr' }, '--source', 'ecb')).toBe(0);
    expect((await runHere(machine, ['config', 'get', 'source'])).stdout).toBe('ecb\n');
  });

  test('is one of those there are', async () => {
    const { bank, machine, run } = await scene();
    const mistaken = [
      await run('latest --source bank'),
      await runHere(machine, latest, { env: { RATEBOOK_SOURCE: 'bank' } }),
      await runHere(machine, ['config', 'set', 'source', 'bank']),
    ];
    expect(mistaken.map(({ code, stdout }) => [code, stdout])).toEqual([
      [2, ''],
      [2, ''],
      [2, ''],
    ]);
    for (const { stderr } of mistaken) expect(stderr).toMatch(/\bbank\b(?:.|\n)*\becb\b/);
    expect(bank.requests).toEqual([]);
  });

  test('that needs no key is named to who has none', async () => {
    const { machine } = await scene();
    const { code, stderr } = await runHere(machine, ['historical', '2024-01-17']);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^hint: .*--source ecb/m);
  });
});

describe('the bank’s days in the store', () => {
  test('are all brought by archive, as the bank has them', async () => {
    const { bank, held, run } = await scene();
    const whole = await run('archive --since 2023-01-02 --dry-run -f json');
    expect(JSON.parse(whole.stdout)).toMatchObject({ fetch: 269, this_run: 269, runs: 1, cost: 0 });
    expect(await run('archive --since 2024-01-10')).toEqual({
      ...fine(''),
      stderr: 'archive: 8 of 8 days held since 2024-01-10\n',
    });
    expect(held.days()).toEqual(days);
    expect(JSON.parse(held.read('2024-01-17'))).toEqual({
      base: 'EUR',
      rates: { USD: 1.01177, JPY: 160.01175, GBP: 0.801173 },
    });
    expect(held.read('2024-01-17')).toContain('160.01175');
    expect((await run('archive --status')).code).toBe(0);
    expect(await run('archive -q')).toEqual(fine(''));
    expect(bank.requests).toHaveLength(1);
  });

  test('are not waited for where the bank has not published them yet', async () => {
    const { held, run } = await bankScene(file);
    const before = { now: '2024-01-22T12:00:00Z' };
    expect((await run('archive', before)).code).toBe(0);
    expect(held.days()).toEqual(days);
    expect((await run('archive --status', before)).code).toBe(0);
    expect((await run('archive', { now: '2024-01-23T12:00:00Z' })).code).toBe(0);
  });

  test('are kept as files, too', async () => {
    const { machine, run } = await scene();
    const folder = join(machine.home, 'out');
    await run('archive --since 2024-01-10 -q --to ~/out');
    expect(readdirSync(folder)).toEqual(days.filter((day) => day >= '2024-01-10').map((day) => `${day}.csv`));
    expect(readFileSync(join(folder, '2024-01-17.csv'), 'utf8')).toContain('2024-01-17,EUR,USD,1.01177\n');
  });

  test('are kept as files where they were published on holidays, too', async () => {
    const all = weekdaysOf('2023-12-20', '2024-01-19');
    const { machine, run } = await bankScene(all);
    const folder = join(machine.home, 'out');
    const { stderr } = await run('archive --since 2023-12-20 --to ~/out', { now });
    expect(stderr).toBe('archive: 23 of 23 days held since 2023-12-20\n');
    expect(readdirSync(folder)).toEqual(Object.keys(all).map((day) => `${day}.csv`));
  });

  test('are told, read and checked', async () => {
    const { run } = await scene();
    await run('archive -q');
    const [info] = JSON.parse((await run('store info -f json')).stdout);
    expect(info).toMatchObject({ service: 'ecb', days: 14, first: days[0], last: days.at(-1), holes: 0 });
    expect((await run('store info')).stdout).toMatch(/\n {2}2024 {2}\S {11} {2}14 of 256\n$/);
    expect(JSON.parse((await run('store holes -f json')).stdout)).toEqual([]);
    expect(JSON.parse((await run('store verify -f json')).stdout)).toEqual({ days: 14, damaged: [] });
    const { code, stdout } = await run('store check -f json');
    expect([code, JSON.parse(stdout)]).toEqual([0, []]);
  });

  test('have a hole where a working day is not held, and none on a holiday', async () => {
    const { held, run } = await bankScene(weekdaysOf('2023-12-20', '2024-01-19'));
    await run('archive -q', { now });
    held.remove('2024-01-09', '2024-01-10', '2024-01-01', '2023-12-25', '2023-12-26');
    expect(JSON.parse((await run('store holes -f json', { now })).stdout)).toEqual([
      { start: '2024-01-09', end: '2024-01-10', days: 2 },
    ]);
  });

  test('are exported', async () => {
    const { machine, run } = await scene();
    const folder = join(machine.home, 'out');
    expect((await run('store export ~/out')).code).toBe(3);
    await run('archive -q');
    expect((await run('store export ~/out -f csv')).code).toBe(0);
    expect(readdirSync(folder)).toEqual(days.map((day) => `${day}.csv`));
  });
});

describe('the service’s interface over the bank’s rates', () => {
  test('answers relative to the euro, and is not available on days without rates', async () => {
    const { bank, machine } = await scene();
    const serving = await Serving.start(machine, ['--source', 'ecb'], { now });
    const latest = await serving.get('/latest.json');
    expect([latest.status, latest.json.base, latest.json.rates.USD]).toEqual([200, 'EUR', 1.01197]);
    const friday = await serving.get('/historical/2024-01-12.json?symbols=USD');
    expect([friday.status, friday.json.base, friday.json.rates]).toEqual([200, 'EUR', { USD: 1.01127 }]);
    const other = await serving.get('/historical/2024-01-12.json?base=USD&symbols=EUR');
    expect([other.status, other.json.rates.EUR]).toEqual([200, Number(quotient(1, ratesOn('2024-01-12').USD))]);
    const overWeekend = await serving.get('/time-series.json?start=2024-01-12&end=2024-01-16&symbols=USD');
    const published = ['2024-01-12', '2024-01-15', '2024-01-16'];
    expect([overWeekend.status, Object.keys(overWeekend.json.rates)]).toEqual([200, published]);
    expect((await serving.days('2024-01-13', '2024-01-14')).json.message).toBe('not_available');
    const saturday = await serving.day('2024-01-13');
    expect([saturday.status, saturday.json.message]).toEqual([400, 'not_available']);
    expect((await serving.stop()).code).toBe(0);
    expect(bank.requests).toHaveLength(1);
  });
});
