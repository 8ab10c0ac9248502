import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowReader } from '../../src/annotate/cells.ts';
import { cellsOf, type Outcome, outcomesBy, rowRates } from '../../src/annotate/compute.ts';
import { decide } from '../../src/annotate/decide.ts';
import { type CsvTable, openTable } from '../../src/annotate/read.ts';
import { addDays, type Day, lastFinishedDay } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { Failure } from '../../src/errors.ts';
import { alwaysIn } from '../support/always.ts';
import { ratesOf } from '../support/rates.ts';
import { inWhole } from '../support/whole.ts';

const usual = { date: 'Date', amount: 'Amount', from: 'Currency' };

async function tableOf(bytes: Buffer, sum: Partial<typeof usual> & { side?: string } = {}): Promise<CsvTable> {
  const input = {
    async *pieces() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    },
    signal: new AbortController().signal,
  };
  const columns = { sums: [{ ...usual, ...sum }], to: 'EUR' };
  return (await openTable(input, { path: '-', columns, header: true })) as CsvTable;
}

const known: readonly string[] = ['USD', 'EUR', 'GBP'];
const readerOf = (table: CsvTable) =>
  rowReader(table, { isKnown: (code: Code) => known.includes(code), isListed: () => true });

const now = Date.parse('2025-06-01T12:00:00Z');
const first = '2023-01-01' as Day;
const rateOf = (day: Day, code: string) => {
  const number = Number(day.replaceAll('-', '')) % 997;
  return (
    new Map([
      ['USD', '1'],
      ['EUR', `0.9${number}`],
      ['GBP', `0.7${number}3`],
    ]).get(code) ?? ''
  );
};

/** What each row comes to. */
async function outcomesIn(table: CsvTable) {
  const reader = readerOf(table);
  const decision = await decide(table, reader);
  const due = () => lastFinishedDay(now);
  const rates = rowRates(decision.days, 'day', now, { publishes: () => true, due, isFinal: () => true });
  for (const day of decision.days)
    rates.add(ratesOf(day, { EUR: Number(rateOf(day, 'EUR')), GBP: Number(rateOf(day, 'GBP')) }), decision.codes);
  const { header } = table;
  const outcomesOf = outcomesBy({
    header,
    reader,
    decision,
    rates,
    digits: undefined,
    receipts: { rule: 'day', source: 'oxr' },
  });
  const all: (readonly Outcome[])[] = [];
  for await (const rows of table.rows()) for (const row of rows) all.push(outcomesOf(row));
  return all;
}

describe('decide', () => {
  const decided = async (...rows: readonly string[]) => {
    const table = await tableOf(Buffer.from(`Date;Amount;Currency\n${rows.join('\n')}\n`));
    return decide(table, readerOf(table));
  };

  test('refuses what can be read in two ways, with both', async () => {
    await expect(decided('01/02/2024;1;USD')).rejects.toThrow('2024-02-01 (DMY) or 2024-01-02 (MDY)');
    await expect(decided('2024-01-17;1.234;USD')).rejects.toThrow('1.234 (point) or 1234 (comma)');
  });
});

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
    const outcomes = await tableOf(bytes, sum)
      .then(outcomesIn)
      .catch((error) => {
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
      const exact = amount
        .times(rateOf(row.day, 'EUR'))
        .times(10 ** 20)
        .div(rateOf(row.day, row.code));
      const expected = exact.div(10 ** 20).toFixed(2, Big.roundHalfUp);
      expect({ date, converted }, written[at]).toEqual({
        date: row.day,
        converted: expected.replace(/^-(0\.00)$/, '$1'),
      });
    }
  }));
