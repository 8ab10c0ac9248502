import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, type Day, dayAt, parseDay } from '../calendar/day.ts';
import { thisTurn } from '../disk/turn.ts';
import { Remembered } from './remembered.ts';
import type { Store } from './store.ts';

/** When the source said, for the first and the last time, that it has no rates of a day. */
interface Seen {
  readonly first: Day;
  readonly last: Day;
}

/** Known gaps, with the days on which each was seen, and days in doubt. A power cut may take both. */
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
    const seen = this.#seen(day);
    return seen !== undefined && day < addDays(seen.last, -7);
  }

  /**
   * Whether a source that publishes on working days need not be asked again: it said so today, or twice, a
   * week apart, and has published a later day. One response alone, as of a proxy, never lasts.
   */
  isAbsent(day: Day, store: Pick<Store, 'days'>): boolean {
    const seen = this.#seen(day);
    if (!seen || seen.last <= day) return false;
    const isConfirmed = seen.first <= addDays(seen.last, -7) && (store.days().at(-1) ?? day) > day;
    return isConfirmed || seen.last === dayAt(this.now());
  }

  /** Also a day in doubt: a series may lack it, or be refused for it. No day is a gap before it is over. */
  isKnown(day: Day): boolean {
    if (!this.#mayKnow(day)) return false;
    const seen = this.#seen(day);
    return seen ? day < seen.last : this.#of(day).exists();
  }

  /** A day that is still to come by the service's clock (`served`) is not a lasting gap. @throws Failure */
  async remember(day: Day, served = Number.POSITIVE_INFINITY): Promise<void> {
    const last = dayAt(Math.min(this.now(), served));
    const { first = last } = this.#seen(day) ?? {};
    await this.#write(day, first < last ? `${first} ${last}` : last);
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

  #seen(day: Day): Seen | undefined {
    return this.#mayKnow(day) ? this.#of(day).read() : undefined;
  }

  #of(day: Day): Remembered<Seen> {
    return new Remembered(join(this.folder, day), parseSeen);
  }
}

/** One day, or two. */
function parseSeen(text: string): Seen | undefined {
  const [first, last = first] = text.split(' ').map(parseDay);
  return first && last && { first, last };
}

function namesIn(folder: string): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(folder));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Set() : undefined;
  }
}
