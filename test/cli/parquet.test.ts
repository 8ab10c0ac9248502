import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixedRateOf, replacedCodes } from '../../src/currencies/replaced.ts';
import { query } from '../support/duckdb.ts';
import { runHere } from '../support/here.ts';
import { Machine, nobody } from '../support/ratebook.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';
import { scene } from '../support/scene.ts';
import { inWhole } from '../support/whole.ts';

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
    const { code, stdout, stderr } = await machine.run(['series', '2024-01', ...args, '-q', '-o', 'x.parquet']);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await difference(`'${file}'`, csvOf(csv))).toEqual([]);
    const codes = args.includes('--invert') ? 'base' : 'quote';
    const rows = await query(`select date || ${codes} from '${file}'`);
    expect(rows.length).toBeGreaterThan(100);
    expect(rows).toEqual(rows.toSorted());
  });

  test('has typed columns, none of which is ever empty, and statistics', async () => {
    const { machine } = await scene();
    const file = join(machine.home, 'x.parquet');
    await runHere(machine, ['series', '2024-01', '-s', 'EUR,GBP', '-o', file]);
    const columns = 'name, type, coalesce(converted_type, logical_type), repetition_type';
    expect(await query(`select ${columns} from parquet_schema('${file}') offset 1`)).toEqual([
      ['date', 'INT32', 'DATE', 'REQUIRED'],
      ['base', 'BYTE_ARRAY', 'UTF8', 'REQUIRED'],
      ['quote', 'BYTE_ARRAY', 'UTF8', 'REQUIRED'],
      ['rate', 'DOUBLE', 'null', 'REQUIRED'],
    ]);
    const statistics = "path_in_schema, stats_min_value, stats_max_value, encodings like '%DICTIONARY%'";
    expect((await query(`select ${statistics} from parquet_metadata('${file}')`)).slice(0, 3)).toEqual([
      ['date', '2024-01-01', '2024-01-31', expect.any(String)],
      ['base', 'USD', 'USD', 'true'],
      ['quote', 'EUR', 'GBP', 'true'],
    ]);
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

  test('has no rows where there are no rates, and can be read', async () => {
    const machine = Machine.for(nobody);
    expect((await machine.run(['series', '2024-01', '--offline', '-o', 'x.parquet'])).code).toBe(3);
    const file = join(machine.home, 'x.parquet');
    expect(await query(`select count(*), count(date), count(rate) from '${file}'`)).toEqual([['0', '0', '0']]);
  });
});

test.skipIf(!hasRealDays)(
  `all real days are in a folder of years, in small groups of rows; a question opens one file${orSkipped}`,
  async () => {
    const machine = Machine.for(nobody);
    const [folder, csv] = ['rates', 'all.csv'].map((name) => join(machine.home, name)) as [string, string];
    await machine.run(['store', 'import', ...new RealDays().files(machine.home)]);
    await machine.run(['series', '1999', '2026-08-22', '--offline', '-q', '-o', 'all.csv']);
    await machine.run(['archive', '--max-cost', '0', '--to', folder, '-f', 'parquet']);
    const lake = `read_parquet('${folder}/*/*.parquet', hive_partitioning = true)`;
    const years = readdirSync(folder).length;
    expect(years).toBe(inWhole(21, 2));
    // a series leaves out what the euro replaced, an archive has what is stored
    const replaced = replacedCodes.map((code) => `(quote = '${code}' and date >= '${fixedRateOf(code)?.since}')`);
    const living = `(select * from ${lake} where not (${replaced.join(' or ')}))`;
    expect(await difference(living, csvOf(csv))).toEqual([]);
    expect(await query(`select distinct year - year(date) from ${lake}`)).toEqual([['0']]);
    const [[, plan = ''] = []] = await query(`explain analyze select count(*) from ${lake} where year = 2012`);
    expect(plan).toContain(`Scanning Files: 1/${years}`);
    const groups = `from parquet_metadata('${folder}/*/*.parquet')`;
    expect(await query(`select max(row_group_num_rows) < 8200 ${groups}`)).toEqual([['true']]);
  },
  240_000,
);
