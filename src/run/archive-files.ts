import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { cannotWrite } from '../disk/failure.ts';
import { writeWhole } from '../disk/whole-file.ts';
import { failed } from '../errors.ts';
import { type FormatName, loadFormat } from '../output/format.ts';
import { usd } from '../rates/code.ts';
import type { Store } from '../store/store.ts';

const endings: Record<FormatName, string> = { table: 'txt', json: 'json', csv: 'csv', ndjson: 'ndjson' };

/** A folder with a file for each held day: whole days in USD. */
export class ArchiveFiles {
  readonly #folder: string;
  readonly #format: FormatName;
  readonly #there: ReadonlySet<string>;

  private constructor(folder: string, format: FormatName, there: ReadonlySet<string>) {
    this.#folder = folder;
    this.#format = format;
    this.#there = there;
  }

  /** @throws Failure where there is no such folder */
  static async open(folder: string, format: FormatName): Promise<ArchiveFiles> {
    try {
      return new ArchiveFiles(folder, format, new Set(await readdir(folder)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw failed(`there is no folder ${folder}`, `mkdir -p ${folder}`);
      throw cannotWrite(`in ${folder}`, error);
    }
  }

  /** Makes the files that are missing, as far as their days are held, until the signal ends that. */
  async complete(days: Iterable<Day>, store: Store, signal: AbortSignal): Promise<void> {
    const format = await loadFormat(this.#format);
    for (const day of days) {
      signal.throwIfAborted();
      const name = `${day}.${endings[this.#format]}`;
      const rates = this.#there.has(name) ? undefined : store.read(day);
      if (!rates) continue;
      const formatter = format({
        kind: { of: 'days', several: false },
        base: usd,
        wide: false,
        width: 120,
        color: false,
      });
      await writeWhole(join(this.#folder, name), formatter.day(rates) + [...formatter.end()].join(''));
    }
  }
}
