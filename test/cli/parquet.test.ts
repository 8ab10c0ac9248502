import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
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
    ['of another base, and symbols in another order', ['-b', 'CHF', '-s', 'USD,EUR,BTC,VND']],
    ['of rates the other way round', ['-b', 'GBP', '--invert']],
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

  test.each(['mean', 'min'])('of periods has their columns: %s', async (take) => {
    const { machine } = await scene();
    const args = ['series', '2024-01', '2024-02', '-s', 'JPY,EUR', '--every', 'month', '--take', take];
    const file = join(machine.home, 'x.parquet');
    await runHere(machine, [...args, '-o', file]);
    const csv = (await runHere(machine, [...args, '-f', 'csv', '-q'])).stdout.trimEnd().split('\n');
    const described = await query(`describe select * from '${file}'`);
    expect(described.map(([name, type]) => `${name} ${type}`)).toEqual([
      'period VARCHAR',
      'base VARCHAR',
      'quote VARCHAR',
      'rate DOUBLE',
      'date DATE',
      'days INTEGER',
    ]);
    const columns = "period, base, quote, rate, coalesce(date::text, ''), days";
    const rows = (await query(`select ${columns} from '${file}'`)).map((row) => row.join(','));
    expect(csv[0]).toBe('period,base,quote,rate,date,days');
    expect(rows).toEqual(csv.slice(1).sort());
  });

  test('of converted amounts has the columns of their csv', async () => {
    const { machine } = await scene();
    const args = '1234.50 EUR USD JPY --rate month-mean --on 2024-01-17 -q -f';
    await machine.shell(`ratebook convert ${args} parquet > x.parquet`);
    const { stdout } = await machine.shell(`ratebook convert ${args} csv`);
    machine.write('x.csv', stdout);
    const [file, csv] = ['x.parquet', 'x.csv'].map((name) => join(machine.home, name));
    const types = `describe select * from '${file}'`;
    expect((await query(types)).map(([name, type]) => `${name} ${type}`)).toEqual([
      'date VARCHAR',
      'from VARCHAR',
      'amount DOUBLE',
      'to VARCHAR',
      'rate DOUBLE',
      'converted DOUBLE',
    ]);
    const rows = await query(`select * from '${file}'`);
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(await query(`select * from read_csv('${csv}', types = {'date': 'VARCHAR'})`));
  });

  test('has no rows where there are no rates, and can be read', async () => {
    const machine = Machine.for(nobody);
    const { code } = await machine.run(['series', '2024-01', '--offline', '-o', 'x.parquet']);
    expect(code).toBe(3);
    const file = join(machine.home, 'x.parquet');
    expect(await query(`select count(*) from '${file}'`)).toEqual([['0']]);
    expect((await query(`describe select * from '${file}'`)).map((row) => row[1])).toEqual([
      'DATE',
      'VARCHAR',
      'VARCHAR',
      'DOUBLE',
    ]);
  });
});

describe.skipIf(!hasRealDays)(`the real days${orSkipped}`, () => {
  const machine = Machine.for(nobody);
  const at = (...names: string[]) => join(machine.home, ...names);
  const range = ['series', '1999', '2026-08-22', '--offline', '-q'];
  const folder = at('rates');
  let days: number;
  const lake = `read_parquet('${folder}/*/*.parquet', hive_partitioning = true)`;

  beforeAll(async () => {
    const { paths, length } = new RealDays().files(machine.home);
    days = length;
    await machine.run(['store', 'import', ...paths]);
    await machine.run([...range, '-o', 'all.csv']);
    await machine.run([...range, '-o', 'all.parquet']);
    await machine.run(['archive', '--max-cost', '0', '--to', folder, '-f', 'parquet']);
  }, 240_000);

  test('in one file are the rows of the csv, each value equal', async () => {
    const lines = machine.read('all.csv').split('\n').length - 2;
    expect(await query(`select count(*), count(distinct date) from '${at('all.parquet')}'`)).toEqual([
      [String(lines), String(days)],
    ]);
    expect(await difference(`'${at('all.parquet')}'`, csvOf(at('all.csv')))).toEqual([]);
  });

  test('come in groups, so that a file of any length takes little memory', async () => {
    const sizes = `from parquet_metadata('${at('all.parquet')}')`;
    const [[groups, largest] = []] = await query(
      `select count(distinct row_group_id), max(row_group_num_rows) ${sizes}`,
    );
    expect(Number(groups)).toBe(inWhole(99, 6));
    expect(Number(largest)).toBeLessThan(8_200);
  });

  test('in a folder of years too, and a question about a year opens one file', async () => {
    const years = readdirSync(folder).length;
    expect(years).toBe(inWhole(21, 2));
    expect(await difference(lake, csvOf(at('all.csv')))).toEqual([]);
    expect(await query(`select distinct year - year(date) from ${lake}`)).toEqual([['0']]);
    const [[, plan = ''] = []] = await query(`explain analyze select count(*) from ${lake} where year = 2012`);
    expect(plan).toContain(`Scanning Files: 1/${years}`);
  });
});
