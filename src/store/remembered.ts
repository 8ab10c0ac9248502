import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addDays, type Day, dayAt, parseDay } from '../calendar/day.ts';
import { flushFolder } from '../disk/flush.ts';
import { makeFolder } from '../disk/folder.ts';
import { writeWhole, writeWholeUnflushed } from '../disk/whole-file.ts';
import { cannotWrite, failed, reasonOf } from '../errors.ts';
import { parseJson } from '../rates/json.ts';

/** A small value that outlives the run, as a line in a file of its own. */
export class Remembered<T> {
  readonly path: string;
  readonly #parse: (text: string) => T | undefined;

  constructor(path: string, parse: (text: string) => T | undefined) {
    this.path = path;
    this.#parse = parse;
  }

  exists(): boolean {
    return existsSync(this.path);
  }

  /** Undefined if there is none. @throws Failure if it cannot be read */
  text(): string | undefined {
    try {
      return this.exists() ? readFileSync(this.path, 'utf8').trim() : undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw failed(`${this.path} cannot be read: ${reasonOf(error)}`);
    }
  }

  /** Undefined for a damaged or unreadable file, too. */
  read(): T | undefined {
    try {
      const text = this.text();
      return text === undefined ? undefined : this.#parse(text);
    } catch {
      return undefined;
    }
  }

  /** Until the system writes it to disk by itself, a power cut may take it, or its text. @throws Failure */
  remember(text: string): void {
    makeFolder(dirname(this.path));
    writeWholeUnflushed(this.path, `${text}\n`);
  }

  /** On disk when it resolves, but for its name. @throws Failure */
  async rememberForGood(text: string): Promise<void> {
    makeFolder(dirname(this.path));
    await writeWhole(this.path, `${text}\n`);
  }

  /** @throws Failure */
  forget(): void {
    if (this.exists()) writing(dirname(this.path), () => rmSync(this.path, { force: true }));
  }
}

/** @throws Failure */
export function forgetAllIn(folder: string): void {
  writing(folder, () => rmSync(folder, { recursive: true, force: true }));
}

function writing(folder: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw cannotWrite(`in ${folder}`, error);
  }
}

/** Codes of held days whose rates were unusable, as the service wrote them. */
export class DroppedCodes {
  readonly #folder: string;
  #areAny: boolean | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  of(day: Day): readonly string[] {
    this.#areAny ??= existsSync(this.#folder);
    return (this.#areAny && this.#codes(day).read()) || [];
  }

  /** On disk when it resolves. @throws Failure */
  async remember(day: Day, codes: readonly string[]): Promise<void> {
    if (codes.length === 0) return this.#codes(day).forget();
    const text = JSON.stringify(codes);
    if (JSON.stringify(this.#codes(day).read()) === text) return;
    await this.#codes(day).rememberForGood(text);
    this.#areAny = true;
    await flushFolder(this.#folder);
  }

  #codes(day: Day): Remembered<readonly string[]> {
    return new Remembered(join(this.#folder, day), textsIn);
  }
}

function textsIn(json: string): string[] | undefined {
  const codes = parseJson(json);
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : undefined;
}

const youngDays = 7;

/** Known gaps of the service, each with the day on which it was last seen; and days in doubt. */
export class Gaps {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** A recent gap may still be filled, so it counts only if seen a week later. */
  has(day: Day): boolean {
    const seen = this.#of(day).read();
    return seen !== undefined && day < addDays(seen, -youngDays);
  }

  isKnown(day: Day): boolean {
    return this.#of(day).exists();
  }

  /** A day that is still to come by the service's clock (`served`) is not a lasting gap. @throws Failure */
  remember(day: Day, served: number | undefined): void {
    this.#of(day).remember(dayAt(Math.min(this.#now(), served ?? Number.POSITIVE_INFINITY)));
  }

  /** Leads to the day being asked for by itself. @throws Failure */
  doubt(day: Day): void {
    if (!this.isKnown(day)) this.#of(day).remember('in doubt');
  }

  /** @throws Failure */
  forget(day: Day): void {
    this.#of(day).forget();
  }

  #of(day: Day): Remembered<Day> {
    return new Remembered(join(this.#folder, day), parseDay);
  }
}
