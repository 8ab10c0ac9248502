import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it, test } from 'vitest';
import { bookOf, contents, row, styles } from '../support/books.ts';
import { runHere, within } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';

const columns = ['--date', 'Date', '--from', 'Code', '--rates', 'own.csv', '-q'];
const own = [
  'date,base,quote,rate',
  '2024-01-17,USD,EUR,0.5',
  '2024-01-17,USD,JPY,150',
  '2024-01-17,GBP,EUR,1.234567',
  '2024-01-17,CHF,EUR,0.123456744999999999',
].join('\n');

/** The parts of the workbook that is made of this one. */
async function annotated(bytes: Uint8Array, args: readonly string[]) {
  const machine = new Machine();
  machine.write('own.csv', own);
  writeFileSync(join(machine.home, 'in.xlsx'), bytes);
  const words = ['annotate', 'in.xlsx', ...columns, ...args, '-o', 'out.xlsx'];
  const { code, stderr } = await within(machine.home, () => runHere(machine, words));
  const parts = code === 0 || code === 3 ? unzipSync(readFileSync(join(machine.home, 'out.xlsx'))) : {};
  return { machine, stderr, xml: (name: string) => strFromU8(parts[`xl/${name}.xml`] ?? new Uint8Array()) };
}

const rowsOf = (xml: string) => xml.match(/<row .*?<\/row>/g) ?? [];

it('has formulas of amounts and rates, and values alone where a formula would not give the same', async () => {
  const rows = [
    row('', 'Statement'),
    row('Date', 'Debit', 'Credit', 'Code', 'Note'),
    row('2024-01-17', 5, '', 'USD'),
    row('2024-01-17', -5, 0, 'USD', '', 'beside'),
    row('2024-01-17', '', 10.5, 'GBP'),
    row('2024-01-17', '', '7,50', 'USD'),
    row('2024-01-17', '', 1_000_000, 'CHF'),
    row('soon', 1, '', 'USD'),
  ];
  const bytes = bookOf({ Sales: rows.join('') }, { 'xl/styles.xml': styles(14) });
  const { stderr, xml } = await annotated(bytes, ['--amount', 'Debit,Credit', '--to', 'JPY,EUR']);
  expect(stderr).toBe(
    'ratebook: 2 rows without a rate (no rate in own.csv on that day; rates of 2024-01-17: "JPY"): rows 5, 7\nratebook: 1 row without a rate (no readable day: "soon"): row 8\n',
  );
  expect(rowsOf(xml('worksheets/sheet1')).map((each) => each.replace(/.*?(?=<c r="[G-Z]\d)|.*/, ''))).toEqual([
    '',
    ['G2', 'H2', 'I2', 'J2', 'K2', 'L2']
      .map((place, at) => {
        const name = ['rate', 'rate_date', 'converted'][at % 3];
        return `<c r="${place}" s="2" t="inlineStr"><is><t>${name}_${at < 3 ? 'JPY' : 'EUR'}</t></is></c>`;
      })
      .join('')
      .concat('</row>'),
    ...[3, 4].map((at) => {
      const sign = at === 3 ? '-' : '';
      return (
        `<c r="G${at}"><v>150</v></c><c r="H${at}" s="1"><v>45308</v></c><c r="I${at}"><f>ROUND(${sign}B${at}*G${at},0)</f><v>-750</v></c>` +
        `<c r="J${at}"><v>0.5</v></c><c r="K${at}" s="1"><v>45308</v></c><c r="L${at}"><f>ROUND(${sign}B${at}*J${at},2)</f><v>-2.50</v></c></row>`
      );
    }),
    '<c r="J5"><v>1.234567</v></c><c r="K5" s="1"><v>45308</v></c><c r="L5"><f>ROUND(C5*J5,2)</f><v>12.96</v></c></row>',
    '<c r="G6"><v>150</v></c><c r="H6" s="1"><v>45308</v></c><c r="I6"><v>1125</v></c><c r="J6"><v>0.5</v></c><c r="K6" s="1"><v>45308</v></c><c r="L6"><v>3.75</v></c></row>',
    '<c r="J7"><v>0.123456744999999999</v></c><c r="K7" s="1"><v>45308</v></c><c r="L7"><v>123456.74</v></c></row>',
    '',
  ]);
});

it('keeps the values of all sheets as they are, and hides what was hidden', async () => {
  const parts = {
    'xl/workbook.xml': contents(['Old" state="hidden', 'Sales &amp; more'], '<workbookPr date1904="1"/>'),
    'xl/styles.xml': styles(14, '[h]:mm'),
  };
  const cells = [
    ...['<c r="A1" s="1"><v>43846</v></c>', '<c r="B1" s="1"><v>43846.25</v></c>', '<c r="C1" s="2"><v>1.5</v></c>'],
    ...['<c r="E1"><v>0.30000000000000004</v></c>', '<c r="F1" t="b"><v>1</v></c>', '<c r="G1" t="e"><v>#N/A</v></c>'],
    ...['<c r="H1" t="str"><f>A1</f><v>_x0041_ &lt;</v></c>', '<c r="I1"><f>A1</f></c>'],
  ];
  const sheets = {
    Old: `<row r="1">${cells.join('')}</row><row r="9"><c><v>1e21</v></c></row>`,
    Sales: row('Date', 'Code', 'Sum'),
  };
  const { xml } = await annotated(bookOf(sheets, parts), ['--amount', 'Sum', '--to', 'EUR']);
  expect(rowsOf(xml('worksheets/sheet1'))).toEqual([
    '<row r="1"><c r="A1" s="1"><v>45308</v></c><c r="B1" s="3"><v>45308.25</v></c><c r="C1" s="4"><v>1.5</v></c>' +
      '<c r="E1"><v>0.30000000000000004</v></c><c r="F1" t="b"><v>1</v></c><c r="G1" t="e"><v>#N/A</v></c>' +
      '<c r="H1" t="inlineStr"><is><t>A &lt;</t></is></c></row>',
    '<row r="9"><c r="A9"><v>1e+21</v></c></row>',
  ]);
  expect(xml('workbook')).toContain(
    '<bookViews><workbookView activeTab="1"/></bookViews><sheets><sheet name="Old" state="hidden" sheetId="1" r:id="rId1"/>' +
      '<sheet name="Sales &amp; more" state="visible" sheetId="2" r:id="rId2"/></sheets>',
  );
});

it('says where CSV has a text that a spreadsheet takes for a formula', async () => {
  const machine = new Machine();
  machine.write('own.csv', own);
  const cell = '<c r="D2" t="str"><v>=1+1</v></c></row>';
  const rows = row('Date', 'Sum', 'Code', 'Text') + row('2024-01-17', 5, 'USD').replace('</row>', cell);
  machine.write('in.xlsx', bookOf({ A: rows }));
  const [rates, input] = ['own.csv', 'in.xlsx'].map((name) => join(machine.home, name)) as [string, string];
  const words = ['annotate', input, '--date', 'Date', '--amount', 'Sum', '--from', 'Code', '--to', 'EUR'];
  const { stdout, stderr } = await runHere(machine, [...words, '--rates', rates]);
  expect(stdout).toContain('USD,=1+1,0.5,');
  expect(stderr).toContain('a spreadsheet takes texts that begin with "=" for formulas in CSV: D2\n');
});

const tooLarge = 'the file is a workbook of more than 32 MB\nhint: save or export it as CSV, and annotate that\n';
const tooWide = 'over the limit of a sheet: 16,384 columns\nhint: a CSV file instead\n';
const head = row('Date', 'Code', 'Sum');

test.each([
  ['of more than 32 MB', Buffer.alloc(32_000_001, 'PK\x03\x04'), tooLarge],
  [
    'that has no room for the added columns',
    bookOf({ A: head.replace('</row>', '<c r="XFB1"><v>1</v></c></row>') }),
    tooWide,
  ],
])('a workbook %s is refused', async (_what, bytes, told) => {
  const { stderr } = await annotated(bytes, ['--amount', 'Sum', '--to', 'EUR']);
  expect(stderr).toBe(`ratebook: ${told}`);
});
