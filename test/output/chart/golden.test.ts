import { describe, test } from 'vitest';
import { Machine } from '../../support/ratebook.ts';
import { atTerminalOf, hasTerminal } from '../../support/terminal.ts';

const forms = {
  line: ['series', '2024-01', '-b', 'GBP', '-s', 'EUR'],
  index: ['series', '2024-01', '-s', 'EUR,JPY,CHF,BTC,BAM'],
} as const;

const letters = { utf8: 'C.UTF-8', ascii: 'C' } as const;

/** Columns and lines. */
const sizes = [
  [40, 12],
  [80, 24],
  [120, 40],
  [200, 50],
] as const;

const cases = Object.entries(forms).flatMap(([form, args]) =>
  Object.entries(letters).flatMap(([letter, locale]) =>
    sizes.map(([width, height]) => ({ form, args, letter, locale, width, height })),
  ),
);

const machine = new Machine();
const held = machine.run(['series', '2024-01', '--demo', '-q']);

describe.skipIf(!hasTerminal).concurrent('at a real terminal', () => {
  test.for(cases)(
    '$form of $letter in $width columns and $height lines is what it was, and leaves a line for the prompt',
    async ({ form, args, letter, locale, width, height }, { expect }) => {
      await held;
      const words = [...args, '-f', 'chart', '--demo', '-q', '--no-color'];
      const setUp = `stty cols ${width} rows ${height}; export LANG=${locale}`;
      const { screen } = await atTerminalOf(setUp, machine, words);
      const lines = screen.trimEnd().split('\n');
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
      expect(lines.length).toBeLessThan(height);
      if (letter === 'ascii') expect(screen).not.toMatch(/[^\n -~]/);
      await expect(screen).toMatchFileSnapshot(`golden/${form}-${letter}-${width}.txt`);
    },
  );
});
