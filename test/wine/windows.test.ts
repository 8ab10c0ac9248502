import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { formats } from '../../src/output/formats.ts';
import { Machine } from '../support/ratebook.ts';
import { startService } from '../support/service.ts';
import { startSlowService } from '../support/slow-service.ts';
import { Desk } from './desk.ts';

const desk = new Desk();
const month = ['series', '2024-01', '-s', 'EUR,GBP'];
const payments = 'Day,Sum,Code\n2024-01-17,10.00,EUR\n';
const columns = ['--date', 'Day', '--amount', 'Sum', '--from', 'Code', '--to', 'USD'];
const serviceFor = (url: string) => ({ env: { RATEBOOK_BASE_URL: url } });

test.each(Object.keys(formats))('%s is byte for byte that of other systems', async (format) => {
  const name = `january-${format}`;
  const args = [...month, '--demo', '-q', '-f', format, '-o', name];
  const env = { LC_ALL: 'C.UTF-8' };
  const machine = new Machine();
  const [there, here] = await Promise.all([desk.run(args, { env }), machine.run(args, { env })]);
  expect(there).toEqual(here);
  if (here.code === 0) expect(readFileSync(desk.at(name)).equals(readFileSync(`${machine.home}/${name}`))).toBe(true);
});

describe('a file that another program has open', () => {
  test('is refused before anything is asked', async () => {
    const service = await startService();
    desk.write('held.csv', 'old');
    const release = await desk.hold('held.csv');
    expect(await desk.run([...month, '-o', 'held.csv'], serviceFor(service.url))).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'ratebook: cannot write held.csv: resource busy or locked\n' +
        'hint: close the file in the program that has it open\n',
    });
    await release();
    expect([service.calls(), desk.read('held.csv')]).toEqual([0, 'old']);
  });

  test('only at the end costs nothing twice, and stays as it was', async () => {
    let held: Promise<() => Promise<unknown>> | undefined;
    desk.write('late.csv', 'old');
    const service = await startService(async (_request, _response, pass) => {
      held ??= desk.hold('late.csv');
      await held;
      pass();
    });
    const first = await desk.run([...month, '-o', 'late.csv'], serviceFor(service.url));
    expect(first).toMatchObject({ code: 1 });
    expect(first.stderr).toMatch(/late\.csv: .*\nhint: close the file in the program that has it open\n$/);
    expect(desk.read('late.csv')).toBe('old');
    await (await held)?.();
    const cost = service.cost();
    expect((await desk.run([...month, '-o', 'late.csv'], serviceFor(service.url))).code).toBe(0);
    expect(service.cost()).toBe(cost);
    expect(desk.read('late.csv')).toMatch(/^date,base,quote,rate\n2024-01-01,/);
  });

  test('for a moment is waited for', async () => {
    desk.write('moment.csv', 'old');
    const release = await desk.hold('moment.csv');
    const run = desk.run([...month, '--demo', '-q', '-o', 'moment.csv']);
    await sleep(500);
    await release();
    expect((await run).code).toBe(0);
    expect(desk.read('moment.csv')).toMatch(/^date,base,quote,rate\n/);
  });
});

test('annotate may write to the file that it reads, and reads stdin', async () => {
  desk.write('payments.csv', payments);
  const stdin = await desk.run(['annotate', '-', ...columns, '--demo', '-q'], { stdin: desk.at('payments.csv') });
  const args = ['annotate', 'payments.csv', ...columns, '--demo', '-q', '-o', 'payments.csv'];
  expect(await desk.run(args)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(stdin).toEqual({ code: 0, stdout: desk.read('payments.csv'), stderr: '' });
  expect(stdin.stdout).toMatch(/^Day,Sum,Code,rate,/);
});

test('a run that is killed damages nothing, and pays again only for what was under way', async () => {
  const kills = 6;
  let onMoment = () => {};
  const service = await startSlowService(() => onMoment());
  const run = ['series', '2021-01-01', '2023-12-31', '-q', '--yes', '-o', 'killed.csv'];
  for (let kill = 1; kill <= kills; kill++) {
    const { child, finished } = desk.start(run, serviceFor(service.url));
    let moments = 6 + (kill % 4);
    onMoment = () => --moments === 0 && child.kill('SIGKILL');
    expect((await finished()).code).toBeNull();
  }
  onMoment = () => {};
  await service.deserted();
  expect(await desk.run(['store', 'verify', '-q'], serviceFor(service.url))).toMatchObject({ code: 0 });
  expect(await desk.run(run, serviceFor(service.url))).toMatchObject({ code: 0 });
  // at each kill four requests were under way, of a month at most
  expect(service.charged()).toBeLessThanOrEqual(1095 + kills * 4 * 31);
  expect(desk.read('killed.csv')).toMatch(/\n2023-12-31,[^\n]+\n$/);
});

test.each([
  ['-o', 'new folder\\x.csv', 1, /no such folder: new folder\nhint: mkdir "new folder"\n$/],
  ['-o', 'sub\\', 1, /: it is not the name of a file\n$/],
  ['-o', 'sub\\NUL.csv', 2, / sub\\NUL\.csv: that is the name of a device on Windows\n/],
  ['-o', 'NUL\\x.csv', 2, /: that is the name of a device on Windows\n/],
  ['-o', 'at 12:30.csv', 2, /: names on Windows have no /],
  ['-f', 'ledger', 2, /\nhint: -s "EUR,GBP" selects some, -s "\*" all\n$/],
])('%s %s is refused in words that can be typed there', async (option, value, code, words) => {
  const service = await startService();
  const given = option === '-o' ? month : ['series', '2024-01'];
  const answer = await desk.run([...given, option, value], serviceFor(service.url));
  expect(answer).toEqual({ code, stdout: '', stderr: expect.stringMatching(words) });
  expect(service.calls()).toBe(0);
});

test('help names the folders and variables of Windows, as a manual too', async () => {
  for (const args of [['--help'], ['help', '--man']]) {
    const { stdout } = await desk.run(args);
    expect(stdout).toContain('%LOCALAPPDATA%\\ratebook\\Data\\');
    expect(stdout).toMatch(/^ {2}APPDATA +folder/m);
    expect(stdout).not.toMatch(/XDG_|~\/|\\fB|^\.TH/m);
  }
  expect((await desk.run(['help', '--man'])).stdout).toContain('ratebook store verify\n=====================\n');
  const { stdout } = await desk.run(['latest', '--help']);
  expect(stdout).toContain('ratebook latest -s "EUR,GBP,JPY" ');
  expect(stdout).toMatch(/-s, --symbols .*; "\*"\s+shows all/);
});
