import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Day } from '../../calendar/day.ts';
import { makeFolder } from '../../disk/flush.ts';
import { removeStale, writeWhole } from '../../disk/whole-file.ts';
import { cannotWrite } from '../../errors.ts';
import type { Document } from '../../output/format.ts';
import { endingOf, type FormatName, openFormat } from '../../output/formats.ts';
import type { Code } from '../../rates/code.ts';
import type { DayRates } from '../../rates/day-rates.ts';

export const documentIn = (base: Code): Document => ({
  kind: { of: 'days', several: false },
  base,
  inverted: false,
  wide: false,
  width: 120,
  color: false,
});

/** A folder with one file per day, with all its rates. */
export class DayFiles {
  readonly #folder: string;
  readonly #format: FormatName;
  readonly #there: ReadonlySet<string>;

  private constructor(folder: string, format: FormatName, there: ReadonlySet<string>) {
    this.#folder = folder;
    this.#format = format;
    this.#there = there;
  }

  /**
   * Creates the folder if it is missing, and removes what killed runs have left there.
   * @param now in milliseconds since 1970
   * @throws Failure
   */
  static async open(folder: string, format: FormatName, now: number): Promise<DayFiles> {
    makeFolder(folder);
    await removeStale(folder, now);
    try {
      return new DayFiles(folder, format, new Set(await readdir(folder)));
    } catch (error) {
      throw cannotWrite(`in ${folder}`, error);
    }
  }

  async complete(
    days: Iterable<Day>,
    read: (day: Day) => DayRates | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    for (const day of days) {
      signal.throwIfAborted();
      const name = day + endingOf(this.#format);
      const rates = this.#there.has(name) ? undefined : read(day);
      if (!rates) continue;
      const formatter = await openFormat(this.#format, documentIn(rates.base));
      const pieces = [formatter.day(rates), ...formatter.end()];
      await writeWhole(join(this.#folder, name), Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
    }
  }
}
