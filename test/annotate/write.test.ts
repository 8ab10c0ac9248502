import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowReader } from '../../src/annotate/cells.ts';
import { namesAdded, outcomesBy, rowRates } from '../../src/annotate/compute.ts';
import { decide } from '../../src/annotate/decide.ts';
import { type CsvTable, openTable } from '../../src/annotate/read.ts';
import { annotatedCsv, rowReport } from '../../src/annotate/write.ts';
import { type Day, eachDay, lastFinishedDay } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { bytesOf, byteText } from '../../src/input/csv/text.ts';
import { inPieces } from '../input/csv/pieces.ts';
import { alwaysIn } from '../support/always.ts';
import { ratesOf } from '../support/rates.ts';
import { inWhole } from '../support/whole.ts';

const known: readonly string[] = ['USD', 'EUR', 'GBP', 'JPY'];
const now = Date.parse('2024-12-31T12:00:00Z');

/** A file that comes in pieces of these lengths, each time anew. */
async function annotate(text: string, lengths: readonly number[] = [1000]) {
  const input = {
    async *pieces() {
      for (const piece of inPieces(text, lengths)) yield bytesOf(piece);
    },
    signal: new AbortController().signal,
  };
  const columns = { sums: [{ date: 'Date', amount: 'Amount', from: 'Currency' }], to: 'EUR' };
  const file = (await openTable(input, { path: '-', columns, header: true })) as CsvTable;
  const { header } = file;
  const isKnown = (code: Code) => known.includes(code);
  const reader = rowReader(file, { isKnown, isListed: () => true });
  const decision = await decide(file, reader);
  const due = () => lastFinishedDay(now);
  const rates = rowRates(decision.days, 'day', now, { publishes: () => true, due, isFinal: () => true });
  for (const day of eachDay('2024-01-01' as Day, '2024-12-31' as Day))
    if (day !== '2024-02-29') rates.add(ratesOf(day, { EUR: 0.9, GBP: 0.8 }), decision.codes);
  const computing = {
    header,
    reader,
    decision,
    rates,
    digits: undefined,
    receipts: { rule: 'day' as const, source: 'oxr' },
  };
  const report = rowReport('left', 'line');
  const names = namesAdded(header, '', []);
  const added = { names, columns: [], receipt: [], outcomesOf: outcomesBy(computing), reader, report };
  let output = '';
  for await (const piece of annotatedCsv(file, { ...added, decimal: decision.decimal }))
    output += byteText(Buffer.from(piece));
  const troubles: string[] = [];
  report.print({ note: () => {}, problem: (words) => troubles.push(words) });
  return { output, troubles };
}

/** Without the last three cells of each record, which another parser finds. */
function taken(annotated: string): string {
  const options = { delimiter: ';', info: true, record_delimiter: ['\r\n', '\n', '\r'], skip_empty_lines: true };
  const relaxed = { relax_quotes: true, relax_column_count: true };
  const records: unknown = parse(bytesOf(annotated), { ...options, ...relaxed });
  let start = 0;
  const rest = (records as { info: { bytes: number }; record: string[] }[]).map(({ info, record }) => {
    const text = annotated.slice(start, info.bytes);
    start = info.bytes;
    if (record.length === 1 && /^ *$/.test(record[0] ?? '')) return text;
    const added = record
      .slice(-3)
      .map((cell) => `;${cell}`)
      .join('');
    const end = /[\r\n]*$/.exec(text)?.index ?? 0;
    expect(text.slice(0, end).endsWith(added)).toBe(true);
    return text.slice(0, end - added.length) + text.slice(end);
  });
  return rest.join('') + annotated.slice(start);
}

const inner = fc.string({
  unit: fc.constantFrom('a', ' ', ';', '\r\n', '\n', '\r', '""', '\0', '\xe9', '\xc3\xa9'),
  maxLength: 12,
});
const anyText = fc.oneof(
  inner.map((text) => `"${text}"`),
  fc.constantFrom('', 'Hotel', 'a "quoted" word', 'na\xefve', '5" pipe'),
);
const anyDay = fc.constantFrom(
  ...['2024-01-17', '17.02.2024', '17. M\xe4rz 24', '17 f\xc3\xa9vr. 2024', '20240229', '2024-03-01T10:00:00Z'],
  ...['', 'soon', '2031-01-01'],
);
const anyAmount = fc.constantFrom(
  ...['12,50', '-1.234,56', '(7,00)', '100', '', 'x', '"1.000,00"', '12,50 \x80', 'EUR 7,00-'],
);
const anyRow = fc
  .tuple(anyDay, anyText, anyAmount, fc.constantFrom('EUR', 'usd', 'GBP', 'JPY', 'XQZ', ''))
  .chain((cells) =>
    fc.constantFrom(cells.join(';'), cells.join(';'), cells.join(';'), cells.slice(1).join(';'), '', '  '),
  );
const anyEnd = fc.constantFrom('\r\n', '\n', '\r');
const anyFile = fc
  .record({
    mark: fc.constantFrom('', '\xef\xbb\xbf'),
    rows: fc.array(fc.tuple(anyRow, anyEnd), { maxLength: 12 }),
    end: anyEnd,
    isEnded: fc.boolean(),
  })
  .map(({ mark, rows, end, isEnded }) => {
    const text = rows.map((row) => row.join('')).join('');
    const header = 'Date;"Text";Amount;Currency';
    // a blank that ends the file is no record, and would not be one after its line end is gone
    const last = isEnded ? '' : '2024-01-17;;1,5;USD';
    return `${mark}${header}${end}${text}${last}`;
  });
const anyTitle = fc.constantFrom(
  ...['', '  ', 'Statement of account', 'Date;Amount', '"Balance";"1.234,56 \xe2\x82\xac"', ';;;;;', '\xfc\0'],
  ...['"A title of\r\ntwo lines";', '"A quote that never closes;', '2024-01-17;x;5;EUR', '17.01.2024,5'],
);
const anyPreamble = fc
  .tuple(
    fc.constantFrom('', '\xef\xbb\xbf', 'sep=;\r\n', '\xef\xbb\xbfsep=;\n'),
    fc.array(fc.tuple(anyTitle, anyEnd), { maxLength: 6 }),
  )
  .map(([first, lines]) => first + lines.flat().join(''));

const anyLengths = fc.array(fc.nat(9), { minLength: 1, maxLength: 5 });

describe('an annotated file', () => {
  test('is the file itself once the three columns are taken away, in whatever pieces it came', () =>
    alwaysIn(inWhole(200, 20), [anyFile, anyLengths], async (text, lengths) => {
      const { output } = await annotate(text, lengths);
      expect(taken(output)).toBe(text);
      expect(output).toBe((await annotate(text)).output);
    }));

  test('has what stood above its header, and rows in the lines where they are', () =>
    alwaysIn(inWhole(200, 20), [anyPreamble, anyFile, anyLengths], async (preamble, file, lengths) => {
      const text = file.replace(/^\xef\xbb\xbf/, '');
      const [alone, below] = [await annotate(text), await annotate(preamble + text, lengths)];
      const above = preamble.match(/\r\n|\r|\n/g)?.length ?? 0;
      expect(below.output).toBe(preamble + alone.output);
      const lower = (words: string) =>
        words.replace(/lines? [\d, ]+/g, (lines) => lines.replace(/\d+/g, (line) => `${Number(line) + above}`));
      expect(below.troubles).toEqual(alone.troubles.map(lower));
    }));
});
