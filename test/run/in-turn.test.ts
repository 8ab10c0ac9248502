import { expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { inTurn } from '../../src/run/in-turn.ts';

function watched() {
  const interrupt = new AbortController();
  const told: unknown[] = [];
  const reporter = {
    startProgress: (...what: unknown[]) => told.push(what),
    advance: (days: number) => told.push(days),
    stopProgress: () => told.push('stopped'),
  };
  const app = { host: { signal: interrupt.signal }, reporter } as unknown as App;
  return { app, told, interrupt };
}

async function* unknownNumber() {
  yield* ['a', 'b'];
}

test.each([
  ['a list', ['a', 'b'], 2],
  ['a stream', unknownNumber(), Number.POSITIVE_INFINITY],
])('days of %s come one after another, with progress', async (_, days, all) => {
  const { app, told } = watched();
  const seen: string[] = [];
  for await (const day of inTurn('verifying', days, app)) seen.push(day);
  expect(seen).toEqual(['a', 'b']);
  expect(told).toEqual([[all, all, 'verifying'], 1, 1, 'stopped']);
});

test('an interrupt ends it before the next day, and the progress too', async () => {
  const { app, told, interrupt } = watched();
  const seen: string[] = [];
  const run = async () => {
    for await (const day of inTurn('verifying', ['a', 'b', 'c'], app)) {
      seen.push(day);
      interrupt.abort(new Error('interrupted'));
    }
  };
  await expect(run()).rejects.toThrow('interrupted');
  expect(seen).toEqual(['a']);
  expect(told).toEqual([[3, 3, 'verifying'], 1, 'stopped']);
});
