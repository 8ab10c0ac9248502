import { Failure } from '../errors.ts';

export type Budget = Pick<Ledger, 'limit' | 'allows' | 'reserve' | 'settle'>;

export class Ledger {
  charged = 0;
  /** May have been charged: the answer was lost. */
  lost = 0;
  lostAnswers = 0;
  #underWay = 0;

  constructor(
    public most = Number.POSITIVE_INFINITY,
    readonly limit = { name: `--max-cost ${most}`, hint: 'raise --max-cost to continue' },
  ) {}

  get spent(): number {
    return this.charged + this.lost;
  }

  allows(cost: number): boolean {
    return this.spent + this.#underWay + cost <= this.most;
  }

  /** False if it is too much. Each reservation is settled. */
  reserve(cost: number): boolean {
    if (!this.allows(cost)) return false;
    this.#underWay += cost;
    return true;
  }

  settle(cost: number, outcome: 'charged' | 'free' | 'lost'): void {
    this.#underWay -= cost;
    if (outcome === 'charged') this.charged += cost;
    if (outcome === 'lost') {
      this.lost += cost;
      this.lostAnswers++;
    }
  }
}

export class OverBound extends Failure {}
