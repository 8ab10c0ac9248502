import { setMaxListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Gate } from '../../../src/sources/http/gate.ts';
import { Latch, turns } from '../../support/latch.ts';

const going = new AbortController().signal;
setMaxListeners(0, going);
const nothing = async () => {};
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work of a few turns that knows how much of it ran at the same time. */
function crowd(gate: Gate) {
  const seen = { now: 0, most: 0, order: [] as number[] };
  const enter = (number: number) =>
    gate.pass(going, async () => {
      seen.order.push(number);
      seen.most = Math.max(seen.most, ++seen.now);
      await turns(3);
      seen.now--;
    });
  return { seen, enter };
}

/** The most that are in at once of twenty who come, and wait so long. */
async function mostOf(gate: Gate, wait: number): Promise<number> {
  const { seen, enter } = crowd(gate);
  const all = Promise.all(numbers(20).map(enter));
  vi.advanceTimersByTime(wait);
  await all;
  return seen.most;
}

describe('a gate', () => {
  test('lets as many in at once as it was made for, in the order in which they came', async () => {
    const { seen, enter } = crowd(new Gate(3));
    await Promise.all(numbers(12).map(enter));
    expect(seen.most).toBe(3);
    expect(seen.order).toEqual(numbers(12));
  });

  test('lets the next in when work fails', async () => {
    const gate = new Gate(1);
    const failing = gate.pass(going, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await gate.pass(going, async () => 'yes')).toBe('yes');
  });

  test('lets one in for each that leaves early, and none when that ends', async () => {
    const gate = new Gate(1);
    const ends = numbers(3).map(() => new Latch());
    const begun: number[] = [];
    const all = ends.map((end, number) =>
      gate.pass(going, async (leave) => {
        begun.push(number);
        if (number === 0) leave();
        await end.opened;
      }),
    );
    await turns(3);
    expect(begun).toEqual([0, 1]);
    ends[0]?.open();
    await all[0];
    await turns(3);
    expect(begun).toEqual([0, 1]);
    for (const end of ends) end.open();
    await Promise.all(all);
  });

  test('that is paused lets as many in afterwards as before', async () => {
    const gate = new Gate(4);
    const { seen, enter } = crowd(gate);
    gate.pause(120);
    const all = Promise.all(numbers(8).map(enter));
    await vi.advanceTimersByTimeAsync(119);
    expect(seen.order).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await all;
    expect(seen.most).toBe(4);
  });

  test('that is calm again doubles what it lets in each minute, up to what it was made for', async () => {
    const gate = new Gate(8);
    for (let time = 0; time < 3; time++) {
      gate.throttle(100);
      vi.advanceTimersByTime(100);
    }
    for (const [minutes, most] of Object.entries({ 0: 1, 1: 2, 2: 8, 60: 8 })) {
      vi.advanceTimersByTime(Number(minutes) * 60_000);
      expect(await mostOf(gate, 0)).toBe(most);
    }
  });

  test('that is throttled lets half as many in afterwards, and one at the least; several at the same time are one', async () => {
    const gate = new Gate(4);
    for (const most of [2, 1, 1]) {
      for (const _ of numbers(5)) gate.throttle(10);
      expect(await mostOf(gate, 10)).toBe(most);
    }
  });

  test('lets nobody in until the longest of them is over', async () => {
    const gate = new Gate(8);
    gate.throttle(100);
    gate.throttle(1);
    const work = vi.fn();
    const passing = gate.pass(going, async () => work());
    vi.advanceTimersByTime(99);
    await turns();
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await passing;
  });

  test('turns those who wait away at once when they are called off, and lets others in', async () => {
    const off = new AbortController();
    const gate = new Gate(1);
    const end = new Latch();
    const busy = gate.pass(going, () => end.opened);
    const work = vi.fn();
    const waiting = numbers(3).map(() => gate.pass(off.signal, async () => work()));
    const other = gate.pass(going, async () => 'in');
    off.abort(new Error('called off'));
    for (const one of waiting) await expect(one).rejects.toThrow('called off');
    await expect(gate.pass(off.signal, nothing)).rejects.toThrow('called off');
    end.open();
    expect(await other).toBe('in');
    await busy;
    expect(work).not.toHaveBeenCalled();
  });

  test('lets nobody in behind work whose outcome calls them off', async () => {
    const off = new AbortController();
    const gate = new Gate(1);
    const work = vi.fn();
    const refused = gate.pass(off.signal, async () => 'refused').then(() => off.abort(new Error('refused')));
    const next = gate.pass(off.signal, async () => work());
    await refused;
    await expect(next).rejects.toThrow('refused');
    expect(work).not.toHaveBeenCalled();
  });
});
