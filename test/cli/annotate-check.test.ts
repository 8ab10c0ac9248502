import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alwaysIn } from '../support/always.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';

const options = '--date Date --amount Amount --from Currency --to EUR --rates'.split(' ');
const days = ['2024-01-17', '2024-01-18'];
const columns = ['Date', 'Amount', 'Currency', 'rate', 'rate_date', 'converted'];

const row = fc.tuple(
  fc.constantFrom(...days),
  fc.integer({ min: 10_000, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2)),
  fc.constantFrom('USD', 'GBP'),
);

const alteration = fc.record({ row: fc.nat(), column: fc.nat(columns.length - 1) });

/** Another cell, from which another result follows. */
function altered(cell: string, column: string): string {
  if (column === 'Currency') return cell === 'USD' ? 'GBP' : 'USD';
  if (column.toLowerCase().endsWith('date')) return days.find((day) => day !== cell) ?? '';
  return cell.replace(/^(-?)(\d)/, (_, sign, digit) => `${sign}${(Number(digit) + 1) % 10}`);
}

test('the check names the lines with a cell that was altered, and no others', async () => {
  const machine = new Machine({});
  const [file, rates] = ['in.csv', 'rates.csv'].map((name) => join(machine.home, name)) as [string, string];
  machine.write('rates.csv', 'date,base,USD,GBP\n2024-01-17,EUR,1.0877,0.85818\n2024-01-18,EUR,1.0875,0.85773\n');
  const annotate = async (text: string, ...args: readonly string[]) => {
    machine.write('in.csv', text);
    const { stdout } = await runHere(machine, ['annotate', file, ...options, rates, ...args]);
    return stdout;
  };

  const rows = fc.array(row, { minLength: 1, maxLength: 200 });
  await alwaysIn(20, [rows, fc.array(alteration, { maxLength: 9 })], async (rows, alterations) => {
    const done = await annotate([columns.slice(0, 3), ...rows].map((cells) => `${cells}\n`).join(''));
    const lines = done.trimEnd().split('\n');
    const atLines = new Map(alterations.map(({ row, column }) => [1 + (row % rows.length), column]));
    for (const [at, column] of atLines) {
      const cells = lines[at]?.split(',') ?? [];
      cells[column] = altered(cells[column] ?? '', columns[column] ?? '');
      lines[at] = cells.join();
    }

    const [, ...found] = (await annotate(lines.join('\n'), '--check')).trimEnd().split('\n');
    const named = new Set(found.map((finding) => Number(finding.split(',')[0]) - 1));
    expect([...named]).toEqual([...atLines.keys()].sort((one, other) => one - other));
  });
});
