import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { query } from '../support/duckdb.ts';
import { onDays } from '../support/faults.ts';
import { runHere, within } from '../support/here.ts';
import { behind, Latch } from '../support/latch.ts';
import { finished, Machine, nobody, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { cellsOf, type ReadCell } from '../support/sheets.ts';

const { machine } = await scene();

test.each(['series 2024-01 --no-store -q', 'config list'])(
  'where stdout is full %s fails, and says so once',
  async (args) => {
    const { stderr } = await machine.shell(`ratebook ${args} > /dev/full`);
    expect(stderr).toBe('ratebook: cannot write standard output: no space left on device\nexit 1\n');
  },
);

describe.concurrent('a reader that has enough', () => {
  test.each([
    ['a series', 'ratebook series 2024-01 2024-02 --no-store -q | head -1', 'date,base,quote,rate\n'],
    ['raw bodies', 'ratebook series 2024-01 2024-02 --raw -q | head -c 2', '{"'],
    ['the help', 'ratebook series --help | true', ''],
  ])('ends %s with 0 and silence', async (_what, line, stdout) =>
    expect(await machine.shell(line)).toMatchObject({ stdout, stderr: 'exit 0\n' }),
  );

  test('of the notes does not end the run', async () => {
    const { stdout } = await machine.shell('ratebook series 2024-01 --no-store -o noted.csv 2>&1 | true');
    expect(stdout).toBe('');
    expect(machine.read('noted.csv')).toMatch(/\n2024-01-31,USD,Z\w+,[\d.]+\n$/);
  });
});

test.each([
  ['-f csv', '2024-01-31,USD,EUR,', 91],
  ['-f json --every month', '"2024-01": {', 3],
])('a series is written while later months are on their way: %s', async (format, first, count) => {
  const latch = new Latch();
  const { machine } = await scene(onDays(['2024-03-01'], behind(latch)));
  const child = machine.start(`series 2024-01 2024-03 -s EUR --no-store ${format}`.split(' '));
  const end = finished(child);
  await said(child, 'stdout', first);
  latch.open();
  const { code, stdout } = await end;
  expect(code).toBe(0);
  expect(new Set(stdout.match(/2024-\d\d(-\d\d)?/g)).size).toBe(count);
});

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
    ['of another base, inverted, with symbols in another order', ['-b', 'GBP', '--invert', '-s', 'USD,EUR,BTC,VND']],
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

  const days = 'days:INTEGER of:INTEGER';
  const periods = `period base quote rate:DOUBLE date:DATE ${days}`;
  const amounts = `date from amount:DOUBLE to rate:DOUBLE converted:DOUBLE ${days}`;
  test.each([
    ['series 2024-01 2024-02 -s JPY,EUR --every month', periods],
    ['series 2024-01 2024-02 -s JPY --every month --take min', periods],
    ['convert 1234.50 EUR USD JPY --rate month-mean --on 2024-01-17', amounts],
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

describe('workbooks', () => {
  const machine = new Machine();
  const ratebook = (line: string) => within(machine.home, () => runHere(machine, line.split(' ')));
  const built = (line: string, env: Record<string, string> = {}) => machine.run(line.split(' '), { env });
  const read = (name: string) => readFileSync(join(machine.home, name));

  /** As it stands in csv. */
  const inCsv = ({ text, number = '', style }: ReadCell = {}) =>
    style === 1 ? new Date((Number(number) - 25_569) * 86_400_000).toISOString().slice(0, 10) : (text ?? number);

  const lists = [
    'series 2024-01 --demo -s EUR,JPY --wide',
    'series 2024-01 --demo -b EUR --invert -s USD,JPY',
    'series 2024 --demo -s EUR,JPY --every month',
    'series 2024-01 2024-04 --demo -s EUR,JPY --every quarter --wide --take high',
    'series 2024-01 --demo -s EUR,JPY --summary',
    'convert 1234.50 EUR USD JPY --demo --on 2024-01-17',
    'convert 1234.50 EUR USD --demo --on 2024-01-17 --rate month-mean',
    'currencies dollar',
    'config list',
  ];

  it.each(lists)('%s: has what csv has', async (line) => {
    await ratebook(`${line} -q -o list.xlsx`);
    const rows = cellsOf(read('list.xlsx'));
    const cells = rows.map((row) => row.map(inCsv));
    const lines = (await ratebook(`${line} -q -f csv`)).stdout.trimEnd().split('\n');
    expect(cells.length).toBe(lines.length);
    const unlike = lines.filter((text, at) => {
      const wanted = text.split(',');
      const row = cells[at] ?? [];
      return !text.includes('"') && wanted.some((cell, column) => cell !== (row[column] ?? ''));
    });
    expect(unlike).toEqual([]);
  });

  it('says on its second sheet whose rates they are, and nothing of file, clock or zone', async () => {
    const line = 'series 2024-01 --demo -s EUR --no-pager';
    await built(`${line} -q -o one.xlsx`, { TZ: 'Asia/Tokyo' });
    await built(`${line} --output=other.xlsx --quiet`, { TZ: 'America/New_York' });
    expect(read('other.xlsx')).toEqual(read('one.xlsx'));
    const facts = cellsOf(read('one.xlsx'), 2).map((row) => row.map((cell) => cell?.text));
    expect(facts).toEqual([
      ['source', 'made up, for demonstration'],
      ['rates', 'made up, by a demonstration'],
      ['base', 'USD'],
      ['terms', 'for trying out, and for nothing else'],
      ['command', 'ratebook series 2024-01 --demo -s EUR --no-pager'],
      ['newest rates', '2024-01-31'],
    ]);
  });

  const script = `
import csv, openpyxl, sys
book = openpyxl.load_workbook(sys.argv[1])
sheet = book['rates']
rows = list(sheet.iter_rows())
wanted = list(csv.reader(open(sys.argv[2])))
def text(cell): return cell.value.date().isoformat() if cell.is_date else cell.value
differ = [w for r, w in zip(rows[1:], wanted[1:])
          if [text(c) for c in r[:3]] != w[:3] or r[3].value != float(w[3])]
print(len(rows) - 1, len(wanted) - 1, len(differ), book.sheetnames, sheet.freeze_panes, sheet.auto_filter.ref,
      rows[0][0].font.b, rows[1][0].number_format)
`;

  const hasReader = spawnSync('python3', ['-c', 'import openpyxl']).status === 0;

  it.skipIf(!hasReader)('openpyxl reads dates, numbers, a head that stays and a filter (needs openpyxl)', async () => {
    await ratebook('series 2024-01 --demo -q -o all.xlsx');
    await ratebook('series 2024-01 --demo -q -o all.csv');
    const said = execFileSync('python3', ['-c', script, 'all.xlsx', 'all.csv'], {
      cwd: machine.home,
      encoding: 'utf8',
    });
    expect(said).toBe("5177 5177 0 ['rates', 'source'] A2 A1:D5178 True yyyy\\-mm\\-dd\n");
  });
});
