import { expect, test } from 'vitest';
import { runHere, shownHere } from '../../support/here.ts';
import { Machine } from '../../support/ratebook.ts';

const forms = {
  day: ['historical', '2024-01-17'],
  days: ['series', '2024-01', '-s', 'EUR,GBP,JPY,BTC'],
  wide: ['series', '2024-01', '--wide'],
  summary: ['series', '2024-01'],
  'periods-of-all': ['series', '2024-01', '2024-06', '--every', 'week', '--take', 'last'],
} as const;

const columns = 80;
const cases = Object.entries(forms).map(([form, args]) => ({ form, args }));
const machine = new Machine({ LANG: 'C.UTF-8', PAGER: 'cat' });
const stored = runHere(machine, ['series', '2024-01', '2024-06', '--demo', '-q']);
const typed = (args: readonly string[]) => [...args, '--demo', '-q', '--no-color'];

async function screenOf(args: readonly string[]): Promise<string> {
  await stored;
  return (await shownHere(machine, typed(args), { terminal: { columns, rows: 24 } })).screen;
}

test.each(cases)('$form in 80 columns is what it was, and nothing wraps', async ({ form, args }) => {
  const screen = await screenOf(args);
  for (const line of screen.split('\n')) {
    expect(line.length).toBeLessThanOrEqual(columns);
    expect(line).toBe(line.trimEnd());
  }
  await expect(inShort(screen)).toMatchFileSnapshot(`golden/${form}-${columns}.txt`);
});

/** Of a long one the beginning and the end: between them the lines are alike. */
function inShort(screen: string): string {
  const lines = screen.split('\n');
  const left = lines.length - 8;
  return left > 5 ? [...lines.slice(0, 4), `… ${left} lines …`, ...lines.slice(-4)].join('\n') : screen;
}

test('half a year of all currencies takes a line each', async () =>
  expect((await screenOf(['series', '2024-01', '2024-06'])).split('\n').length).toBeLessThanOrEqual(180));
