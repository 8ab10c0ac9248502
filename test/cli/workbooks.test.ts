import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runHere, within } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { cellsOf, type ReadCell } from '../support/sheets.ts';

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

it.skipIf(!hasReader)(
  'openpyxl reads dates and numbers, a head that stays, and a filter (needs openpyxl)',
  async () => {
    await ratebook('series 2024-01 --demo -q -o all.xlsx');
    await ratebook('series 2024-01 --demo -q -o all.csv');
    const said = execFileSync('python3', ['-c', script, 'all.xlsx', 'all.csv'], {
      cwd: machine.home,
      encoding: 'utf8',
    });
    expect(said).toBe("5177 5177 0 ['rates', 'source'] A2 A1:D5178 True yyyy\\-mm\\-dd\n");
  },
);
