import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { runHere } from '../../support/here.ts';
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

const screens = new Map<string, Promise<string>>();

/** Each is shown once, and looked at by several tests. */
function screenOf(args: readonly string[], width: number): Promise<string> {
  const key = [width, ...args].join(' ');
  const screen = screens.get(key) ?? shown(args, width);
  screens.set(key, screen);
  return screen;
}

async function shown(args: readonly string[], width: number): Promise<string> {
  await held;
  const words = [...args, '--demo', '-q', '--no-color'];
  return (await atTerminalOf(`stty cols ${width} rows 24`, machine, words)).screen;
}

/** The rates that the same command has for programs, by day and code; derived ones with six digits. */
async function ratesOf(args: readonly string[]): Promise<Map<string, Map<string, string>>> {
  await held;
  const words = args.filter((word) => word !== '--wide' && word !== '--summary');
  const { stdout } = await runHere(machine, [...words, '--demo', '-q', '-f', 'csv']);
  const days = new Map<string, Map<string, string>>();
  for (const line of stdout.trim().split('\n').slice(1)) {
    const [day = '', , code = '', rate = ''] = line.split(',');
    const text = args.includes('-b') ? new Big(rate).prec(6, Big.roundHalfUp).toFixed() : rate;
    days.set(day, (days.get(day) ?? new Map()).set(code, text));
  }
  return days;
}

interface Cell {
  readonly text: string;
  readonly at: number;
  readonly point: number;
}

function cellsOf(line: string): Cell[] {
  return Array.from(line.matchAll(/\S+/g), ({ 0: text, index }) => {
    const point = text.indexOf('.');
    return { text, at: index, point: index + (point < 0 ? text.length : point) };
  });
}

function expectInLine(points: readonly (number | undefined)[]): void {
  expect(new Set(points).size).toBe(1);
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

  test.each(cases.filter(({ form }) => form.startsWith('day') && !form.startsWith('days')))(
    '$form in $width columns has every digit, at the point',
    async ({ args, width }) => {
      const screen = await screenOf(args, width);
      const [rates = new Map<string, string>()] = (await ratesOf(args)).values();
      const points = new Map<number, number[]>();
      for (const line of screen.split('\n').slice(1)) {
        for (const [at, cell] of cellsOf(line).entries()) {
          const code = cellsOf(line)[at + 1];
          if (!/^[\d.]+$/.test(cell.text) || !code || !rates.has(code.text)) continue;
          expect(cell.text).toBe(rates.get(code.text));
          rates.delete(code.text);
          points.set(code.at, [...(points.get(code.at) ?? []), cell.point]);
        }
      }
      expect([...rates]).toEqual([]);
      for (const column of points.values()) expectInLine(column);
    },
  );

  test.each(cases.filter(({ form, width }) => form === 'wide' || (form.startsWith('days') && width > 40)))(
    '$form in $width columns has every digit, at the point',
    async ({ args, width }) => {
      const [, ...lines] = (await screenOf(args, width)).split('\n');
      const codes = cellsOf(lines[0] ?? '').slice(3);
      const rows = lines.map(cellsOf).filter(([first]) => /^(\d{4}-|(low|high|mean)$)/.test(first?.text ?? ''));
      const rates = await ratesOf(args);
      expect(rows.length).toBe(rates.size + 3);
      for (const [{ text: day } = { text: '' }, ...cells] of rows) {
        expect(cells.length).toBe(codes.length);
        const known = rates.get(day);
        if (known) expect(cells.map(({ text }) => text)).toEqual(codes.map(({ text }) => known.get(text)));
      }
      for (const at of codes.keys()) expectInLine(rows.map((row) => row[at + 1]?.point));
    },
  );

  test.each(cases.filter(({ form }) => form.startsWith('summary')))(
    '$form in $width columns has every digit, at the point',
    async ({ args, width }) => {
      const [, head = '', ...lines] = (await screenOf(args, width)).split('\n');
      const names = cellsOf(head)
        .slice(3)
        .map(({ text }) => text);
      const days = [...(await ratesOf(args)).values()];
      const rows = lines.map(cellsOf).filter(([first]) => /^[A-Z]{3}$/.test(first?.text ?? ''));
      expect(rows.length).toBe(days[0]?.size);
      for (const [{ text: code } = { text: '' }, ...cells] of rows) {
        const sorted = days.map((rates) => rates.get(code) ?? '').sort((a, b) => Number(a) - Number(b));
        const known: Record<string, string | undefined> = {
          first: days[0]?.get(code),
          last: days.at(-1)?.get(code),
          low: sorted[0],
          high: sorted.at(-1),
        };
        for (const [at, name] of names.entries()) if (name in known) expect(cells[at]?.text).toBe(known[name]);
      }
      for (const at of names.keys()) expectInLine(rows.map((row) => row[at + 1]?.point));
    },
  );

  test('in 200 columns a day takes few lines, and a year of all currencies a line each', async () => {
    expect((await screenOf(forms.day, 200)).split('\n').length).toBeLessThanOrEqual(70);
    expect((await screenOf(['series', '2024'], 80)).split('\n').length).toBeLessThanOrEqual(180);
  });
});
