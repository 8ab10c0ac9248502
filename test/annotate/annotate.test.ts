import Big from 'big.js';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowReader } from '../../src/annotate/cells.ts';
import { cellsOf, namesAdded, type Outcome, outcomesBy } from '../../src/annotate/compute.ts';
import { decide } from '../../src/annotate/decide.ts';
import { type CsvTable, openTable } from '../../src/annotate/read.ts';
import { annotatedCsv, rowReport } from '../../src/annotate/write.ts';
import { addDays, type Day, lastFinishedDay } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { Failure } from '../../src/errors.ts';
import { bytesOf, byteText } from '../../src/input/csv/text.ts';
import { ratesByRule } from '../../src/rates/rates-by-rule.ts';
import { inPieces } from '../input/csv/pieces.ts';
import { alwaysIn } from '../support/always.ts';
import { ratesOf } from '../support/rates.ts';
import { inWhole } from '../support/whole.ts';

const usual = { date: 'Date', amount: 'Amount', from: 'Currency' };
const known: readonly string[] = ['USD', 'EUR', 'GBP', 'JPY'];
const now = Date.parse('2025-06-01T12:00:00Z');
type Sum = Partial<typeof usual> & { readonly side?: string };

/** A table that comes in these pieces, with what it takes to compute its rows, at a day's rates of euros and pounds. */
async function opened(
  pieces: Iterable<Buffer>,
  ratesOn: (day: Day) => Record<string, number> | undefined,
  sum: Sum = {},
) {
  const input = {
    async *pieces() {
      yield* pieces;
    },
    signal: new AbortController().signal,
  };
  const columns = { conversions: [{ ...usual, isDay: false, ...sum }], to: 'EUR' };
  const table = (await openTable(input, { path: '-', columns, header: true })) as CsvTable;
  const { header } = table;
  const reader = rowReader(table, { isKnown: (code: Code) => known.includes(code), isListed: () => true });
  const decision = await decide(table, reader);
  const due = () => lastFinishedDay(now);
  const rates = ratesByRule(decision.days, 'day', now, { publishes: () => true, due, isFinal: () => true });
  for (const day of decision.days) {
    const found = ratesOn(day);
    if (found) rates.add(ratesOf(day, found));
  }
  const receipts = { rule: 'day', source: 'oxr' } as const;
  const outcomesOf = outcomesBy({ header, reader, decision, rates, digits: undefined, receipts });
  return { table, reader, decision, outcomesOf };
}

const first = '2023-01-01' as Day;
const ratesOn = (day: Day) => {
  const number = Number(day.replaceAll('-', '')) % 997;
  return { USD: 1, EUR: Number(`0.9${number}`), GBP: Number(`0.7${number}3`) };
};

async function outcomesIn(bytes: Buffer, sum: Sum) {
  const { table, outcomesOf } = await opened([bytes], ratesOn, sum);
  const all: (readonly Outcome[])[] = [];
  for await (const rows of table.rows()) for (const row of rows) all.push(outcomesOf(row));
  return all;
}

/** How the amounts of a file are marked, and the columns that this takes. */
const markings = {
  sign: { names: 'Amount', cells: (amount: string, isDebit: boolean) => [isDebit ? `-${amount}` : amount] },
  after: { names: 'Amount', cells: (amount: string, isDebit: boolean) => [isDebit ? `${amount}-` : amount] },
  word: { names: 'Amount', cells: (amount: string, isDebit: boolean) => [isDebit ? amount : `${amount} Cr`] },
  side: { names: 'Amount;Side', cells: (amount: string, isDebit: boolean) => [amount, isDebit ? 'Af' : 'Bij'] },
  two: { names: 'Debit;Credit', cells: (amount: string, isDebit: boolean) => (isDebit ? [amount, ''] : ['', amount]) },
};

const anyRow = fc.record({
  day: fc.nat(800).map((days) => addDays(first, days)),
  cents: fc.integer({ min: 1, max: 9_999_999 }),
  isDebit: fc.boolean(),
  code: fc.constantFrom('USD', 'GBP', 'EUR'),
  isBlank: fc.nat(9).map((number) => number === 0),
});

const anyFile = fc.record({
  rows: fc.array(anyRow, { minLength: 1, maxLength: 6 }),
  form: fc.constantFrom('D/M/Y', 'M/D/Y', 'D.M.Y', 'Y-M-D', 'D-M-y', 'y/M/D'),
  mark: fc.constantFrom('.', ','),
  decimals: fc.constantFrom(0, 2, 3),
  hasGroups: fc.boolean(),
  marking: fc.constantFrom(...(Object.keys(markings) as (keyof typeof markings)[])),
  encoding: fc.constantFrom('utf8', 'latin1', 'utf16le') as fc.Arbitrary<BufferEncoding>,
});

test('a row of any table has its own figures, or is refused or named, but never has others', () =>
  alwaysIn(inWhole(400, 100), [anyFile], async ({ rows, form, mark, decimals, hasGroups, marking, encoding }) => {
    const written = rows.map(({ day, cents, isDebit, code, isBlank }) => {
      const [year = '', month = '', date = ''] = day.split('-');
      const parts = new Map(Object.entries({ Y: year, y: year.slice(2), M: month, D: date }));
      const [whole = '', fraction] = new Big(cents)
        .div(10 ** decimals)
        .toFixed(decimals)
        .split('.');
      const grouped = hasGroups ? whole.replace(/\B(?=(\d{3})+$)/g, mark === '.' ? ',' : '.') : whole;
      const amount = fraction === undefined ? grouped : `${grouped}${mark}${fraction}`;
      const cells = markings[marking].cells(amount, isDebit).map((cell) => (isBlank ? '' : cell));
      return [form.replace(/\w/g, (part) => parts.get(part) ?? ''), ...cells, code, 'ü'].join(';');
    });
    const text = [`Date;${markings[marking].names};Currency;Text`, ...written, ''].join('\n');
    const bytes = Buffer.from(encoding === 'utf16le' ? `\ufeff${text}` : text, encoding);
    const sum = { amount: marking === 'two' ? 'Debit,Credit' : 'Amount', ...(marking === 'side' && { side: 'Side' }) };
    const outcomes = await outcomesIn(bytes, sum).catch((error) => {
      if (error instanceof Failure && error.code === 'ambiguous_column') return undefined;
      throw error;
    });
    // without any credit, nothing shows that the others are debits
    const isMarked = marking !== 'word' || rows.some(({ isDebit, isBlank }) => !isDebit && !isBlank);
    for (const [at, row] of (outcomes ? rows : []).entries()) {
      const [outcome] = outcomes?.[at] ?? [];
      const [, date, converted] = cellsOf(outcome, [], 'point');
      if (date === '' || (row.isBlank && !outcome)) continue;
      const amount = new Big(row.cents).div(10 ** decimals).times(row.isDebit && isMarked ? -1 : 1);
      const { EUR, [row.code]: from = 1 } = ratesOn(row.day) as Record<string, number>;
      const exact = amount.times(EUR ?? 0).times(10 ** 20);
      const expected = exact
        .div(from)
        .div(10 ** 20)
        .toFixed(2, Big.roundHalfUp);
      expect({ date, converted }, written[at]).toEqual({
        date: row.day,
        converted: expected.replace(/^-(0\.00)$/, '$1'),
      });
    }
  }));

describe('write', () => {
  const ratesOn = (day: Day) =>
    day < '2024-01-01' || day > '2024-12-31' || day === '2024-02-29' ? undefined : { EUR: 0.9, GBP: 0.8 };

  /** A file that comes in pieces of these lengths. */
  async function annotate(text: string, lengths: readonly number[] = [1000]) {
    const pieces = Array.from(inPieces(text, lengths), (piece) => bytesOf(piece));
    const { table, reader, decision, outcomesOf } = await opened(pieces, ratesOn);
    const report = rowReport('left', 'line');
    const names = namesAdded(table.header, '', []);
    const added = { names, columns: [], receipt: [], outcomesOf, reader, report, width: 4 };
    let output = '';
    for await (const piece of annotatedCsv(table, { ...added, decimal: decision.decimal }))
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
});
