import { describe, expect, test } from 'vitest';
import { finished, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import type { Fault } from '../support/service.ts';

/** Answers the month that begins on this day only when it is told to. */
function holding(start: string): { fault: Fault; release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fault: Fault = ({ query }, _response, pass) =>
    query.start === start ? void released.then(pass) : pass();
  return { fault, release };
}

const series = ['series', '2024-01', '2024-03', '-s', 'EUR', '--no-store'];

describe('a series', () => {
  test.each([
    ['csv', '2024-01-31,USD,EUR,'],
    ['ndjson', '{"date":"2024-01-31"'],
    ['json', '"2024-01-31": {'],
  ])('is written in %s while later months are on their way', async (format, day) => {
    const { fault, release } = holding('2024-02-01');
    const { machine } = await scene(fault);
    const child = machine.start([...series, '-f', format]);
    const end = finished(child);
    await said(child, 'stdout', day);
    release();
    const { code, stdout } = await end;
    expect(code).toBe(0);
    expect(new Set(stdout.match(/2024-\d{2}-\d{2}/g)).size).toBe(91);
  });

  test('is in order where the first month is the last to come', async () => {
    const { fault, release } = holding('2024-01-01');
    const { service, machine } = await scene(fault);
    const end = machine.run(series);
    while (service.requests.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    setTimeout(release, 100);
    const days = (await end).stdout.match(/^2024-\d{2}-\d{2}/gm);
    expect(days).toEqual([...(days ?? [])].sort());
    expect(days).toHaveLength(91);
  });
});

test('months far ahead are not asked for before there is room for them', async () => {
  const { fault, release } = holding('2020-01-01');
  const { service, machine } = await scene(fault);
  const end = machine.run([
    'series',
    '2020',
    '2023',
    '-s',
    'EUR',
    '--no-store',
    '--yes',
    '--concurrency',
    '2',
  ]);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(service.requests.length).toBeLessThan(12);
  release();
  expect(await end).toMatchObject({ code: 0 });
  expect(service.requests).toHaveLength(48);
});
