import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, type Day, dayAt, parseDay } from '../calendar/day.ts';
import { thisTurn } from '../disk/turn.ts';
import { Remembered } from './remembered.ts';

/** Known gaps, with the day on which each was last seen, and days in doubt. A power cut may take both. */
export class Gaps {
  /** Days that have a file; undefined where the folder cannot be listed. */
  #listed: { readonly turn: object; readonly days: ReadonlySet<string> | undefined } | undefined;

  constructor(
    private readonly folder: string,
    private readonly now: () => number,
  ) {}

  /** Forgets what this turn of the event loop has seen; call it where another process was waited for. */
  lookAnew(): void {
    this.#listed = undefined;
  }

  /** A recent gap may still be filled, so it counts only if seen a week later. */
  has(day: Day): boolean {
    const seen = this.#mayKnow(day) ? this.#of(day).read() : undefined;
    return seen !== undefined && day < addDays(seen, -7);
  }

  /** Also a day in doubt: a series may lack it, or be refused for it. No day is a gap before it is over. */
  isKnown(day: Day): boolean {
    if (!this.#mayKnow(day)) return false;
    const file = this.#of(day);
    const seen = file.read();
    return seen ? day < seen : file.exists();
  }

  /** A day that is still to come by the service's clock (`served`) is not a lasting gap. @throws Failure */
  async remember(day: Day, served = Number.POSITIVE_INFINITY): Promise<void> {
    await this.#write(day, dayAt(Math.min(this.now(), served)));
  }

  /** From now on the day is asked for by itself. @throws Failure */
  async doubt(day: Day): Promise<void> {
    if (!this.isKnown(day)) await this.#write(day, 'in doubt');
  }

  /** @throws Failure */
  forget(day: Day): void {
    if (this.#mayKnow(day)) this.#of(day).forget();
  }

  async #write(day: Day, text: string): Promise<void> {
    await this.#of(day).remember(text, 'later');
    this.lookAnew();
  }

  /** One list takes no longer than a look at a few files, and most often there are none. */
  #mayKnow(day: Day): boolean {
    const turn = thisTurn();
    if (this.#listed?.turn !== turn) this.#listed = { turn, days: namesIn(this.folder) };
    return this.#listed.days?.has(day) ?? true;
  }

  #of(day: Day): Remembered<Day> {
    return new Remembered(join(this.folder, day), parseDay);
  }
}

function namesIn(folder: string): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(folder));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Set() : undefined;
  }
}
