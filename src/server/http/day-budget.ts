import { type Day, dayAt, firstDay } from '../../calendar/day.ts';
import { RunBudget } from '../../fetch/budget.ts';

/** The requests that may be spent in a UTC day. One that is under way at midnight counts once it has ended. */
export class DayBudget extends RunBudget {
  #day: Day = firstDay;

  constructor(
    most: number,
    private readonly now: () => number,
  ) {
    super(most);
  }

  override get spent(): number {
    const today = dayAt(this.now());
    // a clock that is set back begins no other day
    if (this.#day < today) {
      this.#day = today;
      this.charged = 0;
      this.lost = 0;
    }
    return this.charged + this.lost;
  }
}
