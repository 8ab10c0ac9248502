import { Failure } from '../errors.ts';

/** What may be spent: of a run, of a day, or of a part of a day. */
export interface Budget {
  /** The most that may be spent, as a message names it. */
  readonly limit: { readonly name: string; readonly hint: string };
  allows(cost: number): boolean;
  /** False if it is too much. Each reservation is settled. */
  reserve(cost: number): boolean;
  settle(cost: number, outcome: 'charged' | 'free' | 'lost'): void;
}

/** A budget that counts what was spent. */
export class Ledger implements Budget {
  charged = 0;
  /** May have been charged: the answer was lost. */
  lost = 0;
  lostAnswers = 0;
  #underWay = 0;

  constructor(
    readonly most = Number.POSITIVE_INFINITY,
    readonly limit: Budget['limit'] = { name: `--max-cost ${most}`, hint: 'raise --max-cost to continue' },
  ) {}

  allows(cost: number): boolean {
    return this.charged + this.lost + this.#underWay + cost <= this.most;
  }

  reserve(cost: number): boolean {
    if (!this.allows(cost)) return false;
    this.#underWay += cost;
    return true;
  }

  settle(cost: number, outcome: Parameters<Budget['settle']>[1]): void {
    this.#underWay -= cost;
    if (outcome === 'charged') this.charged += cost;
    if (outcome === 'lost') {
      this.lost += cost;
      this.lostAnswers++;
    }
  }
}

/** One more request could cost more than may be spent. */
export class OverBound extends Failure {}
