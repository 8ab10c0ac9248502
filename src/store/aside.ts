import { join } from 'node:path';
import type { Day } from '../calendar/day.ts';
import { flushFolder } from '../disk/flush.ts';
import { makeFolder, moveFile } from '../disk/folder.ts';
import { randomName, writeWhole } from '../disk/whole-file.ts';
import { cannotWrite, Failure } from '../errors.ts';
import { textAt } from './day-file.ts';
import type { StorePlaces } from './places.ts';

interface AsideOptions {
  readonly places: Pick<StorePlaces, 'damaged' | 'older'>;
  readonly now: () => number;
  /** Whether a text is that of a whole day. */
  readonly isDay: (text: string, day: Day) => boolean;
  /** Called with the new path of a damaged file, or the old one if it cannot be moved. */
  readonly onDamaged: (day: Day, movedTo: string) => void;
}

/** What is taken out of its place: damaged files of days, and rates that others have replaced. */
export class Aside {
  readonly #options: AsideOptions;
  /** Days whose damaged file cannot be moved, and so not replaced. */
  readonly stuck = new Map<Day, Failure>();

  constructor(options: AsideOptions) {
    this.#options = options;
  }

  moveDamaged(day: Day, path: string): void {
    if (this.stuck.has(day)) return;
    const { places, now, isDay, onDamaged } = this.#options;
    const { damaged } = places;
    try {
      const target = newPlace(damaged, day, now());
      moveFile(path, target);
      // another process may already have replaced it with a whole file
      if (isDay(textAt(target) ?? '', day)) moveFile(target, path);
      else onDamaged(day, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      this.stuck.set(day, error instanceof Failure ? error : cannotWrite(`in ${damaged}`, error));
      onDamaged(day, path);
    }
  }

  /** On disk when it resolves, so that what it is a copy of may be replaced. @throws Failure */
  async keepOlder(day: Day, file: string | Uint8Array): Promise<void> {
    const { places, now } = this.#options;
    await writeWhole(newPlace(places.older, day, now()), file);
    await flushFolder(places.older);
  }
}

/** Never used before. */
function newPlace(folder: string, day: Day, now: number): string {
  makeFolder(folder);
  const time = new Date(now).toISOString().replaceAll(':', '');
  return join(folder, `${day}.${time}.${randomName()}.json`);
}
