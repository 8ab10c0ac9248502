import { hash } from 'node:crypto';
import { parquetMetadata } from 'hyparquet';
import { type Day, eachDay, parseDay } from '../calendar/day.ts';
import { runsOf } from '../calendar/runs.ts';
import type { DayRates } from '../rates/day-rates.ts';

export const sortedByCode = (day: DayRates): DayRates => ({
  ...day,
  rates: new Map([...day.rates].sort(([one], [other]) => (one < other ? -1 : 1))),
});

/** Two days with different rates have different ones. @param day sorted by code */
export function digestOf(day: DayRates): string {
  const sides = 'base' in day ? [day.base, 1] : [1, day.quote];
  const names = Buffer.from([...sides, ...day.rates.keys()].join());
  // numbers as they are in memory, since writing them out would take longer than all the rest
  const numbers = Buffer.from(Float64Array.from(day.rates.values()).buffer);
  return hash('sha256', Buffer.concat([names, numbers]), 'base64url').slice(0, 8);
}

/** In a file's metadata: the days that it has, as `2024-01-01/2024-02-28 2024-03-02/2024-03-02`. */
const daysKey = 'ratebook.days';

/** The digest of each of them. */
const digestsKey = 'ratebook.digests';

/** @param contents the digest of each day */
export function notesOf(contents: ReadonlyMap<Day, string>): Readonly<Record<string, string>> {
  const runs = runsOf(contents.keys()).map(({ first, last }) => `${first}/${last}`);
  return { [daysKey]: runs.join(' '), [digestsKey]: [...contents.values()].join(' ') };
}

/** Each day of a file with its digest; undefined if another program wrote the file. */
export function digestsIn(file: Uint8Array): ReadonlyMap<Day, string | undefined> | undefined {
  const { key_value_metadata: notes = [] } = parquetMetadata(file);
  const textOf = (name: string) => notes.find(({ key }) => key === name)?.value ?? '';
  const digests = textOf(digestsKey).split(' ');
  const days = daysOfText(textOf(daysKey));
  return days && new Map(days.map((day, at) => [day, digests[at]]));
}

function daysOfText(text: string): Day[] | undefined {
  const days: Day[] = [];
  for (const run of text.split(' ')) {
    const [first, last] = run.split('/').map(parseDay);
    if (!first || !last) return undefined;
    days.push(...eachDay(first, last));
  }
  return days;
}
