import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bankScene } from '../support/bank.ts';
import { bankOfItaly, figuresOn, weekdaysIn } from '../support/bank-of-italy.ts';
import { Serving } from '../support/serving.ts';

/** A Sunday. */
const now = '2024-01-21T12:00:00Z';

async function scene() {
  const { run: of, ...rest } = await bankOfItaly();
  const run = (line: string, at = now) => of(line, { now: at });
  const rows = async (line: string) => (await run(`${line} --no-header`)).stdout;
  return { ...rest, run, rows };
}

describe('rates of the Banca d’Italia', () => {
  test('are asked for day by day, apart, each day once, and kept as published', async () => {
    const { asked, bank, held, run } = await scene();
    const days = ['2024-01-11', '2024-01-12', '2024-01-15'];
    const { code, stdout, stderr } = await run('series 2024-01-11 2024-01-15 -s USD,XAF');
    expect([code, stderr]).toEqual([0, '']);
    const rates = days.flatMap((day) => [
      `${day},EUR,USD,1.${day.slice(5, 7)}${day.slice(8)}7`,
      `${day},EUR,XAF,655.957`,
    ]);
    expect(stdout).toBe(['date,base,quote,rate', ...rates, ''].join('\n'));
    expect([asked().sort(), [...bank.accepted]]).toEqual([days, ['text/csv']]);
    expect(held.days()).toEqual(days);
    expect(JSON.parse(held.read('2024-01-15'))).toEqual({
      base: 'EUR',
      rates: { AED: 4.01151, USD: 1.01157, XAF: 655.957 },
    });
    expect((await run('series 2024-01-11 2024-01-15 -s USD,XAF')).stdout).toBe(stdout);
    expect(asked()).toHaveLength(3);

    // now that all is loaded, waiting takes most of the time; a timer never ends earlier, but for what is rounded
    const began = performance.now();
    await run('series 2024-01-16 2024-01-19 -s USD');
    expect(performance.now() - began).toBeGreaterThan(3 * 299);
    expect(asked()).toHaveLength(7);
  });

  test('are derived for another base, and the other way round', async () => {
    const { rows } = await scene();
    expect(await rows('historical 2024-01-17 -b USD -s AED,EUR')).toBe(
      '2024-01-17,USD,AED,3.965041462\n2024-01-17,USD,EUR,0.9883669213\n',
    );
    expect(await rows('historical 2024-01-17 -s USD --invert')).toBe('2024-01-17,USD,EUR,0.9883669213\n');
  });

  test('lack a currency without a figure, and one that the bank has never had', async () => {
    const { run } = await scene();
    const without = await run('historical 2024-01-17 -s USD,RUB');
    expect([without.code, without.stderr]).toEqual([3, 'ratebook: no day has a rate for RUB\n']);
    const never = await run('convert 1 EUR XAU --on 2024-01-17');
    expect([never.code, never.stderr]).toEqual([
      2,
      "ratebook: the Banca d'Italia has no rates of XAU\nhint: --source oxr\n",
    ]);
  });

  test('make amounts, with a receipt', async () => {
    const { run } = await scene();
    expect((await run('convert 100 EUR AED --on 2024-01-17')).stdout).toBe(
      "100.00 EUR = 401.17 AED\n1 EUR = 4.01171 AED, 1 AED = 0.2492702613 EUR (derived)\n2024-01-17, Wednesday, Banca d'Italia\n",
    );
    const [receipt] = JSON.parse((await run('convert 100 EUR AED --on 2024-01-17 -f json')).stdout);
    expect(receipt).toMatchObject({ source: 'bdi', rule: 'day', derived: false, converted: 401.17 });
  });

  test('stand beside rows of a file', async () => {
    const { machine, run } = await scene();
    machine.write('bank.csv', 'Date,Sum,In\n2024-01-17,10,AED\n2024-01-20,10,AED\n');
    const columns = '--date Date --amount Sum --from In --to EUR --rate last-published --receipts';
    const lines = (await run(`annotate ~/bank.csv ${columns}`)).stdout.split('\n');
    expect(lines.map((line) => line.split(',').slice(3).join())).toEqual([
      'rate,rate_date,converted,rule,derived,source,days,odd',
      '0.2492702613,2024-01-17,2.49,last-published,true,bdi,1,',
      '0.2492578348,2024-01-19,2.49,last-published,true,bdi,1,',
      '',
    ]);
  });
});

test('its currencies are listed, those of held days with the first and the last', async () => {
  const { rows } = await scene();
  await rows('series 2024-01-17 2024-01-18');
  expect(await rows('currencies dirham')).toBe(
    'AED,United Arab Emirates Dirham,2,2024-01-17,2024-01-18\nMAD,Moroccan Dirham,2,,\n',
  );
});

describe('the newest day', () => {
  test('is asked for backwards from today, and only as far as needed', async () => {
    const { asked, run } = await scene();
    expect((await run('latest -s USD -f value')).stdout).toBe('1.01197\n');
    expect(asked()).toEqual(['2024-01-19']);
    expect((await run('convert 1 EUR USD -f value')).stdout).toBe('1.01\n');
    expect(asked()).toHaveLength(1);
  });

  test('that is not published yet is asked for again after an hour, and once it is over no more', async () => {
    const { asked, bank, run } = await scene();
    bank.publishes = (day) => day === '2024-01-18';
    const latest = async (at: string) => {
      const { code, stdout } = await run('latest -s USD -f csv --no-header', at);
      expect([code, stdout]).toEqual([0, '2024-01-18,EUR,USD,1.01187\n']);
      return asked().splice(0).join(' ');
    };
    const count = () => asked().length;
    await latest('2024-01-19T10:00:00Z');
    expect(asked()).toEqual(['2024-01-19', '2024-01-18']);
    await latest('2024-01-19T10:59:00Z');
    expect(count()).toBe(2);
    const today = await run('historical 2024-01-19 -s USD', '2024-01-19T10:59:30Z');
    expect([today.code, today.stderr]).toEqual([
      3,
      expect.stringContaining('no rates are published yet for 2024-01-19'),
    ]);
    expect(count()).toBe(2);
    await latest('2024-01-19T11:00:00Z');
    expect(asked().slice(2)).toEqual(['2024-01-19']);

    for (const _again of [1, 2]) {
      const over = await run('historical 2024-01-19 -s USD', '2024-01-20T01:00:00Z');
      expect([over.code, over.stderr]).toEqual([3, expect.stringContaining('no rates are published on 2024-01-19')]);
    }
    expect(asked().slice(3)).toEqual(['2024-01-19']);
    const range = await run('series 2024-01-18 2024-01-19 -s USD', '2024-01-20T01:00:00Z');
    expect([range.code, range.stderr, count()]).toEqual([0, '', 4]);
    expect((await run('historical 2024-01-19 -s USD --refresh', '2024-01-20T01:00:00Z')).code).toBe(3);
    expect(count()).toBe(5);
  });
});

test('rates that are older than they should be have a warning', async () => {
  const { bank, run } = await scene();
  bank.publishes = (day) => day === '2024-01-16';
  const { code, stdout, stderr } = await run('latest -s USD -f value -q', '2024-01-19T18:00:00Z');
  expect([code, stdout]).toEqual([3, '1.01167\n']);
  expect(stderr).toBe('ratebook: the newest rates are those of 2024-01-16, 3 days ago; those of 2024-01-19 are due\n');
  expect((await run('latest -s USD -f value -q', '2024-01-18T17:59:00Z')).code).toBe(0);
});

describe('requests are free, but counted', () => {
  test('more than --max-cost are refused before any is sent', async () => {
    const { asked, run } = await scene();
    expect(await run('series 2024-01-08 2024-01-19 -s USD --max-cost 9')).toEqual({
      code: 5,
      stdout: '',
      stderr:
        '12 days: 0 held, 10 to fetch, 10 requests, free of charge\nratebook: a run of 10 requests is over --max-cost 9\n',
    });
    expect((await run('latest --max-cost 0')).code).toBe(5);
    expect(asked()).toEqual([]);
  });

  test('more than are configured want consent', async () => {
    const { asked, run } = await scene();
    const { code, stderr } = await run('series 2022 2023 -s USD');
    expect([code, stderr]).toEqual([
      5,
      '730 days: 0 held, 512 to fetch, 512 requests, free of charge\n' +
        'ratebook: a run of 512 requests is over 366 and must be confirmed\n' +
        'hint: --yes allows any cost, --max-cost 512 just this one\n',
    ]);
    expect(asked()).toEqual([]);
  });

  test('they cost nothing, and there is no quota', async () => {
    const { run } = await scene();
    const plan = JSON.parse((await run('series 2024-01-11 2024-01-15 --dry-run -f json')).stdout);
    expect(plan).toMatchObject({ fetch: 3, cost: 0 });
    expect(plan.requests[0]).toEqual({ endpoint: 'dailyRates', start: '2024-01-11', end: '2024-01-11', cost: 0 });
    expect(JSON.parse((await run('usage -f json')).stdout)).toEqual({ source: 'bdi', quota: null });
  });

  test('an archive sends so many in a run, newest days first, and says how it is', async () => {
    const { asked, held, run } = await scene();
    const first = await run('archive --since 2024-01-15 --max-cost 2');
    expect([first.code, first.stderr]).toEqual([
      0,
      'archive: 2 of 5 days held since 2024-01-15, 3 left to later runs\n',
    ]);
    expect(held.days()).toEqual(['2024-01-18', '2024-01-19']);
    await run('archive');
    expect([asked().length, held.days()]).toEqual([5, weekdaysIn('2024-01-15', '2024-01-19')]);
    expect((await run('archive --status')).code).toBe(0);

    const whole = await run('archive --since 2020-01-01 --dry-run -f json');
    expect(JSON.parse(whole.stdout)).toMatchObject({ fetch: 1036, this_run: 100, cost: 0, runs: 11 });
  });
});

describe('what is held', () => {
  test('stays where a day was revised, which --refresh says with its codes', async () => {
    const { bank, held, run } = await scene();
    await run('historical 2024-01-17');
    const before = held.read('2024-01-17');
    bank.figuresOn = (day) => figuresOn(day).map(([code, rate]) => [code, code === 'USD' ? '1.5' : rate]);
    const { code, stdout, stderr } = await run('historical 2024-01-17 -s USD --no-header --refresh');
    expect([code, stdout]).toEqual([0, '2024-01-17,EUR,USD,1.01177\n']);
    expect(stderr).toBe('the stored rates stay where what came differs: USD on 2024-01-17\n');
    expect(held.read('2024-01-17')).toBe(before);
    expect(held.aside('older')).toEqual([]);

    // with few codes, it would be doubted if it were kept
    await run('historical 2024-01-16');
    bank.figuresOn = () => [['XAF', '655.957']];
    expect((await run('historical 2024-01-17 -s USD --refresh')).stderr).toBe(
      'the stored rates stay where what came differs: AED, USD on 2024-01-17\n',
    );
    expect(held.read('2024-01-17')).toBe(before);
  });

  test('gains a code that had two figures, once --refresh brings one', async () => {
    const { asked, bank, held, run } = await scene();
    bank.figuresOn = (day) => [...figuresOn(day), ['XAF', '600']];
    const both = await run('historical 2024-01-17 -s USD,XAF');
    expect([both.code, both.stderr]).toEqual([3, expect.stringMatching(/XAF on 2024-01-17/)]);
    expect(JSON.parse(held.read('2024-01-17')).rates).toEqual({ AED: 4.01171, USD: 1.01177 });
    bank.figuresOn = figuresOn;
    expect((await run('historical 2024-01-17 -s XAF')).code).toBe(3);
    expect(asked()).toHaveLength(1);
    const refreshed = await run('historical 2024-01-17 -s XAF -f value --refresh');
    expect([refreshed.code, refreshed.stdout]).toEqual([0, '655.957\n']);
  });

  test('is exported, imported, verified, and has no holes on days off', async () => {
    const { machine, run } = await scene();
    const later = '2024-01-23T12:00:00Z';
    await run('series 2024-01-18 2024-01-22', later);
    await run('store export ~/days -f csv', later);
    expect(machine.read('days/2024-01-18.csv')).toContain('2024-01-18,EUR,XAF,655.957\n');
    const other = await scene();
    const imported = await other.run(`store import ${join(machine.home, 'days')}`, later);
    expect([imported.code, other.held.days()]).toEqual([0, ['2024-01-18', '2024-01-19', '2024-01-22']]);
    expect((await other.run('store verify', later)).stdout).toBe('3 days read, none damaged\n');
    expect((await other.run('store holes', later)).stderr).toBe('no holes\n');
  });

  test('is compared with the European Central Bank’s to the digit', async () => {
    const { machine, run } = await scene();
    const day = '2024-01-17';
    const { bank } = await bankScene({ [day]: { USD: '1.01177' } });
    const env = { RATEBOOK_ECB_URL: bank.url };
    await run(`historical ${day}`);
    await machine.run(['historical', day, '--source', 'ecb'], { now, env });
    const check = await run('store check --against ecb --threshold 0.0001');
    expect(check).toMatchObject({ code: 0, stderr: expect.stringContaining('1 pair, the median 0.00% apart') });
  });

  test('and newer days are served in the service’s own shape', async () => {
    const { asked, machine, run } = await scene();
    await run('historical 2024-01-18');
    const serving = await Serving.start(machine, ['--source', 'bdi'], { now });
    const held = await serving.get('/historical/2024-01-18.json?symbols=USD');
    expect([held.status, held.json.base, held.json.rates]).toEqual([200, 'EUR', { USD: 1.01187 }]);
    const other = await serving.get('/historical/2024-01-19.json?symbols=EUR&base=USD');
    expect([other.status, other.json.rates]).toEqual([200, { EUR: 0.9881715861 }]);
    expect((await serving.day('2024-01-20')).json.message).toBe('not_available');
    expect((await serving.get('/latest.json?symbols=USD')).json.rates).toEqual({ USD: 1.01197 });
    const { stderr } = await serving.stop();
    expect(asked()).toEqual(['2024-01-18', '2024-01-19']);
    expect(stderr).toContain('1 day is stored; others are fetched, for at most 366 requests a day');
    expect(stderr).toMatch(/2024-01-19.* 200 \d+ ms fetched, cost 0$/m);
  });
});

test.each(['--raw', '--show-alternative', '--demo'])('%s is refused', async (option) => {
  const { asked, run } = await scene();
  const { code, stdout, stderr } = await run(`historical 2024-01-17 ${option}`);
  expect([code, stdout, stderr, asked()]).toEqual([2, '', expect.stringMatching(/^ratebook: /), []]);
});

describe('two processes at once', () => {
  test('ask for each day once, two requests under way at most', async () => {
    const { asked, bank, held, machine } = await bankOfItaly();
    // of requests that are only kept apart, three would be under way
    bank.takes = 800;
    const days = weekdaysIn('2024-01-08', '2024-01-15');
    const began = performance.now();
    const runs = ['2024-01-15', '2024-01-12'].map((last) =>
      machine.run(['series', '2024-01-08', last, '-s', 'USD', '-q', '--source', 'bdi'], { now }),
    );
    const alone = machine.run(['historical', '2023-12-20', '-s', 'USD', '--no-store', '--source', 'bdi'], { now });
    for (const { code, stderr } of await Promise.all([...runs, alone])) expect([code, stderr]).toEqual([0, '']);
    expect([asked().sort(), held.days()]).toEqual([['2023-12-20', ...days], days]);
    expect(bank.mostAtOnce).toBeLessThanOrEqual(2);
    expect(performance.now() - began).toBeGreaterThan(days.length * 299);
  });

  test('one of which is killed lose nothing that came', async () => {
    const { asked, bank, held, machine } = await bankOfItaly();
    const line = ['series', '2024-01-08', '2024-01-12', '-s', 'USD', '-q', '--source', 'bdi'];
    bank.takes = 100;
    const child = machine.start(line, { now });
    await bank.came(3);
    child.kill('SIGKILL');
    const { code, stderr } = await machine.run(line, { now });
    expect([code, stderr, held.days()]).toEqual([0, '', weekdaysIn('2024-01-08', '2024-01-12')]);
    // what was under way is asked for once more
    expect(asked().length).toBeLessThanOrEqual(5 + 2);
  });
});
