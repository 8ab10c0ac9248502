import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { Scanner } from '../../../src/input/csv/scanner.ts';
import { always, alwaysIn } from '../../support/always.ts';
import { inWhole } from '../../support/whole.ts';
import { anyCsv, anyLengths, inPieces } from './pieces.ts';

/** Every row. */
function scan(pieces: Iterable<string>) {
  const scanner = new Scanner(';');
  const rows = [...pieces].flatMap((piece) => [...scanner.scan(piece)]);
  rows.push(...scanner.scan());
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
    alwaysIn(inWhole(3000, 100), [anyCsv], (text) => {
      const { rows, openQuote } = scan([text]);
      const expected = parsed(text);
      expect(openQuote === undefined).toBe(expected !== undefined);
      if (!expected) return;
      const found = rows.filter(({ count }) => count > 0).map(({ cells }) => cells);
      expect(withoutQuotes(found)).toEqual(withoutQuotes(expected));
    }));

  test('are the same in whatever pieces the text comes', () =>
    alwaysIn(inWhole(2000, 100), [anyCsv, anyLengths], (text, lengths) => {
      expect(scan(inPieces(text, lengths))).toEqual(scan([text]));
    }));

  test('have every character of it, and begin on the line that an editor shows', () => {
    const text = 'a;b\r\n"one\ntwo\r\nthree";4\r\r\n  \n5;6';
    const { rows } = scan([text]);
    expect(rows.map(({ line, count, text, end }) => [line, count, text, end])).toEqual([
      [1, 2, 'a;b', '\r\n'],
      [2, 2, '"one\ntwo\r\nthree";4', '\r'],
      [5, 0, '', '\r\n'],
      [6, 0, '  ', '\n'],
      [7, 2, '5;6', ''],
    ]);
    return always([anyCsv, anyLengths], (text, lengths) => {
      const { rows, openQuote } = scan(inPieces(text, lengths));
      const all = rows.map(({ text, end }) => text + end).join('');
      expect(openQuote === undefined ? all : text.slice(0, all.length)).toBe(openQuote === undefined ? text : all);
    });
  });
});

test('a quote that never closes is named by its line', () => {
  expect(scan(['a;b\n1;2\n3;"4\n5;6\n']).openQuote).toBe(3);
  expect(scan(['a;b\n"1\n2";"3']).openQuote).toBe(3);
  expect(scan(['a;b\n1"2;3"\n']).openQuote).toBeUndefined();
});
