import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Day, parseDay } from '../calendar/day.ts';
import { reasonOf } from '../disk/failure.ts';
import { makeFolder } from '../disk/folder.ts';
import { writeWhole } from '../disk/whole-file.ts';
import { failed } from '../errors.ts';

/** A day that the archive remembers from run to run. */
export class RememberedDay {
  readonly #path: string;

  constructor(state: string, service: string, name: string, alternative: boolean) {
    this.#path = join(state, 'archive', service, alternative ? `${name}-alternative` : name);
  }

  /** @throws Failure if the file is not a day */
  read(): Day | undefined {
    const text = this.#text();
    if (text === undefined) return undefined;
    const day = parseDay(text.trim());
    if (!day)
      throw failed(`${this.#path} does not contain a day`, 'give the first day again: --since YYYY-MM-DD');
    return day;
  }

  /** Undefined for an unreadable file too: the next day remembered replaces it. */
  readIfWhole(): Day | undefined {
    try {
      return this.read();
    } catch {
      return undefined;
    }
  }

  async remember(day: Day): Promise<void> {
    makeFolder(dirname(this.#path));
    await writeWhole(this.#path, `${day}\n`);
  }

  #text(): string | undefined {
    try {
      return readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw failed(`${this.#path} cannot be read: ${reasonOf(error)}`);
    }
  }
}
