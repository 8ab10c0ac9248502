import { Failure } from '../errors.ts';

/** What requests may cost. */
export interface Budget {
  readonly limit: Limit;
  allows(cost: number): boolean;
  /** False if it is too much. Each reservation is settled. */
  reserve(cost: number): boolean;
  settle(cost: number, outcome: Charge): void;
}

/** What is told of a limit that is reached. */
interface Limit {
  readonly name: string;
  readonly hint: string;
}

/** `lost`: the request may have been charged, since its answer was lost. */
export type Charge = 'charged' | 'free' | 'lost';

export class Ledger implements Budget {
  charged = 0;
  /** The cost of requests that may have been charged. */
  lost = 0;
  lostAnswers = 0;
  #underWay = 0;

  constructor(
    public most = Number.POSITIVE_INFINITY,
    readonly limit: Limit = { name: `--max-cost ${most}`, hint: 'raise --max-cost to continue' },
  ) {}

  get spent(): number {
    return this.charged + this.lost;
  }

  allows(cost: number): boolean {
    return this.spent + this.#underWay + cost <= this.most;
  }

  reserve(cost: number): boolean {
    if (!this.allows(cost)) return false;
    this.#underWay += cost;
    return true;
  }

  settle(cost: number, outcome: Charge): void {
    this.#underWay -= cost;
    if (outcome === 'charged') this.charged += cost;
    if (outcome === 'lost') {
      this.lost += cost;
      this.lostAnswers++;
    }
  }
}

export class OverBound extends Failure {
  constructor(message: string, hint: string) {
    super('stopped_by_cost', message, hint);
  }
}
