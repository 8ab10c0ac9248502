import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';

const machine = new Machine();
const now = '2026-11-20T09:30:00Z';

const written: [text: string, day: string][] = [
  ['20240117', '2024-01-17'],
  ['2024/01/18', '2024-01-18'],
  ['2024-1-7', '2024-01-07'],
  ['17.2.2024', '2024-02-17'],
  ['17/03/2024', '2024-03-17'],
  ['03/18/2024', '2024-03-18'],
  ['05/05/2024', '2024-05-05'],
  ['17 Apr 2024', '2024-04-17'],
  ['18-apr-2024', '2024-04-18'],
  ['April 19, 2024', '2024-04-19'],
  ['2024-04-20T10:00Z', '2024-04-20'],
  ['today', '2026-11-20'],
  ['Yesterday', '2026-11-19'],
  // today is a Friday
  ['friday', '2026-11-13'],
  ['Mon', '2026-11-16'],
  ['last wednesday', '2026-11-18'],
  ['3 May', '2026-05-03'],
  ['21-nov', '2025-11-21'],
  ['29 Feb', '2024-02-29'],
  ['10d', '2026-11-10'],
  ['2w', '2026-11-06'],
  ['3m', '2026-08-20'],
  ['1Y', '2025-11-20'],
];

const run = (words: readonly string[]) => runHere(machine, [...words, '--demo'], { now });

describe('a day in any form', () => {
  test('is that day', async () => {
    const shown = (days: readonly string[]) => run(['historical', ...days, '-s', 'EUR', '-f', 'csv', '-q']);
    const usual = await shown(written.map(([, day]) => day));
    expect(usual.stdout.match(/^\d.{9}/gm)).toEqual(written.map(([, day]) => day).sort());
    expect(await shown(written.map(([text]) => text))).toEqual(usual);
  });

  const plans = {
    'alone in series': (day: string) => ['series', day, '--dry-run'],
    'the start of series': (day: string) => ['series', day, 'today', '--dry-run'],
    'the end of series': (day: string) => ['series', '2023-12', day, '--dry-run'],
    'of convert --on': (day: string) => ['convert', '5', 'EUR', 'USD', '--on', day, '--dry-run', '-f', 'json'],
    'of archive --since': (day: string) => ['archive', '--since', day, '--dry-run'],
  };

  test.each(Object.entries(plans))('is that day %s', async (name, plan) => {
    for (const [text, day] of written.slice(name.includes('since') ? -9 : 0)) {
      // seven days, and not one
      if (name === 'alone in series' && /^\d+[a-z]$/i.test(text)) continue;
      const usual = await run(plan(day));
      expect(usual.code).toBe(0);
      expect(await run(plan(text)), text).toEqual(usual);
    }
  });
});

describe('a period in any form', () => {
  const asked = async (...words: string[]) => {
    const line = ['series', ...words, '--refresh', '--dry-run', '-f', 'json'];
    const { code, stdout, stderr } = await run(line);
    const { days, requests } = JSON.parse(stdout);
    const notes = stderr.replace(/^(demonstration: .*|.* to fetch, cost .*)\n/gm, '');
    return { code, days, range: `${requests[0].start}..${requests.at(-1).end}`, notes };
  };

  test.each([
    ['30d', '2026-10-21..2026-11-19', 30],
    ['2w', '2026-11-06..2026-11-19', 14],
    ['6m', '2026-05-20..2026-11-19', 184],
    ['1y', '2025-11-20..2026-11-19', 365],
    ['last-week', '2026-11-09..2026-11-15', 7],
    ['last-month', '2026-10-01..2026-10-31', 31],
    ['last-quarter', '2026-07-01..2026-09-30', 92],
    ['last-year', '2025-01-01..2025-12-31', 365],
    ['2024-Q1', '2024-01-01..2024-03-31', 91],
    ['2024-W03', '2024-01-15..2024-01-21', 7],
    ['2024-W03 2024-Q1', '2024-01-15..2024-03-31', 77],
    ['Jan 2024', '2024-01-01..2024-01-31', 31],
    ['2024-1', '2024-01-01..2024-01-31', 31],
  ])('%s is %s', async (line, range, days) => {
    const words = line.startsWith('Jan') ? [line] : line.split(' ');
    expect(await asked(...words)).toEqual({ code: 0, days, range, notes: '' });
  });

  test.each([
    ['this-week', '2026-11-16..2026-11-19', 4],
    ['this-month', '2026-11-01..2026-11-19', 19],
    ['this-quarter', '2026-10-01..2026-11-19', 50],
    ['this-year', '2026-01-01..2026-11-19', 323],
    ['2026-Q4', '2026-10-01..2026-11-19', 50],
    ['2026-W47', '2026-11-16..2026-11-19', 4],
  ])('%s is cut at its last finished day', async (text, range, days) => {
    const notes = `${text} is not over yet: cut at its last finished day, 2026-11-19\n`;
    expect(await asked(text)).toEqual({ code: 0, days, range, notes });
  });

  test('has no rows where none of its days is finished', async () => {
    const line = ['series', 'this-week', '-s', 'EUR', '--demo', '-f', 'csv'];
    expect(await runHere(machine, line, { now: '2026-11-16T09:30:00Z' })).toEqual({
      code: 0,
      stdout: 'date,base,quote,rate\n',
      stderr: 'demonstration: the rates are made up\nno day of this-week is finished yet\n',
    });
  });
});

test('the built program takes a day and a period by the clock of the machine, in UTC', async () => {
  const env = { TZ: 'Pacific/Auckland' };
  const shown = async (...args: string[]) => {
    const line = [...args, '-s', 'EUR', '--demo', '-q', '-f', 'csv'];
    const { code, stdout, stderr } = await machine.run(line, { now: '2026-11-20T23:59:59Z', env });
    return { code, stderr, days: stdout.match(/^\d{4}-\d\d-\d\d/gm) };
  };
  expect(await shown('historical', 'fri', '17 Jan 2024', '1m')).toEqual({
    code: 0,
    stderr: '',
    days: ['2024-01-17', '2026-10-20', '2026-11-13'],
  });
  expect(await shown('series', '3d')).toEqual({
    code: 0,
    stderr: '',
    days: ['2026-11-17', '2026-11-18', '2026-11-19'],
  });
});
