import { describe, expect, test } from 'vitest';
import { onDays } from '../support/faults.ts';
import { behind, Latch } from '../support/latch.ts';
import { finished, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

const { machine } = await scene();

test.concurrent.each(['series 2024-01 --no-store -q', 'config list'])(
  'where stdout is full %s fails, and says so once',
  async (args) => {
    const { stderr } = await machine.shell(`ratebook ${args} > /dev/full`);
    expect(stderr).toBe('ratebook: cannot write standard output: no space left on device\nexit 1\n');
  },
);

describe.concurrent('a reader that has enough', () => {
  test.each([
    ['a series', 'ratebook series 2023 --no-store -q | head -1', 'date,base,quote,rate\n'],
    ['raw bodies', 'ratebook series 2023 --raw -q | head -c 2', '{"'],
    ['the help', 'ratebook series --help | true', ''],
  ])('ends %s with 0 and silence', async (_what, line, stdout) =>
    expect(await machine.shell(line)).toMatchObject({ stdout, stderr: 'exit 0\n' }),
  );

  test('of the notes does not end the run', async () => {
    const { stdout } = await machine.shell('ratebook series 2024-01 --no-store -o noted.csv 2>&1 | true');
    expect(stdout).toBe('');
    expect(machine.read('noted.csv')).toMatch(/\n2024-01-31,USD,Z\w+,[\d.]+\n$/);
  });
});

test.each([
  ['-f csv', '2024-01-31,USD,EUR,', 91],
  ['-f json --every month', '"2024-01": {', 3],
])('a series is written while later months are on their way: %s', async (format, first, count) => {
  const latch = new Latch();
  const { machine } = await scene(onDays(['2024-03-01'], behind(latch)));
  const child = machine.start(`series 2024-01 2024-03 -s EUR --no-store ${format}`.split(' '));
  const end = finished(child);
  await said(child, 'stdout', first);
  latch.open();
  const { code, stdout } = await end;
  expect(code).toBe(0);
  expect(new Set(stdout.match(/2024-\d\d(-\d\d)?/g)).size).toBe(count);
});
