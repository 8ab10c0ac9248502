import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { query } from '../support/duckdb.ts';
import { runHere } from '../support/here.ts';
import { Machine, nobody } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

const csvOf = (path: string) => `read_csv('${path}', types = {'date': 'DATE', 'rate': 'DOUBLE'})`;

/** Rows of either that the other lacks, each counted as often as it is there. */
async function difference(one: string, other: string): Promise<string[][]> {
  const columns = 'date, base, quote, rate';
  const lacking = (a: string, b: string) => `(select ${columns} from ${a} except all select ${columns} from ${b})`;
  return query(`${lacking(one, other)} union all ${lacking(other, one)} limit 5`);
}

describe.concurrent('a Parquet file', () => {
  test.each([
    ['of all currencies', []],
    [
      'of another base, the other way round, with symbols in another order',
      ['-b', 'GBP', '--invert', '-s', 'USD,EUR,BTC,VND'],
    ],
  ])('%s has the rows of the csv, sorted by date and code', async (_name, args) => {
    const { machine } = await scene();
    const [file, csv] = ['x.parquet', 'x.csv'].map((name) => join(machine.home, name)) as [string, string];
    await runHere(machine, ['series', '2024-01', ...args, '-o', csv]);
    const { code, stdout, stderr } = await runHere(machine, ['series', '2024-01', ...args, '-q', '-o', file]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await difference(`'${file}'`, csvOf(csv))).toEqual([]);
    const codes = args.includes('--invert') ? 'base' : 'quote';
    const rows = await query(`select date || ${codes} from '${file}'`);
    expect(rows.length).toBeGreaterThan(100);
    expect(rows).toEqual(rows.toSorted());
  });

  test.each([
    [
      'series 2024-01 2024-02 -s JPY,EUR --every month',
      'period base quote rate:DOUBLE date:DATE days:INTEGER of:INTEGER',
    ],
    [
      'series 2024-01 2024-02 -s JPY --every month --take min',
      'period base quote rate:DOUBLE date:DATE days:INTEGER of:INTEGER',
    ],
    [
      'convert 1234.50 EUR USD JPY --rate month-mean --on 2024-01-17',
      'date from amount:DOUBLE to rate:DOUBLE converted:DOUBLE days:INTEGER of:INTEGER',
    ],
  ])('of %s has the columns and rows of the csv', async (line, columns) => {
    const { machine, run } = await scene();
    await run(`${line} -q -o ~/x.parquet`);
    await run(`${line} -q -o ~/x.csv`);
    const [file, csv] = ['x.parquet', 'x.csv'].map((name) => `'${join(machine.home, name)}'`) as [string, string];
    const described = (await query(`describe select * from ${file}`)).map(([name, type]) => `${name}:${type}`);
    expect(described.join(' ').replaceAll(':VARCHAR', '')).toBe(columns);
    const texts = 'select columns(*)::text from';
    const lines = machine.read('x.csv').trimEnd().split('\n').length - 1;
    expect(await query(`select count(*) from ${file}`)).toEqual([[`${lines}`]]);
    expect(await query(`${texts} ${file} except all ${texts} ${csv}`)).toEqual([]);
  });

  test('of another program is imported with a note that it has no checksums', async () => {
    const { machine, run } = await scene();
    await run('series 2024-01 -q -o ~/x.csv');
    const file = join(machine.home, 'other.parquet');
    await query(`copy (from ${csvOf(join(machine.home, 'x.csv'))}) to '${file}'`);
    const { code, stderr } = await runHere(machine, ['store', 'import', file, '--dry-run']);
    expect(code).toBe(0);
    expect(stderr).toContain(`${file} has no checksums: damage in it would not be noticed`);
  });

  test('has no rows where there are no rates, and can be read', async () => {
    const machine = Machine.for(nobody);
    const file = join(machine.home, 'x.parquet');
    expect((await runHere(machine, ['series', '2024-01', '--offline', '-o', file])).code).toBe(3);
    expect(await query(`select count(*), count(date), count(rate) from '${file}'`)).toEqual([['0', '0', '0']]);
  });
});
