import { expect, test } from 'vitest';
import { runHere, shownHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';

const tables = {
  day: 'historical 2024-01-17',
  days: 'series 2024-01 -s EUR,GBP,JPY,BTC',
  wide: 'series 2024-01 --wide',
  summary: 'series 2024-01',
  'periods-of-all': 'series 2024-01 2024-06 --every week --take last',
};
const charts = [
  ['line-ascii', 'series 2024-01 -b GBP -s EUR -f chart', 'C'],
  ['index-utf8', 'series 2024-01 -s EUR,JPY,CHF,BTC,BAM -f chart', 'C.UTF-8'],
] as const;

const columns = 80;
const machine = new Machine({ PAGER: 'cat' });
const stored = runHere(machine, ['series', '2024-01', '2024-06', '--demo', '-q']);

async function screenOf(line: string, rows = 24, LANG = 'C.UTF-8'): Promise<string> {
  await stored;
  const words = [...line.split(' '), '--demo', '-q', '--no-color'];
  const { screen } = await shownHere(machine, words, { env: { LANG }, terminal: { columns, rows } });
  for (const line of screen.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  return screen;
}

test.each(Object.entries(tables))('the table %s is what it was, and nothing wraps', async (form, line) => {
  const screen = await screenOf(line);
  for (const line of screen.split('\n')) expect(line).toBe(line.trimEnd());
  await expect(inShort(screen)).toMatchFileSnapshot(`golden/${form}-${columns}.txt`);
});

/** Of a long one the beginning and the end: between them the lines are alike. */
function inShort(screen: string): string {
  const lines = screen.split('\n');
  const left = lines.length - 8;
  return left > 5 ? [...lines.slice(0, 4), `… ${left} lines …`, ...lines.slice(-4)].join('\n') : screen;
}

test('half a year of all currencies takes a line each', async () =>
  expect((await screenOf('series 2024-01 2024-06')).split('\n').length).toBeLessThanOrEqual(180));

test.each(charts)('the chart %s is what it was, and leaves room for the prompt', async (form, line, locale) => {
  const rows = 15;
  const screen = await screenOf(line, rows, locale);
  expect(screen.trimEnd().split('\n').length).toBeLessThan(rows);
  if (locale === 'C') expect(screen).not.toMatch(/[^\n -~]/);
  await expect(screen).toMatchFileSnapshot(`golden/${form}-${columns}.txt`);
});
