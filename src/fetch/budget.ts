/** `lost`: the request may have been charged, since its response was lost. */
export type Charge = 'charged' | 'free' | 'lost';

/**
 * How many requests a run may spend. A request's cost is reserved before it is sent, and settled afterwards.
 */
export class RunBudget {
  charged = 0;
  /** The cost of requests that may have been charged. */
  lost = 0;
  lostResponses = 0;
  #reserved = 0;

  constructor(
    public maximum = Number.POSITIVE_INFINITY,
    /** What is named once it is used up. */
    readonly limit = { name: `--max-cost ${maximum}`, hint: 'raise --max-cost to continue' },
  ) {}

  get spent(): number {
    return this.charged + this.lost;
  }

  allows(cost: number): boolean {
    return this.spent + this.#reserved + cost <= this.maximum;
  }

  /** False if it is too much. Each reservation is settled. */
  reserve(cost: number): boolean {
    if (!this.allows(cost)) return false;
    this.#reserved += cost;
    return true;
  }

  settle(cost: number, charge: Charge): void {
    this.#reserved -= cost;
    if (charge === 'charged') this.charged += cost;
    if (charge === 'lost') {
      this.lost += cost;
      this.lostResponses++;
    }
  }
}
