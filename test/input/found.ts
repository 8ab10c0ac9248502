import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Code, usd } from '../../src/currencies/code.ts';
import { Rejected } from '../../src/input/day-documents.ts';
import { readDayFiles } from '../../src/input/days.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

type Reading = Partial<Parameters<typeof readDayFiles>[1]>;

/** What is read of: days relative to USD, by nobody who stops. */
export const reading = (more: Reading = {}) => ({
  pivot: { base: usd as Code },
  now: Date.now(),
  signal: new AbortController().signal,
  ...more,
});

/** Days in these files, as they are given, or why they are not taken; no notes. */
export async function given(paths: readonly string[], more: Reading = {}) {
  const all = [];
  for await (const day of readDayFiles(paths, reading(more))) if (!('note' in day)) all.push(day);
  return all;
}

/** `place: date`, or why a day is not taken, without what is the same in all of them. */
export async function found(paths: readonly string[], same: string, more: Reading = {}): Promise<string[]> {
  const days = await given(paths, more);
  const words = days.map((day) => {
    if (day instanceof Rejected) return `${day.name} ${day.reason}`;
    return 'skipped' in day ? `${day.skipped} skipped` : `${day.name}: ${day.date}`;
  });
  return words.map((text) => text.replaceAll(same, ''));
}

export function files() {
  const folder = temporaryFolder();
  const write = (name: string, data: string | Uint8Array = '{}'): string => {
    writeFileSync(join(folder, name), data);
    return join(folder, name);
  };
  return { folder, write };
}
