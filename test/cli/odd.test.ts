import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';

const url = 'http://127.0.0.1:9/api';
const machine = Machine.for(url);
const held = new HeldFiles(machine, url);

/** January 2008, whose 30th has the wrong rate that the service published. */
const czk = (day: number) => (day === 30 ? 0.17 : 17.5 + day / 100);
for (let day = 1; day <= 31; day++) {
  const rates = { CZK: czk(day), EUR: 0.68, USD: 1 };
  held.write(`2008-01-${`${day}`.padStart(2, '0')}`, `${JSON.stringify({ base: 'USD', rates })}\n`);
}
held.write('2008-02-01', `${JSON.stringify({ base: 'USD', rates: { CZK: 17.9, EUR: 0.68, USD: 1 } })}\n`);

const now = '2008-03-01T12:00:00Z';
const run = (...args: string[]) => runHere(machine, [...args, '--offline'], { now });
const named = 'ratebook: CZK on 2008-01-30 is odd: 0.17, 17.77 before and 17.855 after; ';
const leading = `${named}--without-odd leaves it out\n`;

describe('an odd rate is named, also under -q,', () => {
  test.each([
    ['a look-up', ['historical', '2008-01-30', '-s', 'CZK']],
    ['a look-up of several days', ['historical', '2008-01-03', '2008-01-30', '-s', 'CZK']],
    ['a look-up in another base', ['historical', '2008-01-30', '-b', 'CZK', '-s', 'EUR']],
    ['a look-up of all currencies', ['historical', '2008-01-30']],
    ['a series', ['series', '2008-01', '-s', 'CZK']],
    ['a series that ends on it', ['series', '2008-01-28', '2008-01-30', '-s', 'CZK']],
    ['the figures of periods', ['series', '2008-01', '-s', 'CZK', '--every', 'month']],
    ['a conversion', ['convert', '1', 'CZK', 'EUR', '--on', '2008-01-30']],
    ['a conversion at a mean', ['convert', '1', 'EUR', 'CZK', '--on', '2008-01-15', '--rate', 'month-mean']],
  ])('that %s rests on', async (_, args) => {
    const { code, stderr, stdout } = await run(...args);
    expect(stderr).toBe(leading);
    expect(code).toBe(0);
    expect((await run(...args, '-q')).stderr).toBe(leading);
    expect(stdout).not.toBe((await run(...args, '--without-odd')).stdout);
  });

  test('that a row of a file rests on', async () => {
    const stdin = 'Date,Sum\n2008-01-29,1\n2008-01-30,1\n';
    const columns = ['--date', 'Date', '--amount', 'Sum', '--from', 'CZK', '--to', 'USD'];
    const args = ['annotate', '-', ...columns, '--offline'];
    expect((await runHere(machine, args, { now, stdin })).stderr).toBe(leading);
    const { stdout, code } = await runHere(machine, [...args, '--without-odd'], { now, stdin });
    expect(stdout).toBe(
      'Date,Sum,rate,rate_date,converted\n2008-01-29,1,0.05621135469,2008-01-29,0.06\n2008-01-30,1,,,\n',
    );
    expect(code).toBe(3);
  });

  test('but not where nothing rests on it', async () => {
    expect((await run('series', '2008-01', '-s', 'EUR')).stderr).toBe('');
    expect((await run('historical', '2008-01-29', '2008-01-31', '-s', 'CZK')).stderr).toBe('');
  });
});

describe('--without-odd treats it as one that the day lacks', () => {
  test('in a series, whose other days stay as they are', async () => {
    const { stdout, stderr } = await run('series', '2008-01', '-s', 'CZK,EUR', '--without-odd');
    const all = (await run('series', '2008-01', '-s', 'CZK,EUR')).stdout;
    expect(stdout).toBe(all.replace('2008-01-30,USD,CZK,0.17\n', ''));
    expect(stderr).toBe(`${named}left out\nCZK has a rate on 30 of 31 days\n`);
  });

  test('in a mean', async () => {
    const { stdout } = await run('series', '2008-01', '-s', 'CZK', '--every', 'month', '--without-odd');
    const [, figure = ''] = stdout.split('\n');
    expect(figure).toBe('2008-01,USD,CZK,17.655333333,,30'.replace('17.655333333', '17.65533333'));
  });

  test('and a conversion is refused', async () => {
    const { code, stderr } = await run('convert', '1', 'CZK', 'EUR', '--on', '2008-01-30', '--without-odd');
    expect(code).toBe(2);
    expect(stderr).toContain('2008-01-30 has no rate for CZK');
  });
});

test('on the newest day a rate that differs is a jump, and stays', async () => {
  const newer = new Machine(machine.env);
  const files = new HeldFiles(newer, url);
  for (const [at, rate] of [17.5, 17.6, 17.5, 20].entries())
    files.write(`2008-02-0${at + 1}`, `${JSON.stringify({ base: 'USD', rates: { CZK: rate, USD: 1 } })}\n`);
  const args = ['historical', '2008-02-04', '-s', 'CZK', '--without-odd', '--offline'];
  const { stderr, stdout } = await runHere(newer, args, { now });
  expect(stderr).toBe('ratebook: CZK on 2008-02-04 is a jump: 20, 17.5 before\n');
  expect(stdout).toBe('date,base,quote,rate\n2008-02-04,USD,CZK,20\n');
});
