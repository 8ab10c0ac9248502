import type { Day } from '../calendar/day.ts';
import type { Periods } from '../periods/figures.ts';
import { daysOf, type Period, periodOf } from '../periods/period.ts';
import { count } from '../words.ts';

interface Counted {
  readonly period: Period;
  days: number;
  hasGaps: boolean;
}

const mostNamed = 20;

/** Which periods lack days, of all that the calendar gives them. */
export class PeriodDays {
  readonly #periods: Periods;
  readonly #counted: Counted[] = [];

  constructor(periods: Periods) {
    this.#periods = periods;
  }

  /** Takes the days asked for, in order. */
  add(day: Day, isGap: boolean): void {
    let counted = this.#counted.at(-1);
    if (!counted || day > counted.period.last) {
      counted = { period: periodOf(day, this.#periods.every), days: 0, hasGaps: false };
      this.#counted.push(counted);
    }
    if (isGap) counted.hasGaps = true;
    else counted.days++;
  }

  /** `2012-03 has 29 of 31 days, 2012-04 has 28 of 30 days`; empty where no period lacks any. */
  words(of: 'gaps' | 'the range'): string {
    const { weekdays } = this.#periods;
    const short = this.#counted
      .filter(({ hasGaps }) => hasGaps === (of === 'gaps'))
      .map(({ period, days }) => ({ name: period.name, days, all: daysOf(period, weekdays).length }))
      .filter(({ days, all }) => days < all);
    const noun = weekdays ? 'weekday' : 'day';
    const words = short
      .slice(0, mostNamed)
      .map(({ name, days, all }) => `${name} has ${days} of ${count(all, noun)}`);
    const more = short.length - words.length;
    if (more > 0) words.push(`and ${more} more ${more === 1 ? 'lacks' : 'lack'} days`);
    return words.join(', ');
  }
}
