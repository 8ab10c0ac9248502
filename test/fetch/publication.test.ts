import { expect, test } from 'vitest';
import { type Day, startOf } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { startBringing } from '../../src/fetch/bringing.ts';
import type { Version } from '../../src/sources/source.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { publisher } from '../support/scripted-service.ts';
import { holdingsAt } from './holdings-at.ts';

const [monday, tuesday, wednesday] = ['2024-01-15', '2024-01-16', '2024-01-17'] as [Day, Day, Day];
const hour = 3_600_000;
const signal = new AbortController().signal;

test('a process that lasts asks again once the hour is over, and gives what it knows of the last answer', async () => {
  const root = temporaryFolder();
  let now = startOf(wednesday) + 12 * hour;
  const source = {
    ...publisher,
    pivot: { base: 'EUR' as Code },
    calendar: { ...publisher.calendar, isFinal: () => true },
    asks: { by: 'all' },
    updateEvery: () => hour,
  } as const;
  const open = () => holdingsAt({ root, source, now: () => now });
  const holdings = open();
  const versions: (Version | undefined)[] = [];
  const published = [tuesday];
  const connection = {
    all: async (version?: Version) => {
      versions.push(version);
      const days = published.map((day) => ({ day, base: 'EUR' as Code, rates: new Map([['USD' as Code, 1.1]]) }));
      return { version: { etag: `"${published.length}"` }, days };
    },
    close: async () => {},
  };
  const outcomes = async () => {
    const found: string[] = [];
    await startBringing(connection, holdings, signal).fetch({ days: [tuesday, wednesday], requests: [] }, ({ days }) =>
      found.push(...days.map((day) => ('gap' in day ? day.gap : day.day))),
    );
    return found;
  };
  expect(await outcomes()).toEqual([tuesday, 'not yet']);
  // the answer lacks the day, as far as this process knows: another may find its file deleted, and ask
  expect([holdings.gapOf(monday), holdings.stateOf(monday)]).toEqual(['not held', 'gap']);
  expect(open().stateOf(monday)).toBe('missing');
  published.push(wednesday);
  now += hour - 1;
  expect([holdings.stateOf(wednesday), await outcomes()]).toEqual(['gap', [tuesday, 'not yet']]);
  now += 1;
  expect([holdings.stateOf(wednesday), await outcomes()]).toEqual(['missing', [tuesday, wednesday]]);
  expect(versions).toEqual([undefined, { etag: '"1"' }]);
});
