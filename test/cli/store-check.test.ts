import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/calendar/day.ts';
import { asDay } from '../calendar/any.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { scene } from '../support/scene.ts';
import { dayBody } from '../support/service.ts';

/** A machine that holds ten days, with these rates of each. */
async function holding(rates: Readonly<Record<string, readonly (number | undefined)[]>>) {
  const { service, machine } = await scene();
  const files = new HeldFiles(machine, service.url);
  for (let at = 0; at < 10; at++) {
    const present = Object.entries(rates).flatMap(([code, list]) => (list[at] ? [[code, list[at]]] : []));
    files.write(addDays(asDay('2024-01-01'), at), JSON.stringify(dayBody({ USD: 1, ...Object.fromEntries(present) })));
  }
  return { service, machine, files };
}

const ten = (rate: number, ...others: readonly (number | undefined)[]) =>
  Array.from({ length: 10 }, (_, at) => (at >= 4 && at < 4 + others.length ? others[at - 4] : rate));
const odd = {
  EUR: ten(0.9),
  HKD: ten(7.8, 3.8, 3.7),
  RUB: ten(0.033, 30.1),
  AED: ten(3.67, undefined),
  AFN: ten(70, undefined),
};

describe('store check', () => {
  test('names what is odd, a line each, the worst first, and exits with 3', async () => {
    const { service, machine } = await holding(odd);
    expect(await machine.run(['store', 'check'])).toEqual({
      code: 3,
      stdout: [
        'kind      code      start       end         figures',
        'inverse   RUB       2024-01-05              0.033, then 30.1',
        'spike     HKD       2024-01-05  2024-01-06  7.8, then 3.8',
        'vanished  AED, AFN  2024-01-05              1 day',
        '',
      ].join('\n'),
      stderr: '10 days checked, 3 findings; jumps from 25%, standstill from 15 weekdays\n',
    });
    expect(service.calls()).toBe(0);
  });

  test('calls each of six planted faults what it is, among rates that move', async () => {
    const { service, machine } = await scene();
    const files = new HeldFiles(machine, service.url);
    const until = (end: number, at: number, odd: number, calm: number) => (at >= 120 && at < end ? odd : calm);
    for (let at = 0; at < 200; at++) {
      const calm = Number((7 + Math.sin(at * 2.4) / 20).toFixed(6));
      const rates = {
        EUR: calm,
        HKD: until(123, at, calm / 2, calm),
        RUB: until(121, at, 1 / calm, calm),
        VES: until(200, at, calm / 1e6, calm),
        ARS: until(200, at, calm * 2.2, calm),
        AMD: until(150, at, 7, calm),
        ...(at === 120 ? {} : { AFN: calm, AZN: calm }),
      };
      files.write(addDays(asDay('2024-01-01'), at), JSON.stringify(dayBody({ USD: 1, ...rates })));
    }
    const { code, stdout } = await runHere(machine, ['store', 'check', '-f', 'csv', '-q']);
    const found = stdout.trimEnd().split('\n').slice(1);
    expect(code).toBe(3);
    expect(found.map((line) => line.split(',').slice(0, 4).join())).toEqual([
      'inverse,RUB,2024-04-30,2024-04-30',
      'spike,HKD,2024-04-30,2024-05-02',
      'redenomination,VES,2024-04-30,2024-04-30',
      'jump,ARS,2024-04-30,2024-04-30',
      'stale,AMD,2024-04-30,2024-05-29',
      'vanished,AFN AZN,2024-04-30,2024-04-30',
    ]);
  });

  test('has the same as csv and as json', async () => {
    const { machine } = await holding(odd);
    expect((await runHere(machine, ['store', 'check', '-f', 'csv', '-q'])).stdout).toBe(
      [
        'kind,code,start,end,figures',
        'inverse,RUB,2024-01-05,2024-01-05,0.033 30.1',
        'spike,HKD,2024-01-05,2024-01-06,7.8 3.8',
        'vanished,AED AFN,2024-01-05,2024-01-05,1',
        '',
      ].join('\n'),
    );
    expect(JSON.parse((await runHere(machine, ['store', 'check', '-f', 'json', '-q'])).stdout)).toEqual([
      { kind: 'inverse', code: 'RUB', start: '2024-01-05', end: '2024-01-05', figures: [0.033, 30.1] },
      { kind: 'spike', code: 'HKD', start: '2024-01-05', end: '2024-01-06', figures: [7.8, 3.8] },
      { kind: 'vanished', code: 'AED AFN', start: '2024-01-05', end: '2024-01-05', figures: [1] },
    ]);
  });

  test('finds smaller jumps with a lower --threshold, and nothing where nothing is odd', async () => {
    const { machine } = await holding({ EUR: ten(0.9, 0.8), USD: ten(1) });
    expect(await runHere(machine, ['store', 'check', '-q'])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await runHere(machine, ['store', 'check', '-q', '--threshold', '10', '-f', 'csv'])).toEqual({
      code: 3,
      stdout: 'kind,code,start,end,figures\nspike,EUR,2024-01-05,2024-01-05,0.9 0.8\n',
      stderr: '',
    });
    expect((await runHere(machine, ['store', 'check', '-f', 'json', '-q'])).stdout).toBe('[]\n');
  });

  test('sets a damaged file aside and goes on', async () => {
    const { machine, files } = await holding(odd);
    files.write('2024-01-02', '{');
    const { code, stderr } = await runHere(machine, ['store', 'check', '-q']);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/^ratebook: the stored file of 2024-01-02 is damaged and was moved to .*\n$/),
    });
  });

  test('of nothing is nothing', async () => {
    const { machine } = await scene();
    expect(await runHere(machine, ['store', 'check'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '0 days checked, 0 findings; jumps from 25%, standstill from 15 weekdays\n',
    });
  });

  test.each(['0', '-5', 'x', '1e3'])('refuses the threshold %s', async (threshold) => {
    const { machine } = await scene();
    const run = await runHere(machine, ['store', 'check', `--threshold=${threshold}`]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('for a monitor', () => {
  const header = 'kind,code,start,end,figures\n';
  const [inverse, spike, vanished] = [
    'inverse,RUB,2024-01-05,2024-01-05,0.033 30.1\n',
    'spike,HKD,2024-01-05,2024-01-06,7.8 3.8\n',
    'vanished,AED AFN,2024-01-05,2024-01-05,1\n',
  ];
  const checked = async (...more: string[]) => {
    const { machine } = await holding(odd);
    return runHere(machine, ['store', 'check', '-f', 'csv', ...more], { now: '2024-01-11T09:00:00Z' });
  };

  test.each([
    ['2024-01-05', header + inverse + spike + vanished, '3 findings since 2024-01-05', 3],
    ['5d', header + spike, '1 finding since 2024-01-06', 3],
    ['7.1.2024', header, '0 findings since 2024-01-07', 0],
  ])('--since %s lists what ends then or later, by the days before it', async (since, stdout, found, code) => {
    const stderr = `10 days checked, ${found}; jumps from 25%, standstill from 15 weekdays\n`;
    expect(await checked('--since', since)).toEqual({ code, stdout, stderr });
  });

  const dir = temporaryFolder();
  const file = (text: string) => {
    const path = join(dir, 'known.csv');
    writeFileSync(path, text);
    return path;
  };

  test.each([
    ['all', header + inverse + spike + vanished, header, '0 findings, 3 known', 0],
    [
      'some, at other ends and figures',
      `${header}spike,HKD,2024-01-05,,\n`,
      header + inverse + vanished,
      '2 findings, 1 known',
      3,
    ],
    [
      'none of this start',
      `${header}spike,HKD,2024-01-06,2024-01-06,7.8 3.8\n`,
      header + inverse + spike + vanished,
      '3 findings, 0 known',
      3,
    ],
    ['nothing', header, header + inverse + spike + vanished, '3 findings, 0 known', 3],
    [
      'other columns around, as a spreadsheet saves them',
      '\ufeffnote;start;kind;code\r\n\r\nx;2024-01-05;vanished;AED AFN',
      header + inverse + spike,
      '2 findings, 1 known',
      3,
    ],
  ])('--accept leaves out what a file has: %s', async (_, accepted, stdout, found, code) => {
    const stderr = `10 days checked, ${found}; jumps from 25%, standstill from 15 weekdays\n`;
    expect(await checked('--accept', file(accepted))).toEqual({ code, stdout, stderr });
  });

  test('both together count what is known among what is listed', async () => {
    const { code, stderr } = await checked('--since', '2024-01-06', '--accept', file(header + inverse + spike));
    expect(code).toBe(0);
    expect(stderr).toContain('10 days checked, 0 findings since 2024-01-06, 1 known;');
  });

  test.each([
    [
      'without a header',
      spike,
      'has no line with the columns kind, code, start\nhint: ratebook store check -f csv -o known.csv',
    ],
    [
      'that is empty',
      '',
      'has no line with the columns kind, code, start\nhint: ratebook store check -f csv -o known.csv',
    ],
    ['of another kind', `${header + spike}flip,HKD,2024-01-05,,\n`, 'line 3 of PATH has no readable kind: "flip"'],
    ['with a row cut short', `${header + spike}spike,HKD\n`, 'line 3 of PATH has no readable start: ""'],
    ['without a code', `${header}spike,,2024-01-05,,\n`, 'line 2 of PATH has no readable code: ""'],
    ['with a day of a spreadsheet', `${header}spike,HKD,1/5/24,,\n`, 'line 2 of PATH has no readable start: "1/5/24"'],
    ['with an open quote', `${header}spike,"HKD,2024-01-05\n`, 'line 2 of PATH has a quote that never closes'],
  ])('--accept refuses a file %s', async (_, text, why) => {
    const path = file(text);
    const stderr = `ratebook: ${why.startsWith('has') ? `${path} ` : ''}${why.replace('PATH', path)}\n`;
    expect(await checked('--accept', path)).toEqual({ code: 2, stdout: '', stderr });
  });

  test.each([
    ['-', 2, '--accept takes a file, not standard input'],
    ['/no/such.csv', 1, 'cannot read /no/such.csv: no such file or directory'],
    ['/', 1, 'cannot read /: illegal operation on a directory'],
  ])('--accept %s is no file', async (path, code, why) => {
    expect(await checked('--accept', path)).toEqual({ code, stdout: '', stderr: `ratebook: ${why}\n` });
  });

  test('--since takes no day that is to come', async () => {
    expect(await checked('--since', '2024-01-12')).toMatchObject({ code: 2, stdout: '' });
  });
});
