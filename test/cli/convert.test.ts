import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody, reply } from '../support/service.ts';
import { atTerminalOf, hasTerminal } from '../support/terminal.ts';

const on = (day: string) => ['--on', day];
const held = { EUR: 0.867, CHF: 0.817, USD: 1, JPY: 151.5, KWD: 0.3071, CLF: 0.02411, XAU: 0.000413, HRK: 0 };

/** A machine that holds one day, with these rates. */
async function holding(rates: Record<string, number> = held, day = '2026-08-14') {
  const { service, machine } = await scene();
  new HeldFiles(machine, service.url).write(day, JSON.stringify(dayBody(rates)));
  const convert = (...words: string[]) => runHere(machine, ['convert', ...words, ...on(day), '-q']);
  return { service, machine, convert };
}

describe('an amount of a held day', () => {
  test('is a sentence in a pipe too, with the rate both ways and its day', async () => {
    const { service, convert } = await holding();
    expect(await convert('250', 'EUR', 'USD')).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        '250.00 EUR = 288.35 USD',
        '1 EUR = 1.153402537 USD (derived), 1 USD = 0.867 EUR',
        '2026-08-14',
        '',
      ].join('\n'),
    });
    expect(service.calls()).toBe(0);
  });

  test('has groups of thousands in the sentence, and nowhere else', async () => {
    const { convert } = await holding();
    const say = async (...words: string[]) => (await convert(...words)).stdout.split('\n');
    const first = async (...words: string[]) => (await say(...words))[0];
    expect(await say('1234567.5', 'EUR', 'JPY')).toEqual([
      '1,234,567.50 EUR = 215,728,923 JPY',
      '1 EUR = 174.74048443 JPY (derived), 1 JPY = 0.0057227722772 EUR (derived)',
      '2026-08-14',
      '',
    ]);
    expect(await first('-1.234,50', 'EUR', 'KWD', '--decimal', 'comma')).toBe('-1.234,50 EUR = -437,272 KWD');
    expect(await first('999', 'JPY', 'XAU', '--digits', '8')).toBe('999 JPY = 0.00272335 XAU');
    expect(await first('1234567.5', 'EUR', 'JPY', '-f', 'value')).toBe('215728923');
    expect(await first('1234567.5', 'EUR', 'USD', '-f', 'tsv', '--no-header')).toMatch(/\t1234567.50\tUSD\t/);
  });

  test('takes a sign for its code, and says so', async () => {
    const { service, machine } = await holding();
    const words = ['convert', '250', '€', 'us$,Sfr.', 'USD', ...on('2026-08-14'), '-f', 'value'];
    expect(await runHere(machine, words)).toEqual({
      code: 0,
      stdout: '288.35\n235.58\n',
      stderr: '€ is EUR (Euro)\nus$ is USD (US Dollar)\nSfr. is CHF (Swiss Franc)\n',
    });
    expect(service.calls()).toBe(0);
  });

  test.each([
    ['1.000', '1.000 EUR = 1.15 USD', '1.000 is read as 1; write 1000 for a thousand'],
    ['-1.500', '-1.500 EUR = -1.73 USD', '-1.500 is read as -1.5; write -1500 for thousands'],
    ['123.450', '123.450 EUR = 142.39 USD', '123.450 is read as 123.45; write 123450 for thousands'],
    ['0.125', '0.125 EUR = 0.14 USD'],
    ['1.0000', '1.0000 EUR = 1.15 USD'],
    ['1.00', '1.00 EUR = 1.15 USD'],
    ['1000.000', '1,000.000 EUR = 1,153.40 USD'],
  ])('tells of its point where that could part thousands: %s', async (amount, answer, ...notes) => {
    const { machine } = await holding();
    const words = [amount, 'EUR', 'USD', ...on('2026-08-14')];
    const stderr = notes.map((note) => `${note}\n`).join('');
    for (const line of [words, ['convert', ...words]]) {
      const result = await runHere(machine, line);
      expect({ ...result, stdout: result.stdout.split('\n')[0] }).toEqual({ code: 0, stdout: answer, stderr });
      expect((await runHere(machine, [...line, '-q'])).stderr).toBe('');
    }
    expect((await runHere(machine, ['convert', ...words, '--decimal', 'point'])).stderr).toBe('');
  });

  test.each([
    ['1 234 567', '1,234,567.00 EUR = 1,423,952.71 USD'],
    ['1 234.50', '1,234.50 EUR = 1,423.88 USD'],
    ['-1 234,50', '-1,234.50 EUR = -1,423.88 USD'],
    ['1\u00a0250', '1,250.00 EUR = 1,441.75 USD'],
  ])('may come in several words: %s', async (amount, answer) => {
    const { convert } = await holding();
    expect((await convert(amount, 'EUR', 'USD')).stdout).toContain(`${answer}\n`);
    expect((await convert(...amount.split(' '), 'EUR', 'USD')).stdout).toContain(`${answer}\n`);
  });

  test('is csv, tsv, json or the value alone where that is asked for', async () => {
    const { convert } = await holding();
    const say = async (format: string) => (await convert('250', 'eur', 'usd', 'chf', '-f', format)).stdout;
    expect(await say('csv')).toBe(
      [
        'date,from,amount,to,rate,converted',
        '2026-08-14,EUR,250.00,USD,1.153402537,288.35',
        '2026-08-14,EUR,250.00,CHF,0.9423298731,235.58',
        '',
      ].join('\n'),
    );
    expect(await say('tsv')).toBe((await say('csv')).replaceAll(',', '\t'));
    const json = await say('json');
    expect(JSON.parse(json)).toMatchObject([
      { date: '2026-08-14', from: 'EUR', amount: 250, to: 'USD', rate: 1.153402537, converted: 288.35 },
      { date: '2026-08-14', from: 'EUR', amount: 250, to: 'CHF', rate: 0.9423298731, converted: 235.58 },
    ]);
    expect(json.slice(0, 50)).toBe('[\n  {\n    "date": "2026-08-14",\n    "from": "EUR",');
    expect(await say('value')).toBe('288.35\n235.58\n');
  });

  test('keeps every digit in json, more than a number of JavaScript has', async () => {
    const { convert } = await holding();
    const { stdout } = await convert('12345678901234567890.50', 'USD', 'EUR', 'USD', '-f', 'json');
    expect(stdout).toContain('"amount": 12345678901234567890.5,');
    expect(stdout).toContain('"converted": 10703703607370370361.06,\n');
    expect(stdout).toContain('"converted": 12345678901234567890.5,\n');
  });

  test('has the decimals of its currency, or as many as are asked for', async () => {
    const { convert } = await holding();
    const value = async (...words: string[]) => (await convert('1000', ...words, '-f', 'value')).stdout;
    expect(await value('EUR', 'JPY', 'KWD', 'CLF', 'XAU')).toBe('174740\n354.210\n27.8085\n0.476355\n');
    expect(await value('EUR', 'JPY', 'KWD', '--digits', '1')).toBe('174740.5\n354.2\n');
    expect(await value('EUR', 'USD', '--digits', '0')).toBe('1153\n');
  });

  test.each([
    [['-5', 'EUR', 'USD'], '-5.77\n'],
    [['-1,234.50', 'EUR', 'USD'], '-1423.88\n'],
    [['-1.234,50', 'EUR', 'USD'], '-1423.88\n'],
    [['-.5', 'EUR', 'USD'], '-0.58\n'],
    [['1 234.50', 'EUR', 'USD'], '1423.88\n'],
    [['250', 'EUR', 'to', 'USD'], '288.35\n'],
    [['250', 'EUR', 'in', 'USD,CHF', 'usd'], '288.35\n235.58\n'],
    [['-0.001', 'EUR', 'USD'], '0.00\n'],
    [['5', 'EUR', 'EUR'], '5.00\n'],
    [['5', 'EUR', 'HRK'], '0.00\n'],
  ])('is understood as it is written: %j', async (words, stdout) => {
    const { convert } = await holding();
    expect(await convert(...words, '-f', 'value')).toEqual({ code: 0, stdout, stderr: '' });
  });

  test('breaks a line that a terminal could not show, and leaves out a way back from nothing', async () => {
    const { convert } = await holding({ ...held, EUR: 1e-7 });
    expect((await convert('1000.25', 'EUR', 'CHF', 'HRK')).stdout.split('\n').slice(2)).toEqual([
      '1 EUR = 8170000 CHF (derived), 1 CHF = 0.00000012239902080783 EUR (derived)',
      '1 EUR = 0 HRK (derived)',
      '2026-08-14',
      '',
    ]);
    const { convert: wide } = await holding({ ...held, EUR: 3.1e-9, CHF: 7e-8 });
    expect((await wide('12345678901.25', 'EUR', 'XAU', 'USD')).stdout.split('\n').slice(2)).toEqual([
      '1 EUR = 133225.806451612903225806 XAU (derived)',
      '1 XAU = 0.00000750605326876513317191283 EUR (derived)',
      '1 EUR = 322580645.16129032258065 USD (derived)',
      '1 USD = 0.0000000031 EUR',
      '2026-08-14',
      '',
    ]);
  });
});

test.skipIf(!hasTerminal)('a narrow terminal has a line for each way', async () => {
  const { machine } = await holding();
  const words = ['convert', '250', 'EUR', 'USD', ...on('2026-08-14'), '-q', '--no-color'];
  const { screen } = await atTerminalOf('stty cols 44', machine, words);
  expect(screen.split(/\r?\n/).slice(1, 3)).toEqual(['1 EUR = 1.153402537 USD (derived)', '1 USD = 0.867 EUR']);
});

test('what comes after the answer is dim in colour', async () => {
  const { convert } = await holding();
  const { stdout } = await convert('250', 'EUR', 'USD', '--color');
  expect(stdout.split('\n')).toEqual([
    '250.00 EUR = 288.35 USD',
    '\x1b[2m1 EUR = 1.153402537 USD (derived), 1 USD = 0.867 EUR\x1b[22m',
    '\x1b[2m2026-08-14\x1b[22m',
    '',
  ]);
});

describe('what is asked', () => {
  test('is one day for several targets, and nothing the second time', async () => {
    const { service, machine } = await scene();
    const words = ['convert', '250', 'EUR', 'USD', 'CHF', 'JPY', ...on('2024-01-17')];
    const first = await machine.run(words);
    expect(first.stderr).toBe('1 day: 0 held, 1 to fetch, cost 1 request\n');
    expect(first.stdout.split('\n').slice(0, 3)).toEqual([
      '250.00 EUR = 261.78 USD',
      '250.00 EUR = 244.58 CHF',
      '250.00 EUR = 42,632 JPY',
    ]);
    expect((await machine.run(words)).stdout).toBe(first.stdout);
    expect({ asked: service.asked(), cost: service.cost() }).toEqual({ asked: ['2024-01-17'], cost: 1 });
    expect(service.requests[0]?.query).not.toHaveProperty('base');
  });

  test('without a day are the rates of the running one, with their time', async () => {
    const { service, machine } = await scene();
    const words = ['convert', '250', 'EUR', 'USD'];
    const { code, stdout } = await machine.run(words);
    expect(code).toBe(0);
    expect(service.asked()).toEqual(['/latest.json']);
    expect(stdout).toMatch(
      /^250\.00 EUR = .*\n.*\n[\d-]{10} \d\d:\d\d UTC; ([\d-]{10}) is not over: its rates may still change\n$/,
    );
    const value = await machine.run([...words, '-f', 'value']);
    expect(value.stdout).toMatch(/^\d+\.\d\d\n$/);
    expect(value.stderr).toMatch(/ UTC; [\d-]{10} is not over: its rates may still change\n$/);
  });

  test('without a day and a connection is the newest held day', async () => {
    const { service, machine } = await holding();
    const { code, stdout } = await machine.run(['convert', '250', 'EUR', 'USD', '--offline', '-f', 'csv', '-q']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'date,from,amount,to,rate,converted\n2026-08-14,EUR,250.00,USD,1.153402537,288.35\n',
    });
    expect(service.calls()).toBe(0);
  });

  test('is asked again with --refresh, and neither read nor kept with --no-store', async () => {
    const { service, machine, convert } = await holding(held, '2024-01-17');
    expect((await convert('250', 'EUR', 'USD', '--no-store')).stdout).toMatch(/^250\.00 EUR = 261\.78 USD\n/);
    expect((await convert('250', 'EUR', 'USD')).stdout).toMatch(/^250\.00 EUR = 288\.35 USD\n/);
    await convert('250', 'EUR', 'USD', '--refresh');
    expect(service.asked()).toEqual(['2024-01-17', '2024-01-17']);
    expect(new HeldFiles(machine, service.url).days()).toEqual(['2024-01-17']);
  });

  test('is told by a dry run, and bounded by --max-cost', async () => {
    const { service, machine } = await scene();
    const words = ['convert', '250', 'EUR', 'USD', ...on('2024-01-17')];
    const dry = await machine.run([...words, '--dry-run', '-f', 'json']);
    expect(JSON.parse(dry.stdout)).toMatchObject({ days: 1, cost: 1 });
    expect(await machine.run([...words, '--max-cost', '0'])).toMatchObject({ code: 5, stdout: '' });
    expect(service.calls()).toBe(0);
  });
});

describe('before anything is asked', () => {
  test.each([
    [
      ['-1,000', 'EUR', 'USD'],
      'ratebook: "-1,000" can be read in two ways: -1000 (comma for thousands) or -1.000 (decimal comma)\nhint: write -1000 or -1.000\n',
    ],
    [
      ['-1 250', 'EUR', 'USD'],
      'ratebook: "-1 250" can be read in two ways: -1250 (blank for thousands) or -1.250 (decimal comma)\nhint: write -1250 or -1.250\n',
    ],
    [
      ['1 250', 'EUR', 'USD', '--decimal', 'comma'],
      'ratebook: "1 250" can be read in two ways: 1250 (blank for thousands) or 1,250 (decimal comma)\nhint: write 1250 or \'1,250\'\n',
    ],
    [
      ['1', '250', 'EUR', 'USD', '--yes'],
      'ratebook: "1 250" can be read in two ways: 1250 (blank for thousands) or 1.250 (decimal comma)\nhint: ratebook convert 1250 EUR USD --yes\nhint: ratebook convert 1.250 EUR USD --yes\n',
    ],
    [['- 5', 'EUR', 'USD'], 'ratebook: "- 5" can be read in two ways: -5 (minus) or 5 (dash)\nhint: write -5 or 5\n'],
    [['abc', 'EUR', 'USD'], 'ratebook: "abc" is not an amount\nhint: ratebook convert 1234.50 EUR USD\n'],
    [['5', 'EURO', 'USD'], 'ratebook: there is no currency "EURO"\nhint: did you mean EUR (Euro)?\n'],
    [['5', 'EUR', 'yen'], 'ratebook: there is no currency "yen"\nhint: did you mean JPY (Japanese Yen)?\n'],
    [
      ['5', 'EUR', 'USX'],
      'ratebook: there is no currency "USX"\nhint: did you mean USD (US Dollar) or UGX (Ugandan Shilling)?\n',
    ],
    [['5', 'EUR', 'franc'], 'ratebook: there is no currency "franc"\nhint: ratebook currencies franc\n'],
    [['5', '¥', 'USD'], 'ratebook: "¥" stands for several currencies\nhint: write JPY or CNY\n'],
    [
      ['5', 'EUR', 'ETH'],
      'ratebook: there is no currency "ETH" without --show-alternative\nhint: --show-alternative brings Ether\n',
    ],
    [['5', 'EUR', 'to'], 'ratebook: there is no currency to convert to\nhint: ratebook convert 5 EUR USD\n'],
    [
      ['5', 'EUR', 'USD', '--on', '2023-02-30'],
      'ratebook: there is no day 2023-02-30\nhint: 2023-02 ends on 2023-02-28\n',
    ],
  ])('%j is refused', async (words, stderr) => {
    const { service, machine } = await scene();
    expect(await machine.run(['convert', ...words])).toEqual({ code: 2, stdout: '', stderr });
    expect(service.calls()).toBe(0);
  });

  test('a code that only the newest held day knows is let through, and with --yes any', async () => {
    const { convert, machine } = await holding({ ...held, XYZ: 4 });
    expect((await convert('1', 'USD', 'XYZ', '-f', 'value')).stdout).toBe('4.000000\n');
    const run = await machine.run(['convert', '1', 'USD', 'QQQ', ...on('2024-01-17'), '--yes']);
    expect(run.stderr).toContain('ratebook: 2024-01-17 has no rate for QQQ\n');
    expect(run.code).toBe(2);
  });
});

describe('what the day does not have', () => {
  test('is refused by name', async () => {
    const { service, machine } = await scene();
    const words = ['convert', '5', 'EUR', 'USD', 'HRK', ...on('2024-01-17')];
    expect(await machine.run([...words, '-q'])).toEqual({
      code: 2,
      stdout: '',
      stderr: [
        'ratebook: 2024-01-17 has no rate for HRK, Croatian Kuna (until 2022)',
        'hint: ratebook currencies hrk shows its first and last stored day',
        '',
      ].join('\n'),
    });
    expect(service.cost()).toBe(1);
  });

  test('is refused where what is converted has a rate of 0', async () => {
    const { convert } = await holding();
    const stderr = 'ratebook: the rate of HRK on 2026-08-14 is 0: nothing can be converted from it\n';
    expect(await convert('5', 'HRK', 'EUR')).toEqual({ code: 2, stdout: '', stderr });
  });

  test('is partial where its rate could not be used: the others are printed', async () => {
    const { machine } = await scene((_request, response) =>
      reply(response, 200, dayBody({ EUR: 0.5, CHF: -1, USD: 1 })),
    );
    const words = ['convert', '5', 'EUR', 'CHF', 'USD', ...on('2024-01-17'), '-q', '-f', 'value'];
    const { code, stdout, stderr } = await machine.run(words);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '10.00\n' });
    expect(stderr).toContain('ratebook: no usable rate for CHF on 2024-01-17\n');
  });

  test('is partial where the day is a gap or is not held', async () => {
    const { machine } = await scene();
    const words = ['convert', '5', 'EUR', 'USD', ...on('2024-01-17'), '--offline', '-q'];
    const stderr = 'ratebook: 1 day not stored: 2024-01-17\n';
    expect(await machine.run(words)).toEqual({ code: 3, stdout: '', stderr });
    expect((await machine.run([...words, '-f', 'json'])).stdout).toBe('[]\n');
    expect((await machine.run([...words, '-f', 'csv'])).stdout).toBe('date,from,amount,to,rate,converted\n');
  });
});

test('--demo needs no key', async () => {
  const machine = new Machine();
  const run = await machine.run(['convert', '250', 'EUR', 'USD', ...on('2024-01-17'), '--demo', '-f', 'value']);
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 0, stdout: '261.78\n' });
});
