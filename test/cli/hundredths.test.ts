import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine, nobody } from '../support/ratebook.ts';
import { dayBody } from '../support/service.ts';

const now = '2024-03-01T12:00:00Z';
/** No key is set: what asks is refused with 4. */
const machine = Machine.for(nobody, '');
const held = new HeldFiles(machine, nobody);
held.write('2024-01-17', JSON.stringify(dayBody({ EUR: 0.9, GBP: 0.785, ILS: 3.7, JPY: 150, ZAR: 18.7 })));
held.write('2024-01-18', JSON.stringify(dayBody({ EUR: 0.92, GBP: 0.8, ILS: 3.8, JPY: 151, ZAR: 19 })));

const run = (line: string, stdin = '') => runHere(machine, line.split(' '), { now, stdin });
const on = '--on 2024-01-17';
const pence = 'GBp is 1/100 GBP\n';
const bothWays = '1 GBp = 0.01146496815 EUR (derived), 1 EUR = 87.22222222 GBp (derived)';

describe('an amount in hundredths', () => {
  test('is converted at the hundredth of the rate, both ways, with a note', async () => {
    expect(await run(`convert 250 GBp EUR ${on}`)).toEqual({
      code: 0,
      stdout: `250.00 GBp = 2.87 EUR\n${bothWays}\n2024-01-17\n`,
      stderr: pence,
    });
    expect((await run(`convert 1 GBX GBX GBp ${on} -f value`)).stderr).toBe(`GBX is 1/100 GBP\n${pence}`);
  });

  test.each([
    ['250 GBp EUR', 'GBp,250.00,EUR,0.01146496815,2.87'],
    ['250 GBP EUR', 'GBP,250.00,EUR,1.146496815,286.62'],
    ['250 gbp EUR', 'GBP,250.00,EUR,1.146496815,286.62'],
    ['250 EUR gbx', 'EUR,250.00,GBX,87.22222222,21805.56'],
    ['250 USD GBX', 'USD,250.00,GBX,78.5,19625.00'],
    ['250 ZAX USD', 'ZAX,250.00,USD,0.0005347593583,0.13'],
    ['250 USD zac', 'USD,250.00,ZAc,1870,467500.00'],
    ['250 ILA GBp', 'ILA,250.00,GBp,0.2121621622,53.04'],
    ['-1,250.5 GBp JPY', 'GBp,-1250.50,JPY,1.910828025,-2389'],
    ['250 GBp EUR --digits 5', 'GBp,250.00,EUR,0.01146496815,2.86624'],
    ['12345678901234.5 GBp EUR', 'GBp,12345678901234.50,EUR,0.01146496815286624,141542815428.17'],
    ['250 GBp GBP', 'GBp,250.00,GBP,0.01,2.50'],
    ['250 GBP GBp', 'GBP,250.00,GBp,100,25000.00'],
    ['250 GBp GBX', 'GBp,250.00,GBX,1,250.00'],
  ])('%s: %s', async (words, row) => {
    const csv = await run(`convert ${words} ${on} -q -f csv --no-header`);
    expect(csv).toEqual({ code: 0, stdout: `2024-01-17,${row}\n`, stderr: '' });
    const [, amount = '', , rate = '', converted = ''] = row.split(',');
    const decimals = converted.split('.')[1]?.length ?? 0;
    expect(new Decimal(amount).times(rate).toFixed(decimals, Decimal.ROUND_HALF_UP)).toBe(converted);
  });

  test.each([
    ['250 GBp EUR', '2024-01-17', 0.01146496815, true],
    ['250 GBp EUR --rate last-published', '2024-01-17', 0.01146496815, true],
    ['250 EUR GBp --rate month-mean --offline', '2024-01', 87.08937198, true],
    ['250 USD GBX', '2024-01-17', 78.5, false],
    ['250 GBP GBX', '2024-01-17', 100, false],
  ])('has a receipt in its own name: %s', async (words, date, rate, derived) => {
    const [, , from, to] = `convert ${words}`.split(' ');
    const { stdout } = await run(`convert ${words} ${on} -q -f ndjson`);
    expect(JSON.parse(stdout)).toMatchObject({ date, from, to, rate, derived, odd: [] });
  });

  test('has the mark and the formats that any other has', async () => {
    const { stdout } = await run(`convert 1.250,50 GBp EUR ${on} -q --decimal comma`);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      '1.250,50 GBp = 14,34 EUR',
      '1 GBp = 0,01146496815 EUR (derived), 1 EUR = 87,22222222 GBp (derived)',
    ]);
    expect((await run(`convert 250 EUR GBp GBP ${on} -q -f value`)).stdout).toBe('21805.56\n218.06\n');
  });

  const short = ['250 GBp EUR', '250GBp EUR', '250 GBp/EUR', '250 GBp in EUR'];
  test.each(short)('needs no command: %s', async (words) => {
    const { stdout } = await run(`${words} ${on} -f value`);
    expect(stdout).toBe('2.87\n');
  });

  test('of the same currency, as any currency in itself, needs no rates of a day', async () => {
    expect(await run('convert 250 GBX GBP --on 2024-02-01')).toEqual({
      code: 0,
      stdout: '250.00 GBX = 2.50 GBP\n1 GBX = 0.01 GBP, 1 GBP = 100 GBX\n2024-02-01\n',
      stderr: 'GBX is 1/100 GBP\n',
    });
    expect(await run('convert 5 EUR EUR --rate month-mean -f value --on 2024-01-17')).toMatchObject({
      stdout: '5.00\n',
    });
    expect((await run('convert 250 GBX EUR --on 2024-02-01 -q')).code).toBe(4);
    expect((await run('convert 5 EUR EUR --on 2030-01-01')).code).toBe(2);
  });
});

describe('a file with hundredths', () => {
  const usual = { amount: 'Sum', from: 'In', to: 'EUR' };
  async function annotate(rows: readonly string[], given: Partial<typeof usual> = {}, more = '') {
    const { amount, from, to } = { ...usual, ...given };
    const line = `annotate - --date Day --amount ${amount} --from ${from} --to ${to} --offline${more}`;
    const stdin = `Day,Sum,In,Book\n${rows.map((row) => `2024-01-17,${row}\n`).join('')}`;
    const { stdout, ...said } = await run(line, stdin);
    return {
      ...said,
      cells: stdout
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((row) => row.split(',').slice(4).join(',')),
    };
  }

  test('has their rates, and a note for each name', async () => {
    const rows = ['250,GBp,', '250,GBP,', '250,gbp,', '250,GBX,', '1,gbx,', '10,ZAc,', '250,GBp,'];
    expect(await annotate(rows)).toEqual({
      code: 0,
      stderr: `${pence}GBX is 1/100 GBP\nZAc is 1/100 ZAR\n`,
      cells: [
        '0.01146496815,2024-01-17,2.87',
        '1.146496815,2024-01-17,286.62',
        '1.146496815,2024-01-17,286.62',
        '0.01146496815,2024-01-17,2.87',
        '0.01146496815,2024-01-17,0.01',
        '0.0004812834225,2024-01-17,0.00',
        '0.01146496815,2024-01-17,2.87',
      ],
    });
  });

  test('may have them in each column, and as a constant', async () => {
    const rows = ['250,GBp,GBP', '2.5,GBP,GBX', '250,GBX,GBp', '250,EUR,ILA'];
    expect((await annotate(rows, { to: 'Book' })).cells).toEqual([
      '0.01,2024-01-17,2.50',
      '100,2024-01-17,250.00',
      '1,2024-01-17,250.00',
      '411.1111111,2024-01-17,102777.78',
    ]);
    const given = { from: 'GBp', to: 'GBX,EUR,GBP' };
    const receipt = ',127.0.0.1_1/api,1,';
    expect(await annotate(['250,,'], given, ' --receipts')).toEqual({
      code: 0,
      stderr: `${pence}GBX is 1/100 GBP\n`,
      cells: [
        `1,2024-01-17,250.00,day,false${receipt},` +
          `0.01146496815,2024-01-17,2.87,day,true${receipt},` +
          `0.01,2024-01-17,2.50,day,false${receipt}`,
      ],
    });
  });

  test('has no rate where the amount is in the currency, or the other way round', async () => {
    const rows = ['GBp 250,GBX,', 'GBX 250,GBP,', '£250,GBp,', 'GBP 250,GBp,'];
    const { cells, stderr } = await annotate(rows, {}, ' -q');
    expect(cells).toEqual(['0.01146496815,2024-01-17,2.87', ',,', ',,', ',,']);
    const why = 'amount in another currency: "GBX 250"';
    expect(stderr).toBe(`ratebook: 3 rows without a rate (${why}): lines 3, 4, 5\n`);
  });
});

describe('rates of a file', () => {
  const head = 'date,base,quote,rate\n';
  async function convert(rows: string, words: string) {
    const path = join(machine.home, 'own.csv');
    writeFileSync(path, `${head}${rows}`);
    return run(`convert ${words} --rates ${path}`);
  }

  test.each([
    ['2024-01-17,GBX,EUR,0.0117\n', '250 GBP EUR', '1.17,292.50'],
    ['2024-01-17,GBX,EUR,0.0117\n', '250 GBp EUR', '0.0117,2.93'],
    ['2024-01-17,EUR,GBp,85.4\n', '250 EUR GBP', '0.854,213.50'],
    ['2024-01-17,GBP,EUR,1.17\n', '250 GBX EUR', '0.0117,2.93'],
    ['2024-01-17,GBP,EUR,1.17\n', '250 EUR GBX', '85.47008547,21367.52'],
    ['2024-01-17,USD,GBX,80\n2024-01-17,USD,EUR,0.9\n', '250 EUR GBP', '0.8888888889,222.22'],
    ['2024-01-17,GBX,ILA,4.7\n', '1 GBP ILS', '4.7,4.70'],
    ['2024-01-17,GBX,XAU,0.00000123456789012345678\n', '1 GBP XAU', '0.000123456789012345678,0.000123'],
    // the same rate, in two units
    ['2024-01-17,GBP,EUR,1.17\n2024-01-17,GBX,EUR,0.0117\n', '250 GBp EUR', '0.0117,2.93'],
    ['2024-01-17,GBP,GBX,100\n2024-01-17,GBP,EUR,1.17\n', '250 GBp EUR', '0.0117,2.93'],
    ['2024-01-17,EUR,EUR,1.00\n2024-01-17,GBP,EUR,1.17\n', '250 GBp EUR', '0.0117,2.93'],
  ])('%j: %s at %s', async (rows, words, cells) => {
    const { code, stdout } = await convert(rows, `${words} -f csv --no-header`);
    const [, , , , rate, converted] = stdout.trim().split(',');
    expect({ code, cells: `${rate},${converted}` }).toEqual({ code: 0, cells });
  });

  test('are read with a note for each name', async () => {
    const rows = '2024-01-17,GBX,EUR,0.0117\n2024-01-18,gbx,EUR,0.0118\n2024-01-18,USD,GBp,80\n';
    const { stderr } = await convert(rows, '250 GBX EUR');
    expect(stderr).toBe(`GBX is 1/100 GBP\n${pence}`);
  });

  const hint = '\nhint: GBX is 1/100 GBP, GBp is 1/100 GBP';
  test.each([
    ['GBP,GBP,100', `gives GBP/GBP another rate than 1${hint}`],
    ['GBP,GBX,80', `gives GBP/GBX another rate than 100${hint}`],
    ['GBX,GBP,1', `gives GBX/GBP another rate than 0.01${hint}`],
    ['GBX,GBp,0.01', `gives GBX/GBp another rate than 1${hint}`],
    ['EUR,EUR,1.0001', 'gives EUR/EUR another rate than 1'],
    ['EUR,EUR,0', 'gives EUR/EUR another rate than 1'],
    ['GBX,EUR,1.17', `gives GBX/EUR another rate for 2024-01-17 than a line before it\nhint: GBX is 1/100 GBP`],
  ])('of a currency in itself are 1, and a pair has one: %s', async (row, message) => {
    const found = await convert(`2024-01-17,GBP,EUR,1.17\n2024-01-17,${row}\n`, '1 GBP EUR -q');
    expect(found).toEqual({ code: 2, stdout: '', stderr: `ratebook: line 3 of own.csv ${message}\n` });
  });
});

describe('rates of whole currencies alone are shown', () => {
  test.each([
    ['latest -s GBp', '--symbols: GBp is 1/100 GBP, and has no rates of its own', 'write GBP'],
    ['series 2024-01 -s EUR,gbx', '--symbols: GBX is 1/100 GBP, and has no rates of its own', 'write GBP'],
    ['historical 2024-01-17 -b ILA', '--base: ILA is 1/100 ILS, and has no rates of its own', 'write ILS'],
    ['config set base GBp', 'base: GBp is 1/100 GBP, and has no rates of its own', 'write GBP'],
    ['config set symbols EUR,ZAc', 'symbols: ZAc is 1/100 ZAR, and has no rates of its own', 'write ZAR'],
    ['historical 2024-01-17 GBX', '"GBX" is not a day', 'ratebook historical 2024-01-17 -s GBP'],
    ['convert 250 pence EUR', 'there is no currency "pence"', 'did you mean GBX (1/100 GBP)?'],
    [
      'convert 250 GBp EUR 2024-01-17 -q',
      'there is no currency "2024-01-17"',
      'ratebook convert 250 GBp EUR --on 2024-01-17 -q',
    ],
  ])('%s', async (line, message, hint) => {
    expect(await run(line)).toEqual({ code: 2, stdout: '', stderr: `ratebook: ${message}\nhint: ${hint}\n` });
  });

  test('from the environment too, with its name', async () => {
    const { stderr } = await runHere(machine, ['latest'], { env: { RATEBOOK_BASE: 'zax' } });
    const message = 'RATEBOOK_BASE: ZAX is 1/100 ZAR, and has no rates of its own';
    expect(stderr).toBe(`ratebook: ${message}\nhint: write ZAR\n`);
  });

  test.each([
    ['GBX', 'GBX is 1/100 GBP', 'GBP'],
    ['GBp GBP', 'GBp is 1/100 GBP', 'GBP'],
    ['pence', 'GBX is 1/100 GBP', 'GBP'],
    ['agorot EUR', 'ILA is 1/100 ILS', 'EUR ILS'],
  ])('currencies %s lists the whole ones', async (words, note, codes) => {
    const { code, stdout, stderr } = await run(`currencies ${words} --no-header`);
    const found = Array.from(stdout.matchAll(/^\w+/gm), String).join(' ');
    expect({ code, found, stderr }).toEqual({ code: 0, found: codes, stderr: `${note}\n` });
  });
});

test('the built program reads them so, too', async () => {
  const words = `convert 250 GBp EUR ${on} -f value`.split(' ');
  const { stdout, stderr } = await machine.run(words);
  expect({ stdout, stderr }).toEqual({ stdout: '2.87\n', stderr: pence });
});
