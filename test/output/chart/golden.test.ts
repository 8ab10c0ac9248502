import { expect, test } from 'vitest';
import { runHere, shownHere } from '../../support/here.ts';
import { Machine } from '../../support/ratebook.ts';

const forms = {
  line: ['series', '2024-01', '-b', 'GBP', '-s', 'EUR'],
  index: ['series', '2024-01', '-s', 'EUR,JPY,CHF,BTC,BAM'],
} as const;

const letters = { utf8: 'C.UTF-8', ascii: 'C' } as const;

const cases = Object.entries(forms).flatMap(([form, args]) =>
  Object.entries(letters).map(([letter, locale]) => ({ form, args, letter, locale })),
);

const machine = new Machine();
const held = runHere(machine, ['series', '2024-01', '--demo', '-q']);
const typed = (args: readonly string[]) => [...args, '-f', 'chart', '--demo', '-q', '--no-color'];

test.each(cases)(
  '$form of $letter in 80 columns and 24 lines is what it was, and leaves a line for the prompt',
  async ({ form, args, letter, locale }) => {
    await held;
    const [columns, rows] = [80, 24];
    const { screen } = await shownHere(machine, typed(args), { env: { LANG: locale }, terminal: { columns, rows } });
    const lines = screen.trimEnd().split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    expect(lines.length).toBeLessThan(rows);
    if (letter === 'ascii') expect(screen).not.toMatch(/[^\n -~]/);
    await expect(screen).toMatchFileSnapshot(`golden/${form}-${letter}-${columns}.txt`);
  },
);
