import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addDays, type Day, dayAt, parseDay } from '../calendar/day.ts';
import { flushFolder, makeFolder } from '../disk/flush.ts';
import { type Flush, writeWhole } from '../disk/whole-file.ts';
import { failed, ifPossible, reasonOf, writing } from '../errors.ts';
import { parseJson } from '../rates/json.ts';

export class Remembered<T> {
  constructor(
    readonly path: string,
    private readonly parse: (text: string) => T | undefined,
  ) {}

  exists(): boolean {
    return existsSync(this.path);
  }

  /** @throws Failure if it cannot be read */
  text(): string | undefined {
    try {
      // unlike `exists`, it tells what is not there from what may not be seen
      const found = statSync(this.path, { throwIfNoEntry: false });
      // a pipe would block, a device might never end
      if (found && !found.isFile() && !found.isDirectory()) return '';
      return found && readFileSync(this.path, 'utf8').trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw failed(`${this.path} cannot be read: ${reasonOf(error)}`);
    }
  }

  /** Undefined for a damaged or unreadable file, too. */
  read(): T | undefined {
    const text = ifPossible(() => this.text());
    return text === undefined ? undefined : this.parse(text);
  }

  /** The name of the file is not flushed. @throws Failure */
  async remember(text: string, flush?: Flush): Promise<void> {
    makeFolder(dirname(this.path));
    await writeWhole(this.path, `${text}\n`, flush);
  }

  /** @throws Failure */
  forget(): void {
    if (this.exists()) writing(`in ${dirname(this.path)}`, () => rmSync(this.path, { force: true }));
  }
}

/** @throws Failure */
export function forgetAllIn(folder: string): void {
  writing(`in ${folder}`, () => rmSync(folder, { recursive: true, force: true }));
}

export class DroppedCodes {
  #areAny: boolean | undefined;

  constructor(private readonly folder: string) {}

  of(day: Day): readonly string[] {
    this.#areAny ??= existsSync(this.folder);
    return (this.#areAny && this.#codes(day).read()) || [];
  }

  /** On disk when it resolves. @throws Failure */
  async remember(day: Day, codes: readonly string[]): Promise<void> {
    if (codes.length === 0) return this.#codes(day).forget();
    const text = JSON.stringify(codes);
    if (JSON.stringify(this.#codes(day).read()) === text) return;
    await this.#codes(day).remember(text);
    this.#areAny = true;
    await flushFolder(this.folder);
  }

  #codes(day: Day): Remembered<readonly string[]> {
    return new Remembered(join(this.folder, day), (text) => textsIn(parseJson(text)));
  }
}

export function textsIn(json: unknown): string[] | undefined {
  return Array.isArray(json) ? json.filter((item) => typeof item === 'string') : undefined;
}

/** Known gaps of the service, each with the day on which it was last seen; and days in doubt. A power cut may take them. */
export class Gaps {
  constructor(
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /** A recent gap may still be filled, so it counts only if seen a week later. */
  has(day: Day): boolean {
    const seen = this.#of(day).read();
    return seen !== undefined && day < addDays(seen, -7);
  }

  /** Also of a day in doubt: a series may lack it, or be refused for it. A day is no gap before it is over. */
  isKnown(day: Day): boolean {
    const file = this.#of(day);
    const seen = file.read();
    return seen ? day < seen : file.exists();
  }

  /** A day that is still to come by the service's clock (`served`) is not a lasting gap. @throws Failure */
  async remember(day: Day, served = Number.POSITIVE_INFINITY): Promise<void> {
    await this.#of(day).remember(dayAt(Math.min(this.now(), served)), 'later');
  }

  /** Leads to the day being asked for by itself. @throws Failure */
  async doubt(day: Day): Promise<void> {
    if (!this.isKnown(day)) await this.#of(day).remember('in doubt', 'later');
  }

  /** @throws Failure */
  forget(day: Day): void {
    this.#of(day).forget();
  }

  #of(day: Day): Remembered<Day> {
    return new Remembered(join(this.folder, day), parseDay);
  }
}
