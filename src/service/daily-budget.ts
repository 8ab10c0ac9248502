import { type Day, dayAt } from '../calendar/day.ts';
import { Ledger } from './ledger.ts';

/** What a process that runs for long may spend in a UTC day, in requests. */
export class DailyBudget {
  readonly most: number;
  readonly #now: () => number;
  #day: Day | undefined;
  #ledger: Ledger;

  constructor(most: number, now: () => number) {
    this.most = most;
    this.#now = now;
    this.#ledger = new Ledger(most);
  }

  /** What may have been charged today. */
  get spent(): number {
    const { charged, lost } = this.#today();
    return charged + lost;
  }

  /** Sets so much aside, all or nothing. */
  allow(cost: number): Allowance | undefined {
    const ledger = this.#today();
    return ledger.reserve(cost) ? new Allowance(ledger, cost) : undefined;
  }

  #today(): Ledger {
    const day = dayAt(this.#now());
    if (day !== this.#day) this.#ledger = new Ledger(this.most);
    this.#day = day;
    return this.#ledger;
  }
}

/** A part of a day's budget, set aside for one task. A try beyond it needs what is left of the day. */
export class Allowance implements Pick<Ledger, 'most' | 'allows' | 'reserve' | 'settle'> {
  readonly most: number;
  /** What may have been charged for the task. */
  spent = 0;
  readonly #ledger: Ledger;
  #aside: number;

  constructor(ledger: Ledger, aside: number) {
    this.most = ledger.most;
    this.#ledger = ledger;
    this.#aside = aside;
  }

  allows(cost: number): boolean {
    return cost <= this.#aside || this.#ledger.allows(cost - this.#aside);
  }

  reserve(cost: number): boolean {
    const more = Math.max(0, cost - this.#aside);
    if (more > 0 && !this.#ledger.reserve(more)) return false;
    this.#aside -= cost - more;
    return true;
  }

  settle(cost: number, outcome: 'charged' | 'free' | 'lost'): void {
    this.#ledger.settle(cost, outcome);
    if (outcome !== 'free') this.spent += cost;
  }

  /** Gives back what was not needed. */
  close(): void {
    this.#ledger.settle(this.#aside, 'free');
    this.#aside = 0;
  }
}
