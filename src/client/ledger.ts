/** What a user has said of the most that may be spent, in words. */
export interface Limit {
  readonly name: string;
  readonly hint: string;
}

const maxCost = (most: number): Limit => ({
  name: `--max-cost ${most}`,
  hint: 'a higher --max-cost goes on',
});

/** What a run has spent, in requests, and may spend at the most. */
export class Ledger {
  /** Requests whose answer came. */
  charged = 0;
  /** Requests whose answer was lost: they may have been charged. */
  lost = 0;
  lostAnswers = 0;
  #underWay = 0;

  constructor(
    readonly most = Number.POSITIVE_INFINITY,
    readonly limit = maxCost(most),
  ) {}

  /** Whether a try of this cost would leave all that may be charged within the most. */
  allows(cost: number): boolean {
    return this.charged + this.lost + this.#underWay + cost <= this.most;
  }

  /** Sets the cost of a try aside; false where it is not allowed. */
  reserve(cost: number): boolean {
    if (!this.allows(cost)) return false;
    this.#underWay += cost;
    return true;
  }

  /** Says how a reserved try ended. */
  settle(cost: number, outcome: 'charged' | 'free' | 'lost'): void {
    this.#underWay -= cost;
    if (outcome === 'charged') this.charged += cost;
    if (outcome === 'lost') {
      this.lost += cost;
      this.lostAnswers++;
    }
  }
}
