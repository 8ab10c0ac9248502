import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Day, startOf } from '../../src/calendar/day.ts';
import type { UnavailableDay } from '../../src/sources/source.ts';
import { storePlaces } from '../../src/store/places.ts';
import { SourceState } from '../../src/store/state.ts';
import { day as dayOf, ratesOf } from '../support/rates.ts';
import { temporaryFolder } from './temporary-folder.ts';

const [day, later] = [dayOf('2024-01-17'), dayOf('2024-01-18')];
const at = (text: string) => startOf(dayOf(text)) + 43_200_000;

const unavailable = (day: Day, served?: number): UnavailableDay => ({ day, reason: 'unavailable', served });

function opened() {
  const root = temporaryFolder();
  const places = storePlaces({ store: join(root, 'store'), state: join(root, 'state'), service: 'host/api' });
  let now = at('2024-01-18');
  const open = () => new SourceState(places, () => now);
  const setDay = (text: string) => {
    now = at(text);
  };
  return { places, state: open(), open, setDay };
}

test('a day is unavailable once the source says so more than a week later', async () => {
  const { open, state, setDay } = opened();
  await state.learn([unavailable(day)]);
  expect([state.isUnavailable(day), state.isDoubtful(day), state.isDoubtful(later)]).toEqual([false, true, false]);
  setDay('2024-01-25');
  await open().learn([unavailable(day)]);
  expect(state.isUnavailable(day)).toBe(true);
  await state.learn([ratesOf(day, { EUR: 1 })]);
  expect([open().isUnavailable(day), open().isDoubtful(day)]).toEqual([false, false]);
});

test('a working day is absent on the day of the answer, and for good once said a week apart, with a later day', async () => {
  const { state, setDay } = opened();
  const newest = () => later as Day;
  await state.learn([unavailable(day)]);
  expect(state.isAbsent(day, newest)).toBe(true);
  setDay('2024-01-19');
  expect(state.isAbsent(day, newest)).toBe(false);
  setDay('2024-01-25');
  await state.learn([unavailable(day)]);
  setDay('2024-01-26');
  expect([state.isAbsent(day, newest), state.isAbsent(day, () => undefined)]).toEqual([true, false]);
});

test('by the service’s clock a day that is still to come is not unavailable', async () => {
  const { state } = opened();
  await state.learn([unavailable(day, at('2024-01-17'))]);
  expect(state.isDoubtful(day)).toBe(false);
});

test('provisional rates are there until their day is over', async () => {
  const { open, state, setDay } = opened();
  const rates = { ...ratesOf(later, { EUR: 0.9, USD: 1 }), dropped: ['GBP'] };
  await state.setProvisional(rates, 5);
  expect(open().provisional(later)).toEqual({ rates, received: 5, stored: at('2024-01-18') });
  setDay('2024-01-20');
  expect(state.provisional(later)).toBeUndefined();
});

test('the plan of a key is remembered beside the rest', async () => {
  const { open, state } = opened();
  const plan = { account: 'a hash', refused: at('2024-01-18'), frequency: 1800 };
  await state.setPlan(plan);
  await state.learn([unavailable(day)]);
  expect(open().plan).toEqual(plan);
});

test.each(['', '{', '[]', '{"unavailable":5,"provisional":{"2024-01-18":1},"publication":{"at":1},"not_yet":"x"}'])(
  'a file of %j says nothing, and is replaced',
  async (text) => {
    const { open, places, setDay } = opened();
    mkdirSync(dirname(places.state), { recursive: true });
    writeFileSync(places.state, text);
    const state = open();
    expect([state.isDoubtful(day), state.provisional(later), state.publication]).toEqual([false, undefined, undefined]);
    await state.learn([{ day: later, reason: 'not published yet' }]);
    expect([open().isTooEarly(later, 1), open().isTooEarly(day, 1)]).toEqual([true, false]);
    // by a clock that was set back it was learnt at no time
    setDay('2024-01-17');
    expect(open().isTooEarly(later, 10 ** 9)).toBe(false);
  },
);
