import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Scanner } from '../../../src/input/csv/scanner.ts';
import { always, alwaysIn } from '../../support/always.ts';
import { anyCsv, anyLengths, inPieces } from './pieces.ts';

/** Every row, with its end in the whole text. */
function scan(pieces: Iterable<string>, delimiter = ';', columns?: readonly number[]) {
  const scanner = new Scanner(delimiter, columns);
  let start = 0;
  const rows = [];
  for (const piece of pieces) {
    for (const row of scanner.scan(piece)) rows.push({ ...row, end: start + row.end });
    start += piece.length;
  }
  for (const row of scanner.end()) rows.push({ ...row, end: start });
  return { rows, openQuote: scanner.openQuote };
}

/** The records of another parser; undefined if a quote never closes. */
function parsed(text: string): string[][] | undefined {
  try {
    return parse(text, {
      delimiter: ';',
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
  } catch (error) {
    expect(error).toMatchObject({ code: 'CSV_QUOTE_NOT_CLOSED' });
    return undefined;
  }
}

/** What a quote within a quoted cell means is nobody's rule. */
const withoutQuotes = (records: readonly (readonly string[])[]) =>
  records.map((cells) => cells.map((cell) => cell.replaceAll('"', ''))).filter((cells) => !isBlank(cells));

const isBlank = (cells: readonly string[]) => cells.length === 1 && /^[ \t]*$/.test(cells[0] ?? '');

describe('the records of a text', () => {
  test('are those that csv-parse finds', () =>
    alwaysIn(3000, [anyCsv], (text) => {
      const { rows, openQuote } = scan([text]);
      const expected = parsed(text);
      expect(openQuote === undefined).toBe(expected !== undefined);
      if (!expected) return;
      const found = rows.filter(({ count }) => count > 0).map(({ cells }) => cells);
      expect(withoutQuotes(found)).toEqual(withoutQuotes(expected));
    }));

  test('are the same in whatever pieces the text comes', () =>
    alwaysIn(2000, [anyCsv, anyLengths], (text, lengths) => {
      expect(scan(inPieces(text, lengths))).toEqual(scan([text]));
    }));

  test('end before their line end, and begin on the line that an editor shows', () => {
    const text = 'a;b\r\n"one\ntwo\r\nthree";4\r\r\n  \n5;6';
    const { rows } = scan([text]);
    expect(rows.map(({ line, count, end }) => [line, count, text.slice(end)])).toEqual([
      [1, 2, '\r\n"one\ntwo\r\nthree";4\r\r\n  \n5;6'],
      [2, 2, '\r\r\n  \n5;6'],
      [5, 0, '\r\n  \n5;6'],
      [6, 0, '\n5;6'],
      [7, 2, ''],
    ]);
  });

  test('have only the cells that are kept, each in its place', () => {
    const someColumns = fc.uniqueArray(fc.nat(4), { maxLength: 4 });
    return always([anyCsv, anyLengths, someColumns], (text, lengths, columns) => {
      const { rows } = scan(inPieces(text, lengths), ';', columns);
      const all = scan([text]).rows;
      expect(rows.map(({ cells }) => cells)).toEqual(
        all.map(({ cells }) => columns.map((column) => cells[column] ?? '')),
      );
    });
  });

  test('are few, and a cell of any length is not kept whole', () => {
    function* cell() {
      yield 'a;"';
      for (let at = 0; at < 1000; at++) yield 'x'.repeat(100);
      yield '"\n';
    }
    const { rows } = scan(cell(), ';', [1]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.cells[0]?.length).toBeLessThan(1200);
  });
});

test('a quote that never closes is named by its line', () => {
  expect(scan(['a;b\n1;2\n3;"4\n5;6\n']).openQuote).toBe(3);
  expect(scan(['a;b\n"1\n2";"3']).openQuote).toBe(3);
  expect(scan(['a;b\n1"2;3"\n']).openQuote).toBeUndefined();
});
