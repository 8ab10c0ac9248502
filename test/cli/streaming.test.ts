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
});
