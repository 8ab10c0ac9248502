import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Day, parseDay } from '../calendar/day.ts';
import { makeFolder } from '../disk/folder.ts';
import { writeWhole } from '../disk/whole-file.ts';

/** The first day of a service's archive, remembered from run to run. */
export class ArchiveStart {
  readonly #path: string;

  constructor(state: string, service: string, alternative: boolean) {
    this.#path = join(state, 'archive', service, alternative ? 'since-alternative' : 'since');
  }

  read(): Day | undefined {
    try {
      return parseDay(readFileSync(this.#path, 'utf8').trim());
    } catch {
      return undefined;
    }
  }

  async remember(day: Day): Promise<void> {
    makeFolder(dirname(this.#path));
    await writeWhole(this.#path, `${day}\n`);
  }
}
