import { describe, expect, test } from 'vitest';
import { onDays } from '../support/faults.ts';
import { behind, Latch } from '../support/latch.ts';
import { finished, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

/** Answers the month that begins on this day only when the latch is open. */
const holding = (start: string, latch: Latch) => onDays([start], behind(latch));

const series = ['series', '2024-01', '2024-03', '-s', 'EUR', '--no-store'];

describe('a series', () => {
  test.each([
    ['csv', '2024-01-31,USD,EUR,'],
    ['ndjson', '{"date":"2024-01-31"'],
    ['json', '"2024-01-31": {'],
  ])('is written in %s while later months are on their way', async (format, day) => {
    const latch = new Latch();
    const { machine } = await scene(holding('2024-02-01', latch));
    const child = machine.start([...series, '-f', format]);
    const end = finished(child);
    await said(child, 'stdout', day);
    latch.open();
    const { code, stdout } = await end;
    expect(code).toBe(0);
    expect(new Set(stdout.match(/2024-\d{2}-\d{2}/g)).size).toBe(91);
  });

  test('is in order where the first month is the last to come', async () => {
    const latch = new Latch();
    const { machine } = await scene(holding('2024-01-01', latch));
    const child = machine.start([...series, '--debug']);
    const end = finished(child);
    await said(child, 'stderr', /(: 200, .*\n.*){2}/);
    latch.open();
    const days = (await end).stdout.match(/^2024-\d{2}-\d{2}/gm);
    expect(days).toEqual([...(days ?? [])].sort());
    expect(days).toHaveLength(91);
  });
});

describe.each([
  ['kept', ['-s', 'EUR']],
  ['not kept', ['--no-store']],
] as const)('without time series, days that are %s', (_what, how) => {
  test.each([
    ['csv', '2024-01-02,USD,'],
    ['ndjson', '{"date":"2024-01-02"'],
  ])('are written in %s as their answers come, in order', async (format, second) => {
    const answers = new Map(['03', '04'].map((day) => [`/historical/2024-01-${day}.json`, new Latch()]));
    const { service, machine } = await scene(
      (request, response, pass) => {
        const latch = answers.get(request.path);
        return latch ? behind(latch)(request, response, pass) : pass();
      },
      { key: 'free' },
    );
    const child = machine.start(['series', '2024-01', '-f', format, ...how]);
    const end = finished(child);
    let rows = '';
    child.stdout.on('data', (text) => {
      rows += text;
    });
    await said(child, 'stdout', second);
    // all others have come
    await service.came(1 + 31);
    answers.get('/historical/2024-01-04.json')?.open();
    expect(rows).not.toContain('2024-01-03');
    answers.get('/historical/2024-01-03.json')?.open();
    const { code, stdout } = await end;
    expect(code).toBe(0);
    const days = stdout.match(/2024-01-\d{2}/g) ?? [];
    expect(days).toEqual([...days].sort());
    expect(new Set(days).size).toBe(31);
    expect(service.cost()).toBe(31);
  });
});

test('months far ahead are not asked for before there is room for them', async () => {
  const latch = new Latch();
  const { service, machine } = await scene(holding('2020-01-01', latch));
  const years = ['series', '2020', '2023', '-s', 'EUR', '--no-store', '--yes', '--concurrency', '2', '--debug'];
  const child = machine.start(years);
  const end = finished(child);
  await said(child, 'stderr', /(: 200, .*\n.*){4}/);
  // for as long as this takes, it might ask for more
  await machine.run(['--version']);
  expect(service.requests.length).toBeLessThan(12);
  latch.open();
  expect(await end).toMatchObject({ code: 0 });
  expect(service.requests).toHaveLength(48);
});
