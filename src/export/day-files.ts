import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { makeFolder } from '../disk/flush.ts';
import { removeStale, writeWhole } from '../disk/whole-file.ts';
import { written } from '../errors.ts';
import { endingOf } from '../output/formats.ts';
import { documentOf } from './document.ts';
import { looking } from './foreign.ts';
import type { Complete, Export } from './job.ts';

export async function openDayFiles({ folder, format, store, host, reporter }: Export): Promise<Complete> {
  makeFolder(folder);
  await removeStale(folder, host.now());
  const entries = await written(`in ${folder}`, readdir(folder, { withFileTypes: true }));
  const there = new Map(entries.map((entry) => [entry.name, entry]));
  const lookAt = await looking(folder, format);

  async function write(day: Day, path: string): Promise<boolean> {
    const rates = store.read(day);
    if (rates) await writeWhole(path, await documentOf(rates, format));
    return rates !== undefined;
  }

  return async (wanted) => {
    const foreign: string[] = [];
    let done = 0;
    let lacking = 0;
    for (const day of wanted) {
      host.signal.throwIfAborted();
      reporter.advance(1);
      const name = day + endingOf(format);
      const entry = there.get(name);
      const other = entry && lookAt(entry, day);

      if (other) foreign.push(`${join(folder, name)} (${other})`);
      else if (entry) done++;
      else if (await write(day, join(folder, name))) lacking++;
    }
    return { written: lacking, days: done + lacking, foreign };
  };
}
