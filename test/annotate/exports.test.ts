import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { Decimal } from 'decimal.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { Machine, nobody } from '../support/ratebook.ts';

/**
 * A row of the table: a file and who gives out files of its form, nobody for those that lie beside the project; the options;
 * the line of the header; rows: line, day, amount, from and to (EUR), `-` where it is named as not done, and the first and
 * the last line of a record of several; whether rows end with a delimiter too many.
 */
type Row = Record<'file' | 'service' | 'args' | 'delimiter' | 'decimal' | 'header' | 'rows' | 'surplus', string>;
type Export = Omit<Row, 'rows'> & { readonly rows: readonly string[] };

const exportOf = (row: Row): Export => ({
  ...row,
  delimiter: row.delimiter === 'tab' ? '\t' : row.delimiter,
  rows: row.rows.split(', '),
});
const table = readFileSync(join(import.meta.dirname, 'exports.tsv'));
const all = parse<Row>(table, { delimiter: '\t', columns: true, quote: null, relax_column_count: true }).map(exportOf);
const exports = all.filter(({ service }) => service !== '');
const otherExports = all.filter(({ service }) => service === '');
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
const now = '2025-01-20T09:00:00Z';
const machine = Machine.for(nobody);
/** Of a dollar, by day and code. */
const rates = new Map<string, string>();
const own = join(import.meta.dirname, 'exports');
const others = join(import.meta.dirname, '../../../shared/data/exports');
const orSkipped = existsSync(others) ? '' : ' (skipped: they are not in ../shared/data)';

beforeAll(async () => {
  const days = all.flatMap(({ rows }) => rows.map((row) => row.split(' ')[1] ?? ''));
  const words = [...new Set(days)].filter((day) => day !== '-');
  const { stdout } = await runHere(machine, ['historical', ...words, '-f', 'ndjson', '--demo', '-q'], { now });
  for (const line of stdout.split('\n')) {
    const [, day, code, rate = ''] = /"date":"(.*?)",.*"quote":"(.*?)","rate":(.*)}/.exec(line) ?? [];
    rates.set(`${day} ${code}`, rate);
  }
});

test.each(exports)('each row of an export is annotated, the rest stays byte for byte: $service: $file', (one) =>
  check(one, own),
);

describe.skipIf(orSkipped)(`so are those that were given${orSkipped}`, () => {
  test.each(otherExports)('$file', (one) => check(one, others));
});

test('the guide shows the command of each, and no other', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/annotate.md'), 'utf8');
  const shown = [...guide.matchAll(/^\| .+ \| `ratebook annotate [\w.-]+ (--.+)` \|$/gm)].map(([, args]) => args);
  expect(shown.sort()).toEqual(exports.map(({ args }) => args).sort());
});

async function check(one: Export, folder: string): Promise<void> {
  const path = join(folder, `${one.file}.csv`);
  const annotated = join(machine.home, 'annotated.csv');
  const words = ['annotate', path, ...wordsOf(one.args), '--demo', '-q', '-o', annotated];
  const { code, stderr } = await runHere(machine, words, { now });
  const left = one.rows.filter((row) => row.endsWith('-'));
  expect([code, left.length > 0 ? '' : stderr], stderr).toEqual([left.length > 0 ? 3 : 0, '']);
  const added = addedTo(readFileSync(path, 'latin1'), readFileSync(annotated, 'latin1'));
  const cells = new Map(one.rows.map((row) => [lineOf(row), row]));
  for (const [at, text] of added.entries()) {
    const row = cells.get(at + 1);
    if (at + 1 === Number(one.header)) expect(text).toBe(['', 'rate', 'rate_date', 'converted'].join(one.delimiter));
    else if (row) checkCells(text, row, one);
    else expect({ line: at + 1, text }).toEqual({ line: at + 1, text: '' });
  }
}

/** What stands at the end of each line that was not there before. */
function addedTo(before: string, after: string): string[] {
  const [lines, longer] = [before, after].map((text) => text.split('\n'));
  expect(longer?.length).toBe(lines?.length);
  return (lines ?? []).map((line, at) => {
    const [, text = '', end = ''] = /^(.*?)(\r?)$/s.exec(line) ?? [];
    const all = longer?.[at] ?? '';
    expect(all.slice(0, text.length) + all.slice(all.length - end.length)).toBe(line);
    return all.slice(text.length, all.length - end.length);
  });
}

function checkCells(text: string, row: string, { delimiter, decimal, surplus }: Export): void {
  const [, day, amount = '', from = '', to = 'EUR'] = row.split(' ');
  const [cells = []] = parse(surplus === 'yes' ? delimiter + text : text, { delimiter }) as string[][];
  const [first, ...rest] = cells;
  expect(first).toBe('');
  if (day === '-') {
    expect(rest).toEqual(['', '', '']);
    return;
  }
  const [rate = '', date, converted] = rest.map((cell) => (decimal === 'comma' ? cell.replace(',', '.') : cell));
  if (decimal === 'comma') expect(text).not.toContain('.');
  expect({ row, count: rest.length, date }).toEqual({ row, count: 3, date: day });
  const [divisor = '', dividend = ''] = [from, to].map((code) => rates.get(`${day} ${code}`));
  const exact = new Exact(dividend).div(divisor);
  const digits = rate.replace('.', '').replace(/^0+/, '').length;
  const isPublished = from === 'USD' || from === to;
  const rounded = isPublished ? exact : exact.toSignificantDigits(Math.max(digits, 10));
  expect({ row, rate: new Exact(rate) }).toEqual({ row, rate: rounded });
  expect({ row, converted }).toEqual({ row, converted: exact.times(amount).toFixed(2) });
}

/** The number of the line in which it ends. */
const lineOf = (row: string) => Number(/(\d+) /.exec(row)?.[1]);

/** As a shell reads them. */
const wordsOf = (args: string) =>
  [...args.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
