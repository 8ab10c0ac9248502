import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inShell } from '../../src/words.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { scene } from '../support/scene.ts';
import { dayBody } from '../support/service.ts';

const { service, machine } = await scene();
new HeldFiles(machine, service.url).write('2024-01-17', JSON.stringify(dayBody({ EUR: 0.9, GBP: 0.8 })));

const columns = { date: 'Date', amount: 'Amount', from: 'Currency', to: 'EUR' };

async function annotate(content: string | Buffer, named: Partial<typeof columns> = {}, ...more: string[]) {
  const path = join(machine.home, 'bank.csv');
  writeFileSync(path, content);
  const options = Object.entries({ ...columns, ...named }).flatMap(([name, value]) => [`--${name}`, value]);
  const { code, stdout, stderr } = await runHere(machine, ['annotate', path, ...options, '--offline', ...more]);
  return { code, stdout, stderr: stderr.replaceAll(inShell(path), 'bank.csv').replaceAll(path, 'bank.csv') };
}

describe('what stands above the header', () => {
  const above = '"Account";"1"\r\n\r\n"Balance";"1 €';
  const rows = ['Date;Amount;Currency;Text', '2024-01-17;5;USD', '2024-01-17;5;USD;;', 'Total;5'];

  test('stays as it is, and a note says where the header is', async () => {
    const added = ['rate;rate_date;converted', ';0.9;2024-01-17;4.50', '0.9;2024-01-17;4.50', ';;'];
    const result = await annotate([above, ...rows].join('\r\n'));
    expect(result).toEqual({
      code: 3,
      stdout: [above, ...rows.map((row, at) => `${row};${added[at]}`.replace(';;;0.9', ';;0.9'))].join('\r\n'),
      stderr:
        'the header is line 4\n' + 'ratebook: 1 row without a rate (more or fewer cells than the header): line 7\n',
    });
    const quiet = await annotate([above, ...rows.slice(0, 2)].join('\n'), {}, '-q');
    expect({ code: quiet.code, stderr: quiet.stderr }).toEqual({ code: 0, stderr: '' });
  });

  test.each([
    [
      '"31/12/2024";5;USD\n12/31/2024;5;USD',
      'the days are of two kinds: "31/12/2024" in line 5 and "12/31/2024" in line 6',
    ],
    ['2024-01-17;5;"USD', 'a quote that begins in line 5 never closes'],
  ])('counts for the lines that are named: %j', async (rows, message) => {
    const { code, stdout, stderr } = await annotate(`${above}\nDate;Amount;Currency\n${rows}\n`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n').slice(0, 2)).toEqual(['the header is line 4', `ratebook: ${message}`]);
  });
});

describe('a column that is not there', () => {
  const bank = 'Account,1\n\nDate,Amount (€),Currency\n2024-01-17,5,USD\n';
  const names = '"Date", "Amount (€)", "Currency"';
  const line = `hint: is the header line 3? it has ${names}`;
  test.each([
    [bank, {}, ['there is no column "Amount"', 'hint: did you mean "Amount (€)"?', line]],
    [bank, { date: 'date' }, ['there is no column "date"', 'hint: did you mean "Date"?', line]],
    [bank, { date: 'Day', amount: 'Sum' }, ['there is no column "Day"', line]],
    [
      bank,
      { amount: 'Amount (€)', from: 'curency' },
      [
        'there is no currency "CURENCY"',
        'hint: ratebook currencies lists them',
        'hint: did you mean "Currency"?',
        `hint: the header has ${names}`,
      ],
    ],
    [
      `${'x'.repeat(70)},\u202e\n`,
      {},
      ['there is no column "Date"', `hint: the header has "${'x'.repeat(60)}…", "\\u202e"`],
    ],
  ])('%j %j', async (text, named, [message, ...hints]) => {
    const note = hints.some((hint) => hint.startsWith('hint: the header has "Date", "Amount ('))
      ? ['the header is line 3']
      : [];
    expect(await annotate(text, named)).toEqual({
      code: 2,
      stdout: '',
      stderr: [...note, `ratebook: ${message}`, ...hints, ''].join('\n'),
    });
  });
});

describe('a file that is no CSV is called what it is:', () => {
  const text = 'Date,Amount\n2024-01-17,5\n';
  const utf16 = Buffer.from(text, 'utf16le');
  const zip = (name: string) => `PK\x03\x04${'\0'.repeat(22)}${name}`;
  const exported = 'save or export it as CSV, and annotate that';
  const piped = (command: string) => `${command} bank.csv | ratebook annotate - …`;
  test.each<[string, string | Buffer, string]>([
    ['in UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), piped('iconv -f UTF-16 -t UTF-8')],
    ['in UTF-16', utf16, piped('iconv -f UTF-16LE -t UTF-8')],
    ['in UTF-16', Buffer.from(utf16).swap16(), piped('iconv -f UTF-16BE -t UTF-8')],
    ['a zip archive', `${zip('bank 2024.csv')}\n${text}`, piped('funzip')],
    ['compressed by gzip', gzipSync(text), piped('gzip -dc')],
    ['a spreadsheet', zip('[Content_Types].xml\nDate,Amount\n'), exported],
    ['a spreadsheet', zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), exported],
    ['a spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), exported],
    ['a PDF', '%PDF-1.7\n', exported],
    ['a web page', '\r\n<!DOCTYPE html>\n<table>', exported],
    ['a web page', '<html xmlns:x="urn:schemas-microsoft-com:office:excel">', exported],
    ['XML', '<?xml version="1.0"?><Document/>', exported],
    ['JSON', '[\n  {"Date": "2024-01-17"}]', exported],
    ['JSON', '{"Date": "2024-01-17"}\n', exported],
    ['not text', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', exported],
    ['not text', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)), exported],
  ])('%s', async (what, content, hint) => {
    expect(await annotate(content)).toEqual({
      code: 2,
      stdout: '',
      stderr: `ratebook: the file is ${what}\nhint: ${hint}\n`,
    });
  });
});

test('what cannot be read is shown, cut and without control characters', async () => {
  const cells = ['\x1b[31mred', '', 'x'.repeat(70)];
  const [first] = cells;
  for (const cell of cells) {
    const { code, stderr } = await annotate(`Date,Amount,Currency\n"${cell}",5,USD\n"${first}",5,USD\n`, {}, '-q');
    const shown = { [`${first}`]: '"\\u001b[31mred"', '': 'an empty cell' }[cell] ?? `"${'x'.repeat(60)}…"`;
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: `ratebook: 2 rows without a rate (no readable day: ${shown}): lines 2, 3\n`,
    });
  }
});
