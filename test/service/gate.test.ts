import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Gate } from '../../src/service/gate.ts';

/** Work of a few milliseconds that knows how much of it ran at the same time. */
function crowd(gate: Gate) {
  const seen = { now: 0, most: 0, order: [] as number[] };
  const enter = (number: number) =>
    gate.pass(forever, async () => {
      seen.order.push(number);
      seen.most = Math.max(seen.most, ++seen.now);
      await sleep(5);
      seen.now--;
    });
  return { seen, enter };
}

const forever = new AbortController().signal;
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('a gate', () => {
  test('lets as many in at once as it was made for, in the order in which they came', async () => {
    const { seen, enter } = crowd(new Gate(3));
    await Promise.all(numbers(12).map(enter));
    expect(seen.most).toBe(3);
    expect(seen.order).toEqual(numbers(12));
  });

  test('lets the next in when work fails', async () => {
    const gate = new Gate(1);
    const failing = gate.pass(forever, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await gate.pass(forever, async () => 'yes')).toBe('yes');
  });

  test('that is throttled lets nobody in until the wait is over', async () => {
    const gate = new Gate(4);
    const started = performance.now();
    gate.throttle(120);
    await Promise.all(numbers(3).map(() => gate.pass(forever, async () => {})));
    expect(performance.now() - started).toBeGreaterThanOrEqual(119);
  });

  test('that is throttled lets half as many in afterwards, and one at the least', async () => {
    const gate = new Gate(4);
    for (const most of [2, 1, 1]) {
      gate.throttle(10);
      const { seen, enter } = crowd(gate);
      await Promise.all(numbers(8).map(enter));
      expect(seen.most).toBe(most);
    }
  });

  test('takes several throttlings at the same time for one', async () => {
    const gate = new Gate(8);
    for (const _ of numbers(5)) gate.throttle(20);
    const { seen, enter } = crowd(gate);
    await Promise.all(numbers(12).map(enter));
    expect(seen.most).toBe(4);
  });

  test('waits out the longest of them', async () => {
    const gate = new Gate(8);
    const started = performance.now();
    gate.throttle(100);
    gate.throttle(1);
    await gate.pass(forever, async () => {});
    expect(performance.now() - started).toBeGreaterThanOrEqual(99);
  });

  test('turns all who wait away at once when the run is stopped', async () => {
    const stop = new AbortController();
    const gate = new Gate(4);
    gate.throttle(60_000);
    let worked = false;
    const waiting = numbers(3).map(() =>
      gate.pass(stop.signal, async () => {
        worked = true;
      }),
    );
    const started = performance.now();
    stop.abort(new Error('stopped'));
    for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected');
    await expect(gate.pass(stop.signal, async () => {})).rejects.toThrow('stopped');
    expect(performance.now() - started).toBeLessThan(1000);
    expect(worked).toBe(false);
  });
});
