import type { Day } from '../calendar/day.ts';
import { DayTable } from '../calendar/day-table.ts';
import type { Unit } from '../currencies/units.ts';

const most = 100_000;

/**
 * Remembers what was made for two units and a day. A table for each of the three: to join them to one text,
 * and look that up, would take longer than all else that is done for a row.
 */
export class PairCache<Made> {
  readonly #made = new Map<Unit, Map<Unit, DayTable<Made>>>();
  #size = 0;

  constructor(private readonly make: (day: Day, from: Unit, to: Unit) => Made) {}

  get(day: Day, from: Unit, to: Unit): Made {
    return this.#made.get(from)?.get(to)?.get(day) ?? this.#add(day, from, to);
  }

  #add(day: Day, from: Unit, to: Unit): Made {
    if (this.#size++ >= most) {
      this.#made.clear();
      this.#size = 0;
    }

    const made = this.make(day, from, to);
    const ofFrom = this.#made.get(from) ?? new Map<Unit, DayTable<Made>>();
    const ofBoth = ofFrom.get(to) ?? new DayTable<Made>();
    ofBoth.set(day, made);
    this.#made.set(from, ofFrom.set(to, ofBoth));
    return made;
  }
}
