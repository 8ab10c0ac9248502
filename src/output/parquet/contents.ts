import { hash } from 'node:crypto';
import { type Day, eachDay, parseDay } from '../../calendar/day.ts';
import { runsOf } from '../../calendar/runs.ts';
import type { Code } from '../../currencies/code.ts';
import { isSameSide, type Side } from '../../rates/day-rates.ts';
import { type CodeList, type ListedRates, listed } from '../../rates/listed-rates.ts';

export const byCode = <T>(pairs: ReadonlyMap<Code, T>): [Code, T][] =>
  [...pairs].sort((one, other) => (one[0] < other[0] ? -1 : 1));

export function listedByCode(rates: ReadonlyMap<Code, number>): ListedRates {
  const row = listed(rates);
  return row.list.isSorted ? row : listed(new Map(byCode(rates)));
}

/** Numbers as they are in memory, since writing them out would take longer than all the rest. */
export function digestOf(side: Side, { list, rates }: ListedRates): string {
  const numbers = new Uint8Array(rates.buffer, rates.byteOffset, rates.byteLength);
  const bytes = Buffer.concat([wordsOf(side, list), numbers]);
  return hash('sha256', bytes, 'base64url').slice(0, 8);
}

interface Words {
  readonly side: Side;
  readonly bytes: Buffer;
}

/** Most days share their list, so that joining it for each would take as long as all the rest. */
const words = new WeakMap<CodeList, Words>();

function wordsOf(side: Side, list: CodeList): Buffer {
  const last = words.get(list);
  if (last && isSameSide(last.side, side)) return last.bytes;

  const sides = 'base' in side ? [side.base, 1] : [1, side.quote];
  const bytes = Buffer.from([...sides, ...list.codes].join());
  words.set(list, { side, bytes });
  return bytes;
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

interface Note {
  readonly key: string;
  readonly value?: string | undefined;
}

/** Each day of a file with its digest; undefined if the file has no such notes. */
export function contentsIn(notes: readonly Note[]): ReadonlyMap<Day, string | undefined> | undefined {
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
