import type { Day } from '../calendar/day.ts';
import { daysOf, type Period, periodOf } from '../calendar/period.ts';
import type { Periods } from '../rates/aggregate.ts';
import { count } from '../words.ts';

const mostNamed = 20;

interface Counted {
  readonly period: Period;
  days: number;
  /** Days whose rates will be published, but are not there yet. */
  off: number;
  hasGaps: boolean;
}

/** Counts the days with rates of each period. */
export class PeriodDays {
  readonly #counted: Counted[] = [];

  constructor(
    private readonly periods: Periods,
    private readonly publishes = (_day: Day) => true,
  ) {}

  /** Takes the days asked for, in order. */
  add(day: Day, as: 'day' | 'gap' | 'off'): void {
    let counted = this.#counted.at(-1);
    if (!counted || day > counted.period.last) {
      counted = { period: periodOf(day, this.periods.every), days: 0, off: 0, hasGaps: false };
      this.#counted.push(counted);
    }
    if (as === 'gap') counted.hasGaps = true;
    else if (as === 'day') counted.days++;
    else if (this.publishes(day)) counted.off++;
  }

  /** The periods that lack days: those with gaps, or those that the range cuts. */
  words(why: 'gaps' | 'the range'): string {
    const { weekdays } = this.periods;
    const short = this.#counted
      .filter(({ hasGaps }) => hasGaps === (why === 'gaps'))
      .map(({ period, days, off }) => {
        const all = daysOf(period, { weekdays }).filter(this.publishes).length - off;
        return { name: period.name, days, all };
      })
      // of a period without one, no day with rates was asked for
      .filter(({ days, all }) => days < all && (days > 0 || why === 'gaps'));

    const noun = weekdays ? 'weekday' : 'day';
    const named = short.slice(0, mostNamed);
    const words = named.map(({ name, days, all }) => `${name} has ${days} of ${count(all, noun)}`);
    const more = short.length - named.length;
    if (more > 0) words.push(`and ${more} more ${more === 1 ? 'lacks' : 'lack'} days`);
    return words.join(', ');
  }
}
