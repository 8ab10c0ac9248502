import { describe, expect, test } from 'vitest';
import { Machine } from '../../support/ratebook.ts';
import { atTerminalOf, hasTerminal } from '../../support/terminal.ts';

/** Each form of the table, and what asks for it; at a terminal of 24 lines. */
const forms = {
  day: ['historical', '2024-01-17'],
  'day-of-symbols': ['historical', '2024-01-17', '-b', 'EUR', '-s', 'USD,JPY,BAM,BTC'],
  days: ['series', '2024-01', '-s', 'EUR,GBP,JPY,BTC'],
  'days-derived': ['historical', '2024-01-05', '2024-01-06', '2024-01-09', '-b', 'CHF', '-s', 'EUR,KRW'],
  wide: ['series', '2024-01', '--wide'],
  summary: ['series', '2024-01'],
  'periods-of-symbol': ['series', '2024-01-15', '2024-06', '-s', 'JPY', '--every', 'month'],
  'periods-of-symbols': ['series', '2024-01', '2024-06', '-b', 'EUR', '-s', 'USD,JPY,BAM,BTC', '--every', 'month'],
  'periods-of-all': ['series', '2024-01', '2024-06', '--every', 'week', '--take', 'last'],
  'summary-of-symbols': ['series', '2024-01', '-b', 'EUR', '-s', 'USD,JPY,BAM,BTC', '--summary'],
} as const;

const widths = [40, 80, 120, 200];
const cases = Object.entries(forms).flatMap(([form, args]) => widths.map((width) => ({ form, args, width })));

const machine = new Machine({ LANG: 'C.UTF-8', PAGER: 'cat' });
const held = machine.run(['series', '2024-01', '2024-06', '--demo', '-q']);

async function screenOf(args: readonly string[], width: number): Promise<string> {
  await held;
  const words = [...args, '--demo', '-q', '--no-color'];
  return (await atTerminalOf(`stty cols ${width} rows 24`, machine, words)).screen;
}

describe.skipIf(!hasTerminal).concurrent('at a real terminal', () => {
  test.for(cases)(
    '$form in $width columns is what it was, and nothing wraps',
    async ({ form, args, width }, { expect }) => {
      const screen = await screenOf(args, width);
      for (const line of screen.split('\n')) {
        expect(line.length).toBeLessThanOrEqual(width);
        expect(line).toBe(line.trimEnd());
      }
      await expect(screen).toMatchFileSnapshot(`golden/${form}-${width}.txt`);
    },
  );

  test('a year of all currencies takes a line each', async () => {
    expect((await screenOf(['series', '2024'], 80)).split('\n').length).toBeLessThanOrEqual(180);
  });
});
