import { describe, expect, test, vi } from 'vitest';
import { inOrder } from '../../src/fetch/in-order.ts';
import { Latch, turns } from '../support/latch.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const ignore = () => {};
type Ready = (result: number) => void;

async function all<T>(results: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const result of results) list.push(result);
  return list;
}

describe('results', () => {
  test('come in the order of their items, however long each takes', async () => {
    const slowFirst = async (number: number, ready: Ready) => {
      await turns((10 - number) * 3);
      ready(number);
    };
    expect(await all(inOrder(numbers(10), 4, slowFirst, ignore))).toEqual(numbers(10));
  });

  test('of one item come one by one, while the rest of it is on its way', async () => {
    const [second, end] = [new Latch(), new Latch()];
    const work = async (number: number, ready: Ready) => {
      ready(number);
      await second.opened;
      ready(number + 1);
      await end.opened;
    };
    const results = inOrder([10, 20], 3, work, ignore);
    expect((await results.next()).value).toBe(10);
    second.open();
    expect((await results.next()).value).toBe(11);
    end.open();
    expect(await all(results)).toEqual([20, 21]);
  });

  test('that came before their item failed are handed over first', async () => {
    const failure = new Error('no');
    const work = async (number: number, ready: Ready) => {
      ready(number);
      throw failure;
    };
    const results = inOrder([1, 2], 3, work, ignore);
    expect((await results.next()).value).toBe(1);
    await expect(results.next()).rejects.toBe(failure);
  });
});

test('no more is started than so many ahead of the one that is awaited', async () => {
  let started = 0;
  const work = async (number: number, ready: Ready) => {
    started++;
    ready(number);
  };
  for await (const number of inOrder(numbers(50), 5, work, ignore)) {
    expect(started).toBeLessThanOrEqual(number + 6);
  }
  expect(started).toBe(50);
});

test('when an item fails the others are told to stop, and what was started is waited for', async () => {
  let [finished, stopped] = [0, 0];
  const work = async (number: number) => {
    if (number === 0) throw new Error('no');
    await turns(5);
    finished++;
  };
  const results = inOrder(numbers(4), 3, work, () => stopped++);
  await expect(all(results)).rejects.toThrow('no');
  expect({ finished, stopped }).toEqual({ finished: 3, stopped: 1 });
});

test('when the reader stops, what was started is waited for and nothing more is started', async () => {
  let [started, finished] = [0, 0];
  const work = async (number: number, ready: Ready) => {
    started++;
    ready(number);
    await turns(5);
    finished++;
  };
  const stop = vi.fn();
  for await (const _ of inOrder(numbers(20), 3, work, stop)) break;
  expect(stop).toHaveBeenCalled();
  expect(finished).toBe(started);
  expect(started).toBeLessThan(6);
});
