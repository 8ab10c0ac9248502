import { type Day, dayAt } from '../../calendar/day.ts';
import { Failure } from '../../errors.ts';
import { count } from '../../words.ts';
import { type BudgetPart, type DayBudget, OverBudget } from './daily-budget.ts';
import { type Reservations, type SpendingRecord, untilTomorrow } from './spending-record.ts';

interface Terms {
  readonly record: SpendingRecord;
  /** Requests in a UTC day. */
  readonly most: () => number;
  /** Of the setting that says how many. */
  readonly setting: string;
  readonly now: () => number;
}

/**
 * The requests that all processes of a user may spend together in a UTC day. They are on record before
 * anything is asked, and those that were not needed are given back.
 */
export class RecordedBudget implements DayBudget {
  /** What this process has set aside, by day: the record cannot have less. */
  readonly #own = new Map<Day, Map<string, number>>();

  constructor(private readonly terms: Terms) {}

  get most(): number {
    return this.terms.most();
  }

  /** @throws Failure if nobody can know */
  async spent(): Promise<number> {
    return sum(await this.#read(this.#today()));
  }

  async setAside(cost: number): Promise<BudgetPart> {
    if (cost === 0) return this.#part(this.#today(), '', 0);
    const day = this.#today();
    const { most } = this;
    const spent = sum(await this.#read(day));
    if (spent + cost > most) throw this.#over(cost, most, spent);

    const name = await this.terms.record.add(day, cost);
    this.#remember(day, name, cost);
    // others may have been faster: what stands before this one goes first
    const before = sum(upTo(await this.#read(day), name));
    const isOver = before + cost > most;
    if (!isOver && this.#today() === day) return this.#part(day, name, cost);

    await this.#giveBack(day, name, cost);
    if (!isOver) return this.setAside(cost);
    throw this.#over(cost, most, before);
  }

  /** By the record, which no clock sets back. */
  #today(): Day {
    const { record, now } = this.terms;
    return record.day(dayAt(now()));
  }

  async #read(day: Day): Promise<Reservations> {
    const all = await this.terms.record.read(day);
    for (const [name, requests] of this.#own.get(day) ?? [])
      if ((all.get(name) ?? -1) < requests)
        throw new Failure('damaged', `the record of requests on ${day} was changed`, untilTomorrow);
    return all;
  }

  #over(cost: number, most: number, spent: number): Failure {
    const { setting, now } = this.terms;
    const left = Math.max(0, most - spent);
    const are = left === 1 ? 'is' : 'are';
    const isAhead = this.#today() > dayAt(now());
    return new OverBudget(
      `this would cost ${count(cost, 'request')}, and ${left} of ${setting} ${most} ${are} left today`,
      `ratebook config set ${setting} N allows N requests in a UTC day`,
      'stored days cost nothing, and status names the newest',
      ...(isAhead ? [`the last day on record is ${this.#today()}, which is still to come`] : []),
    );
  }

  #remember(day: Day, name: string, requests: number): void {
    for (const other of this.#own.keys()) if (other < day) this.#own.delete(other);
    const ofDay = this.#own.get(day) ?? new Map<string, number>();
    this.#own.set(day, ofDay.set(name, requests));
  }

  async #giveBack(day: Day, name: string, requests: number): Promise<void> {
    const own = this.#own.get(day);
    own?.set(name, (own.get(name) ?? 0) - requests);
    await this.terms.record.add(day, -requests, name);
  }

  #part(day: Day, name: string, cost: number): BudgetPart {
    const { setting } = this.terms;
    let aside = cost;
    let spent = 0;
    const allows = (cost: number) => cost <= aside && this.#today() === day;

    return {
      limit: { name: `what was set aside of ${setting}`, hint: 'ask again: that is another request' },
      get spent() {
        return spent;
      },
      allows,
      reserve(cost) {
        if (!allows(cost)) return false;
        aside -= cost;
        return true;
      },
      settle(cost, outcome) {
        if (outcome === 'free') aside += cost;
        else spent += cost;
      },
      close: async () => {
        const left = aside;
        aside = 0;
        if (left > 0) await this.#giveBack(day, name, left);
      },
    };
  }
}

/** All before this one. */
function upTo(all: Reservations, name: string): Reservations {
  const before = new Map<string, number>();
  for (const [other, requests] of all) {
    if (other === name) break;
    before.set(other, requests);
  }
  return before;
}

const sum = (all: Reservations) => [...all.values()].reduce((total, requests) => total + requests, 0);
