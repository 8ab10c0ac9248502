import { expect, test } from 'vitest';
import { runHere, shownHere } from '../../support/here.ts';
import { Machine } from '../../support/ratebook.ts';

const cases = [
  { form: 'line', args: ['series', '2024-01', '-b', 'GBP', '-s', 'EUR'], letter: 'ascii', locale: 'C' },
  { form: 'index', args: ['series', '2024-01', '-s', 'EUR,JPY,CHF,BTC,BAM'], letter: 'utf8', locale: 'C.UTF-8' },
];

const machine = new Machine();
const stored = runHere(machine, ['series', '2024-01', '--demo', '-q']);
const typed = (args: readonly string[]) => [...args, '-f', 'chart', '--demo', '-q', '--no-color'];

test.each(cases)(
  '$form in $letter is as it was and leaves room for the prompt',
  async ({ form, args, letter, locale }) => {
    await stored;
    const [columns, rows] = [80, 15];
    const { screen } = await shownHere(machine, typed(args), { env: { LANG: locale }, terminal: { columns, rows } });
    const lines = screen.trimEnd().split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    expect(lines.length).toBeLessThan(rows);
    if (letter === 'ascii') expect(screen).not.toMatch(/[^\n -~]/);
    await expect(screen).toMatchFileSnapshot(`golden/${form}-${letter}-${columns}.txt`);
  },
);
