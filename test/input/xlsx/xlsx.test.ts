import { describe, expect, it, test } from 'vitest';
import { Failure } from '../../../src/errors.ts';
import { openBook } from '../../../src/input/xlsx/workbook.ts';
import { book, bookOf, contents, type Parts, relations, row, sheet, styles, texts } from '../../support/books.ts';
import { eachCase } from '../../support/cases.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { inWhole, seed } from '../../support/whole.ts';
import { linesOf, opened } from './lines.ts';

const sheet1 = 'xl/worksheets/sheet1.xml';
const strict = 'http://purl.oclc.org/ooxml';
const related = (...all: Parameters<typeof relations>) => ({ 'xl/_rels/workbook.xml.rels': relations(...all) });

it('sheets that are hidden are read, and those of charts are none', async () => {
  const kinds = ['worksheet', 'worksheet', 'worksheet', 'chartsheet'] as const;
  const parts = {
    'xl/workbook.xml': contents(['A', 'B" state="hidden', 'C" state="veryHidden', 'Chart']),
    ...related(...kinds.map((kind, at) => [kind, `worksheets/sheet${at + 1}.xml`] as const)),
  };
  const sheets = await opened(book(parts));
  expect(sheets.map(({ name, state }) => `${name} ${state}`)).toEqual(['A visible', 'B hidden', 'C veryHidden']);
});

it('a sheet is read no further once the run is interrupted', async () => {
  const ending = new AbortController();
  const rows = Array.from({ length: 20_000 }, () => row('x'));
  const [first] = await openBook(Buffer.from(bookOf({ A: rows.join('') })), ending.signal);
  const read = first?.rows();
  await read?.next();
  ending.abort(new Error('interrupted'));
  await expect(read?.next()).rejects.toThrow('interrupted');
});

describe('a workbook is read as its writer meant it', () => {
  const same = [
    '1: t Date|t Amount|t Currency',
    '2: d 2024-01-17|n 1234.5|t USD',
    '4: d 2024-01-18 13:22:11|n -80|t GBP',
  ];
  const strings = texts('<t>Date</t>', '<t>Amount</t>', '<t>Currency</t>', '<t>USD</t>', '<t>GBP</t>');
  const rows = (days: readonly [number, number], tag = (name: string) => name) =>
    [
      `<row r="1" spans="1:3"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>`,
      `<row r="2" spans="1:3"><c r="A2" s="1"><v>${days[0]}</v></c><c r="B2"><v>1234.5</v></c><c r="C2" t="s"><v>3</v></c></row>`,
      `<row r="3"/><row r="4"><c r="A4" s="2"><v>${days[1]}</v></c><c r="B4"><v>-80</v></c><c r="C4" t="s"><v>4</v></c></row>`,
    ]
      .join('')
      .replace(/<(\/?)(row|c|v)\b/g, (_, slash: string, name: string) => `<${slash}${tag(name)}`);
  const usual = { 'xl/sharedStrings.xml': strings, 'xl/styles.xml': styles(14, 22) };
  const serials = [45308, 45309.557071759256] as const;

  const writers: Readonly<Record<string, Parts>> = {
    'Excel, rich and phonetic text': {
      'xl/sharedStrings.xml': texts(
        '<r><t>Da</t></r><r><rPr><b/></rPr><t>te</t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
        ...['Amount', 'Currency', 'USD', 'GBP'].map(
          (text) => `<t xml:space="preserve">${text}</t><phoneticPr fontId="1"/>`,
        ),
      ),
      'xl/calcChain.xml': '<calcChain/>',
      [sheet1]: sheet(rows(serials)),
    },
    'Excel for the Mac, years from 1904': {
      'xl/workbook.xml': contents(['Sales'], '<workbookPr date1904="1"/>'),
      [sheet1]: sheet(rows([45308 - 1462, 45309.557071759256 - 1462])),
    },
    'Excel, strict': {
      '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']).replace(
        /http:[^"]*relationships\//,
        `${strict}/officeDocument/relationships/`,
      ),
      [sheet1]: sheet(
        rows(serials)
          .replace(/ s="1"><v>[^<]*/, ' t="d"><v>2024-01-17')
          .replace(/ s="2"><v>[^<]*/, ' t="d"><v>2024-01-18T13:22:11'),
        `xmlns="${strict}/spreadsheetml/main"`,
      ),
    },
    'Google Sheets': {
      ...related(['worksheet', `/${sheet1}`], ['styles', '/xl/styles.xml'], ['sharedStrings', '/xl/sharedStrings.xml']),
      'xl/styles.xml': styles('yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd\\ h:mm:ss'),
      [sheet1]: sheet(rows(serials).replaceAll('spans="1:3"', 'customHeight="1"')),
    },
    LibreOffice: {
      'xl/styles.xml': styles('[$-407]dd/mm/yyyy', 'dd/mm/yy\\ hh:mm'),
      [sheet1]: sheet(rows(serials).replace('<c r="B2"><v>', '<c r="B2" t="n"><f aca="false">1000+234.5</f><v>')),
    },
    Numbers: {
      'xl/styles.xml': styles('d. mmm yyyy', 'd. mmm yyyy h:mm'),
      [sheet1]: sheet(
        rows(serials)
          .replaceAll('<v>1234.5</v>', '<v>1.2345E3</v>')
          .replace('<row r="3"/>', '<row r="3"><c r="A3" s="2"/><c r="C3" t="s"/></row>'),
      ),
    },
    'a prefix for each name': {
      [sheet1]: sheet(
        rows(serials, (name) => `x:${name}`),
        'xmlns:x="a"',
      ).replace(/<(\/?)(worksheet|sheetData)/g, '<$1x:$2'),
    },
    'places left out, inline texts': {
      'xl/sharedStrings.xml': undefined,
      'xl/styles.xml': styles('yyyy/m/d;@', 22),
      [sheet1]: sheet(
        `${row('Date', 'Amount', 'Currency')}${row('2024-01-17', 1234.5, 'USD')}<row/><row><c s="2"><v>45309.557071759256</v></c><c><v>-80</v></c><c t="str"><f>"GB"&amp;"P"</f><v>GBP</v></c></row>`,
      ),
    },
    'names with capitals and backslashes': { [sheet1]: undefined, 'XL\\Worksheets\\Sheet1.XML': sheet(rows(serials)) },
    'UTF-16': { [sheet1]: Buffer.from(`\ufeff${sheet(rows(serials)).replace('UTF-8', 'UTF-16')}`, 'utf16le') },
  };

  it.each(Object.entries(writers))('%s', async (_, parts) => {
    expect(await linesOf(book({ ...usual, ...parts }))).toEqual(same);
    expect(await linesOf(book({ ...usual, ...parts }, { level: 0 }))).toEqual(same);
  });
});

describe('a cell', () => {
  const one = async (cell: string, style: string | number = 0) =>
    (await linesOf(book({ 'xl/styles.xml': styles(style), [sheet1]: sheet(`<row>${cell}</row>`) }))).join();

  eachCase(`
    <c><v>0.30000000000000004</v></c> = n 0.3   <c><v>1.234</v></c> = n 1.234   <c><v>1E-7</v></c> = n 0.0000001
    <c><v>123456789012345678</v></c> = n 123456789012346000   <c><v>1e999</v></c> = t 1e999
    <c t="b"><v>1</v></c> = b TRUE   <c t="e"><f>1/0</f><v>#DIV/0!</v></c> = e #DIV/0!   <c><f>A1*2</f></c> = f =A1*2
    <c><f>A1*2</f><v></v></c> = f =A1*2   <c t="str"><f>""</f><v></v></c> =   <c s="99"><v>5</v></c> = n 5
    <c t="inlineStr"><is><t>_x0041_ &amp; </t><rPh><t>x</t></rPh><r><t>B</t></r></is></c> = t A & B
    <c t="str"><v><![CDATA[1,5]]></v></c> = t 1,5
  `)('%s', async (cell = '', said = '') => expect(await one(cell)).toBe(said && `1: ${said}`));

  // the year 1900 had no 29 February, and the first half second of a day is not that of the one before
  eachCase(`
    1 = d 1900-01-01   59 = d 1900-02-28   60 = d 1900-02-29   61 = d 1900-03-01   45308.9999999999 = d 2024-01-18
    45308.99999 = d 2024-01-17 23:59:59   0.5 = t 12:00:00   -1 = n -1   2958466 = n 2958466
  `)('day %s', async (serial, said) => expect(await one(`<c s="1"><v>${serial}</v></c>`, 14)).toBe(`1: ${said}`));
});

describe('a file that is no workbook, or hostile', () => {
  const ole = (name: string) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(name, 'utf16le')]);
  const cut = book({}).subarray(0, -9);
  const damaged = 'a workbook that is cut off or damaged';
  const bent = (bytes: Uint8Array, at: number) => bytes.map((byte, place) => (place === at ? byte ^ 1 : byte));
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>';
  const first = ['worksheet', 'worksheets/sheet1.xml'] as const;
  const withRow = (xml: string) => book({ [sheet1]: sheet(xml) });
  const stored = book({ [sheet1]: sheet(row('here it is')) }, { level: 0 });

  it.each<[string, Uint8Array]>([
    ['protected by a password', ole('EncryptedPackage')],
    ['an old spreadsheet (.xls)', ole('Workbook')],
    ['a binary spreadsheet (.xlsb)', book({ 'xl/workbook.bin': '' })],
    ['a spreadsheet of Numbers (.numbers)', book({ 'Index/Document.iwa': '' })],
    ['an OpenDocument file, such as .ods', book({ mimetype: '', 'content.xml': '' })],
    ['a zip archive without a workbook', book({ '_rels/.rels': undefined })],
    ['a zip archive without a workbook', book({ 'xl/workbook.xml': '<document/>' })],
    ['a workbook without a sheet of cells', bookOf({})],
    ['a workbook with a DOCTYPE, which is not accepted', book({ [sheet1]: entity })],
    [damaged, cut],
    [damaged, bent(stored, Buffer.from(stored).indexOf('here it is'))],
    [damaged, book({ [sheet1]: undefined })],
    // without its styles, dates would be read as numbers
    [damaged, book(related(first, ['styles', 'styles.xml']))],
    [damaged, book({ 'xl/../xl/workbook.xml': contents(['Other']) })],
    [damaged, book({ '/XL\\workbook.xml': contents(['Other']) })],
    [damaged, book({ [sheet1]: sheet('&amount;') })],
    [damaged, book({ [sheet1]: sheet('').slice(0, -5) })],
    [damaged, book({ [sheet1]: sheet('').replace('UTF-8', 'windows-1252') })],
    [damaged, book({ [sheet1]: Buffer.from(sheet('\xe9'), 'latin1') })],
    [damaged, book({ [sheet1]: `${'<a>'.repeat(200)}${'</a>'.repeat(200)}` })],
    [damaged, withRow(`<!--${'x'.repeat(1_100_000)}-->`)],
    [damaged, withRow(`<row x="${'x'.repeat(1_100_000)}"/>`)],
    [damaged, withRow('<row r="2"/><row r="2"/>')],
    [damaged, withRow('<row r="1048577"/>')],
    [damaged, withRow('<row r="1"><c r="B1"/><c r="A1"/></row>')],
    [damaged, withRow('<row r="1"><c r="A2"/></row>')],
    [damaged, withRow('<row><c><v>5</v><v>6</v></c></row>')],
    [damaged, withRow('<row r="1"><c r="XFE1"/></row>')],
    [damaged, withRow('<row><c t="s"><v>7</v></c></row>')],
    [damaged, withRow(`<row><c t="str"><v>${'x'.repeat(1_000_001)}</v></c></row>`)],
    [damaged, book({ 'xl/workbook.xml': contents(['A', 'B']), ...related(first, first) })],
  ])('%s', (what, bytes) =>
    expect(linesOf(bytes)).rejects.toMatchObject({ exitCode: 2, message: `the file is ${what}` }),
  );

  // a bomb, by what it says of itself, or by saying less
  it.each([
    [600_000_000, 'a workbook of more than 256 MB unpacked'],
    [1, damaged],
  ])('of %i bytes when it is unpacked', async (size, what) => {
    const bytes = Buffer.from(withRow(row('x'.repeat(1000))));
    bytes.writeUInt32LE(size, bytes.lastIndexOf('PK\x01\x02') + 24);
    await expect(linesOf(bytes)).rejects.toMatchObject({ exitCode: 2, message: `the file is ${what}` });
  });
});

const rows = Array.from({ length: 40 }, (_, at) => row('2024-01-17', at * 1.25, 'USD')).join('');
const parts = {
  'xl/styles.xml': styles(14),
  'xl/sharedStrings.xml': texts('<t>Date</t>', '<r><t>Sum</t></r>'),
  'xl/worksheets/sheet1.xml': sheet(`<row r="1"><c t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>${rows}`),
};

const some = (random: Random, most: number) => Math.floor(random() * most);

/** Bytes that are other ones, are gone, are there twice, or have changed places. */
function damagedSomewhere(bytes: Uint8Array, random: Random): Uint8Array {
  const [from, to] = [some(random, bytes.length), some(random, bytes.length)];
  const length = 1 + some(random, random() < 0.5 ? 4 : 400);
  const [before, piece, after] = [bytes.slice(0, from), bytes.slice(from, from + length), bytes.slice(from + length)];
  switch (some(random, 5)) {
    case 0:
      return before;
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, piece, piece, after]);
    case 3:
      return Buffer.concat([before, bytes.slice(to, to + length), after]);
    default:
      return Buffer.concat([before, piece.map((byte) => byte ^ (1 << some(random, 8))), after]);
  }
}

const readOrRefused = (bytes: Uint8Array) =>
  linesOf(bytes).catch((error) => {
    if (error instanceof Failure && error.exitCode === 2) return undefined;
    throw error;
  });

const times = inWhole(1000, 30);

test.each([0, 6] as const)('a file with damaged bytes says the same, or is refused (level %i)', async (level) => {
  const random = randomFrom(seed);
  const whole = book(parts, { level });
  const said = await linesOf(whole);
  let refused = 0;
  for (let at = 0; at < times; at++) {
    const read = await readOrRefused(damagedSomewhere(whole, random));
    if (read) expect(read).toEqual(said);
    else refused++;
  }
  // else nothing would have been damaged
  expect(refused).toBeGreaterThan(times / 4);
});
