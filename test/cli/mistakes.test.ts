import { afterAll, describe, expect, test } from 'vitest';
import { endingsOf } from '../../src/output/endings.ts';
import { formatNames, formatsOfSeries } from '../../src/output/formats.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { dayBody, reply, startService } from '../support/service.ts';

const service = await startService();
const machine = Machine.for(service.url);
const now = '2026-11-20T23:30:00Z';

/** Blanks separate words. */
const run = (line: string, env: Record<string, string> = {}) => runHere(machine, line.split(' '), { now, env });

const notDay = (word: string) => `"${word}" is not a day`;
const notPeriod = (word: string) => `"${word}" is not a day, a month or a year`;
const twoWays = (word: string) => `"${word}" can be read in two ways`;
const dayForms = 'write it as YYYY-MM-DD, 17 Jan 2024, yesterday, monday or 7d';
const periodForms = 'write it as YYYY-MM-DD, YYYY-MM, YYYY, 30d, last-month or 2024-Q1';
const noCommand = (word: string) => `unknown command "${word}"`;
const noCode = (code: string) => `there is no currency "${code}"`;
const formats = formatsOfSeries.join(', ');
const endings = formatNames.flatMap(endingsOf).join(', ');

type Row = [line: string, message: string, ...hints: string[]];

const days: Row[] = [
  ['historical 2024-01', notDay('2024-01'), 'ratebook series 2024-01'],
  ['historical 2024', notDay('2024'), 'ratebook series 2024'],
  ['historical 2024-01 2024-03', notDay('2024-01'), 'ratebook series 2024-01 2024-03'],
  ['historical 2024-01-01..2024-01-31', notDay('2024-01-01..2024-01-31'), 'ratebook series 2024-01-01 2024-01-31'],
  ['historical latest', notDay('latest'), 'ratebook latest'],
  ['historical latest -b EUR', notDay('latest'), 'ratebook latest -b EUR'],
  ['historical last-month', notDay('last-month'), 'ratebook series last-month'],
  ['historical 2024-Q1 -q', notDay('2024-Q1'), 'ratebook series 2024-Q1 -q'],
  ['historical 01/02/2024', twoWays('01/02/2024'), 'write 2024-01-02 or 2024-02-01'],
  ['series 01/02/2024', twoWays('01/02/2024'), 'write 2024-01-02 or 2024-02-01'],
  ['convert 5 EUR in USD --on 01/02/2024', twoWays('01/02/2024'), 'write 2024-01-02 or 2024-02-01'],
  ['archive --since 1/2/2024', twoWays('1/2/2024'), 'write 2024-01-02 or 2024-02-01'],
  ['convert 5 EUR in USD --on -7d', notDay('-7d'), 'write 7d'],
  ['convert 5 EUR in USD --on 12months', notDay('12months'), 'write 12m'],
  ['convert 5 EUR in USD --on 3minutes', notDay('3minutes'), dayForms],
  ['convert 5 EUR in USD --on 2mondays', notDay('2mondays'), dayForms],
  ['archive --since -30d', notDay('-30d'), 'write 30d'],
  ['convert 5 EUR in USD --on tomorrow', notDay('tomorrow'), dayForms],
  ['series sometime', notPeriod('sometime'), periodForms],
  ['series 2024-W53', 'there is no week 2024-W53'],
  ['series 99999999d', '99999999d is before 1999-01-01, the first day of the service'],
  ['series 2024-01 to 2024-03', 'unexpected argument "2024-03"', 'ratebook series 2024-01 2024-03'],
  ['series 2024 2025 2026', 'unexpected argument "2026"', 'ratebook series <start> [end]'],
];

const codes: Row[] = [
  ['historical 2024-01-17 EUR', notDay('EUR'), 'ratebook historical 2024-01-17 -s EUR'],
  ['historical 2024-01-17 -s EUR GBP', notDay('GBP'), 'ratebook historical 2024-01-17 -s EUR,GBP'],
  ['historical 2024-01-17 -s EUR, GBP', notDay('GBP'), 'ratebook historical 2024-01-17 -s EUR,GBP'],
  ['historical -sEUR 2024-01-17 gbp', notDay('gbp'), 'ratebook historical 2024-01-17 -s EUR,GBP'],
  ['series 2024-01-17 EUR', notPeriod('EUR'), 'ratebook series 2024-01-17 -s EUR'],
  ['series 2024-01 -b USD EUR GBP', 'unexpected argument "GBP"', 'ratebook series 2024-01 -b USD -s EUR,GBP'],
  ['historical 2024-01-17 -s EURO', noCode('EURO'), 'did you mean EUR (Euro)?'],
  ['historical 2024-01-17 -s EUR,YNE --demo -q', noCode('YNE'), 'did you mean JPY (Japanese Yen)?'],
  ['historical 2024-01-17 -b GPB --offline', noCode('GPB'), 'did you mean GBP (British Pound)?'],
  ['series 2024 -b GPB --no-store', noCode('GPB'), 'did you mean GBP (British Pound)?'],
  ['series 2024 -s dolar --raw', noCode('DOLAR'), 'ratebook currencies dollar'],
  ['series 2024 -s QQQ --dry-run', noCode('QQQ'), 'ratebook currencies lists them'],
  ['historical 2024-01-17 -s ETH', `${noCode('ETH')} without --show-alternative`, '--show-alternative brings Ether'],
  ['series 2024 -s ,', '--symbols: "," names no currency', "'*' is all"],
  [
    'config set base EURO',
    noCode('EURO'),
    'did you mean EUR (Euro)?',
    'if the service has it, store a day of it first: ratebook historical yesterday',
  ],
  [
    'config set symbols EUR,GPB',
    noCode('GPB'),
    'did you mean GBP (British Pound)?',
    'if the service has it, store a day of it first: ratebook historical yesterday',
  ],
];

const commands: Row[] = [
  ['2024-01', noCommand('2024-01'), 'ratebook series 2024-01'],
  ['today EUR', noCommand('today'), 'ratebook historical today -s EUR'],
  ['-q usage', 'unknown option "-q"', 'ratebook usage -q'],
  ['convert EUR USD', '<to> is missing', 'ratebook convert 1 EUR USD'],
  ['convert 250EUR USD', '<to> is missing', 'ratebook convert 250 EUR USD'],
  ['convert EUR 250 USD', '"EUR" is not an amount', 'ratebook convert 250 EUR USD'],
  ['convert 250 EUR USD 2024-01-17', noCode('2024-01-17'), 'ratebook convert 250 EUR USD --on 2024-01-17'],
  ['convert 250 EUR', '<to> is missing', 'ratebook convert 250 EUR USD'],
  [
    'convert 1,234 EUR USD',
    '"1,234" can be read in two ways: 1234 (comma for thousands) or 1.234 (decimal comma)',
    'write 1234 or 1.234',
  ],
  [
    'convert - 5 EUR USD',
    '"- 5" can be read in two ways: -5 (minus) or 5 (dash)',
    'ratebook convert -5 EUR USD',
    'ratebook convert 5 EUR USD',
  ],
  [
    '1 250 EUR USD',
    '"1 250" can be read in two ways: 1250 (blank for thousands) or 1.250 (decimal comma)',
    'write 1250 or 1.250',
  ],
  [
    '- 1,234 EUR USD',
    '"- 1,234" can be read in four ways: -1234 (minus, comma for thousands), -1.234 (minus, decimal comma), 1234 (dash, comma for thousands) or 1.234 (dash, decimal comma)',
    'write -1234, -1.234, 1234 or 1.234',
  ],
  ['12 50 EUR USD', '"12 50" is not an amount', 'ratebook convert 1234.50 EUR USD'],
  ['- 5 EURO USD', '"- 5" can be read in two ways: -5 (minus) or 5 (dash)', 'write -5 or 5'],
  ['convert 12 50 EUR USD', '"12 50" is not an amount', 'ratebook convert 1234.50 EUR USD'],
  ['sries 2024', noCommand('sries'), 'did you mean series?'],
  ['xyzzy', noCommand('xyzzy'), 'ratebook --help'],
  ['help bogus', noCommand('bogus'), 'ratebook --help'],
  ['help --man bogus', noCommand('bogus'), 'ratebook --help'],
  ['store help info bogus', noCommand('bogus'), 'ratebook store info --help'],
  ['help seires', noCommand('seires'), 'did you mean series?'],
  ['help store inof', noCommand('inof'), 'did you mean info?'],
  ['store inof', noCommand('inof'), 'did you mean info?'],
  ['store bogus', noCommand('bogus'), 'ratebook store --help'],
  ['store help inof', noCommand('inof'), 'did you mean info?'],
  ['config lst', noCommand('lst'), 'did you mean list?'],
  ['config base EUR', noCommand('base'), 'ratebook config set base EUR'],
  ['config base', noCommand('base'), 'ratebook config get base'],
  ['config app_id 0123456789abcdef', noCommand('app_id'), 'ratebook config set app_id'],
  ['config get bsae', 'unknown config key "bsae"', 'did you mean base?'],
  ['config get bas', 'unknown config key "bas"', 'did you mean base?'],
  ['verify', noCommand('verify'), 'ratebook store verify'],
  ['path', noCommand('path'), 'ratebook store path', 'ratebook config path'],
  ['version', noCommand('version'), 'ratebook --version'],
  ['completion bahs', '<shell>: "bahs" is not one of bash, zsh, fish', 'did you mean bash?'],
];

const flags: Row[] = [
  ['historical', '<day> is missing', 'ratebook historical <day...>'],
  ['usage 5', 'unexpected argument "5"', 'ratebook usage'],
  ['series 2024 --fromat csv', 'unknown option "--fromat"', 'did you mean --format?'],
  ['series 2024 --fromat=csv', 'unknown option "--fromat"', 'did you mean --format?'],
  ['historical 2024-01-17 --wide', 'unknown option "--wide"', '--wide is an option of series'],
  ['series 2024 --bogus', 'unknown option "--bogus"', 'ratebook series --help'],
  ['historical 2024-01-17 --json', 'unknown option "--json"', '-f json'],
  ['historical 2024-01-17 --ecb', 'unknown option "--ecb"', '--source ecb'],
  ['historical 2024-01-17 --currency EUR', 'unknown option "--currency"', 'did you mean --symbols?'],
  ['historical --date 2024-01-17', 'unknown option "--date"', 'ratebook historical 2024-01-17'],
  ['series --from 2024-01-01 --to 2024-02', 'unknown option "--from"', 'ratebook series 2024-01-01 2024-02'],
  ['series --year 2024 -s EUR', 'unknown option "--year"', 'ratebook series 2024 -s EUR'],
  ['historical --year=2024', 'unknown option "--year"', 'ratebook series 2024'],
  ['series --start', 'unknown option "--start"', 'ratebook series <start> [end]'],
  ['series --year 24', 'unknown option "--year"', 'ratebook series <start> [end]'],
  ['series 2024 --yea', 'unknown option "--yea"', 'ratebook series --help'],
  ['series 2024 --ye', 'unknown option "--ye"', 'ratebook series --help'],
  ['convert 5 EUR --to USD', 'unknown option "--to"', 'ratebook convert 5 EUR USD'],
  ['convert 5 EUR --to', 'unknown option "--to"', 'ratebook convert <amount> <from> <to...>'],
  ['convert 5 EUR USD --date 2024-01-17', 'unknown option "--date"', 'did you mean --on?'],
  ['series 2024 -f cvs', `--format: "cvs" is not one of ${formats}`, 'did you mean csv?'],
  ['series 2024 -f xml', `--format: "xml" is not one of ${formats}`],
  ['series 2024 -f', '--format needs a value', `--format takes ${formats}`],
  ['series 2024 --max-cost', '--max-cost needs a value', '--max-cost <requests>'],
  ['series 2024 --max-cost x', '--max-cost: "x" is not a whole number of at least 0'],
  ['series 2024 --raw -f csv', '--raw and --format cannot be used together'],
  [
    'series 2024 -o rates.xlsx',
    `--output: ratebook writes no .xlsx files, only ${endings}`,
    '-o rates.csv, or -f csv to keep the name',
  ],
  [
    'historical 2024-01-17 -o a/rates.csv.GZ',
    `--output: ratebook writes no .GZ files, only ${endings}`,
    '-o a/rates.csv, or -f csv to keep the name',
  ],
];

const told = (message: string, hints: readonly string[]) =>
  [`ratebook: ${message}`, ...hints.map((hint) => `hint: ${hint}`), ''].join('\n');

describe.concurrent('what is typed by mistake ends with 2 and a hint that leads on', () => {
  test.each([days, codes, commands, flags].map(([row]) => row as Row))(
    '%s, in the built program',
    async (line, message, ...hints) => {
      const stderr = told(message, hints);
      expect(await machine.run(line.split(' '), { now })).toEqual({ code: 2, stdout: '', stderr });
    },
  );

  test.each([...days, ...codes, ...commands, ...flags])('%s', async (line, message, ...hints) => {
    const stderr = told(message, hints);
    expect(await run(line)).toEqual({
      code: 2,
      stdout: '',
      stderr: line.includes('--demo') ? expect.stringContaining(stderr) : stderr,
    });
  });

  test('a setting that has an unknown code is named', async () => {
    expect(await run('series 2024', { RATEBOOK_BASE: 'euro' })).toMatchObject({
      code: 2,
      stderr: `ratebook: RATEBOOK_BASE: ${noCode('EURO')}\nhint: did you mean EUR (Euro)?\n`,
    });
    const other = Machine.for(service.url);
    await runHere(other, ['config', 'set', 'symbols', 'ETH']);
    const { code, stderr } = await runHere(other, ['series', '2024']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^ratebook: .*config\.json: symbols: there is no currency "ETH" without --show-alternative\nhint: .*\nhint: ratebook config unset symbols\n$/,
    );
  });

  test('blanks and commas separate symbols; upper case is fine for a format', async () => {
    const line = ['historical', '2024-01-17', '--demo', '-q', '-s', ' EUR  GBP,,jpy,', '-f', 'NDJSON'];
    const { stdout } = await runHere(machine, line);
    expect(stdout.match(/"quote":"..."/g)).toEqual(['"quote":"EUR"', '"quote":"GBP"', '"quote":"JPY"']);
    for (const words of [
      ['convert', '5', 'EUR', 'USD'],
      ['currencies', 'euro'],
      ['archive', '--dry-run'],
    ])
      expect(await runHere(machine, [...words, '--demo', '-q', '-f', 'JSON'])).toMatchObject({
        code: 0,
        stderr: '',
      });
    expect((await run('config set format CSV')).code).toBe(0);
    expect((await run('config get format')).stdout).toBe('csv\n');
  });

  afterAll(() => expect(service.calls()).toBe(0));
});

describe('an unknown code goes through', () => {
  test('under --yes', async () => {
    const { url, calls } = await startService();
    const { code, stderr } = await runHere(Machine.for(url), [
      'historical',
      '2024-01-17',
      '-s',
      'EUR,QQQ',
      '--yes',
      '-q',
    ]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: 'ratebook: no day has a rate for QQQ\n' });
    expect(calls()).toBe(1);
  });

  test('if the newest stored day has it, in the settings too', async () => {
    const { url, calls } = await startService((_request, response) =>
      reply(response, 200, dayBody({ EUR: 0.9, XYZ: 4 })),
    );
    const known = Machine.for(url);
    const day = ['historical', '2024-01-17', '-q'];
    expect((await runHere(known, ['config', 'set', 'symbols', 'XYZ'])).code).toBe(2);
    expect((await runHere(known, day)).code).toBe(0);
    expect((await runHere(known, [...day, '-b', 'EUR', '-s', 'XYZ'])).code).toBe(0);
    expect((await runHere(known, [...day, '-s', 'XYZ', '--no-store'])).code).toBe(2);
    expect(await runHere(known, ['config', 'set', 'symbols', 'XYZ'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect((await runHere(known, day)).stdout).toBe('date,base,quote,rate\n2024-01-17,USD,XYZ,4\n');
    expect(calls()).toBe(1);
  });

  test('and a file keeps any name under --format', async () => {
    const line = ['historical', '2024-01-17', '-s', 'EUR', '--demo', '-q', '-f', 'csv', '-o', 'rates.xlsx'];
    expect((await machine.run(line)).code).toBe(0);
    expect(machine.read('rates.xlsx')).toMatch(/^date,base,quote,rate\n/);
  });
});
