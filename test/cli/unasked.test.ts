import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine, nobody } from '../support/ratebook.ts';
import { dayBody } from '../support/service.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';

/** Holds the days 12 to 16 January 2024. */
function holding(machine: Machine): Machine {
  const files = new HeldFiles(machine, nobody);
  for (const day of [12, 13, 14, 15, 16]) files.write(`2024-01-${day}`, JSON.stringify(dayBody({ USD: 1, EUR: 0.5 })));
  return machine;
}

const series = ['series', '2024-01-12', '2024-01-18', '-s', 'EUR'];
const most = (why: string) => [
  `ratebook: 5 of 7 days are stored; 2024-01-17 to 2024-01-18 are not, and ${why}`,
  'hint: --offline takes the 5 days that are stored',
];
const newest = 'hint: --offline takes the newest stored rates, of 2024-01-16';
const now = '2024-01-20T12:00:00Z';

describe('without a key', () => {
  const unasked = [
    'ratebook: no app_id is set, your key for the service',
    'hint: get one from whoever runs 127.0.0.1:1; ratebook serve takes any',
    'hint: ratebook config set app_id, or at once without a key: --source ecb (the European Central Bank) or --demo (made-up rates)',
  ];
  test.each([
    [series, most('no app_id is set')],
    [
      ['series', '2024-01', '2024-01-18'],
      [...unasked, 'hint: --offline takes the 5 days that are stored'],
    ],
    [['historical', '2024-01-17'], unasked],
    [['latest'], [...unasked, newest]],
    [
      ['convert', '5', 'EUR', 'USD'],
      [...unasked, newest],
    ],
    [['convert', '5', 'EUR', 'USD', '--on', 'today'], unasked],
    [[...series, '--no-store'], unasked],
  ])('%j', async (args, lines) => {
    const machine = holding(new Machine({ RATEBOOK_BASE_URL: nobody }));
    expect(await runHere(machine, args, { now })).toEqual({
      code: 4,
      stdout: '',
      stderr: `${lines.join('\n')}\n`,
    });
  });
});

describe.concurrent('without a network', () => {
  const why = '127.0.0.1:1 cannot be reached: the connection was refused';
  const costs = (days: number, held: number) =>
    `${days} day${days === 1 ? '' : 's'}: ${held} held, ${days - held} to fetch, cost ${days - held} request${days - held === 1 ? '' : 's'}`;

  const rows = [12, 13, 14, 15, 16].map((day) => `2024-01-${day},USD,EUR,0.5\n`).join('');

  test.each<[args: string[], lines: string[], stdout?: string]>([
    [series, [costs(7, 5), ...most(why)], `date,base,quote,rate\n${rows}`],
    [
      ['historical', '2024-01-17'],
      [costs(1, 0), `ratebook: ${why}`],
    ],
    [
      [...series, '--no-store'],
      [costs(7, 0), `ratebook: ${why}`],
    ],
    [
      ['archive', '--since', '2024-01-16'],
      ['3 days: 0 held, 3 to fetch, cost 3 requests', `ratebook: ${why}`],
    ],
  ])('%j', async (args, lines, stdout = '') => {
    const machine = holding(Machine.for(nobody));
    expect(await runHere(machine, args, { now })).toEqual({
      code: 1,
      stdout,
      stderr: `${lines.join('\n')}\n`,
    });
  });

  test.skipIf(!hasTerminal)('a terminal shows the cause at once, and once', async () => {
    const { code, screen } = await atTerminal(Machine.for(nobody), ['historical', '2024-01-17', '2024-01-18']);
    expect(screen.split(`${why}; trying again`)).toHaveLength(2);
    expect(screen.indexOf('; trying again')).toBeLessThan(screen.lastIndexOf(why));
    expect(code).toBe(1);
  });
});
