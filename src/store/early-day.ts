import { join } from 'node:path';
import { type Day, parseDay } from '../calendar/day.ts';
import { Remembered } from './remembered.ts';

interface Asked {
  readonly day: Day;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** The day of which a source had published nothing yet when it was last asked. */
export class EarlyDay {
  readonly #file: Remembered<Asked>;

  constructor(
    folder: string,
    private readonly now: () => number,
  ) {
    this.#file = new Remembered(join(folder, 'early'), parseAsked);
  }

  /** Whether the source was asked for the day, and less than so long ago. @param age in milliseconds */
  isWithin(day: Day, age: number): boolean {
    const asked = this.#file.read();
    const since = asked?.day === day ? this.now() - asked.at : Number.POSITIVE_INFINITY;
    return since >= 0 && since < age;
  }

  /** @throws Failure */
  async remember(day: Day): Promise<void> {
    await this.#file.remember(`${day} ${this.now()}`, 'later');
  }
}

function parseAsked(text: string): Asked | undefined {
  const [word = '', time = ''] = text.split(' ');
  const day = parseDay(word);
  return day && /^\d{1,15}$/.test(time) ? { day, at: Number(time) } : undefined;
}
