import { Failure } from '../../errors.ts';
import type { Budget } from '../ledger.ts';
import { Unasked, type Visitor } from '../source.ts';
import { FirstContact } from './contact.ts';
import type { Gate } from './gate.ts';
import type { NoAnswer } from './no-answer.ts';
import type { WhatNext } from './tries.ts';
import { backoff, isTooLong, tooLong } from './waits.ts';

interface Asking extends Pick<Visitor, 'tries' | 'now'> {
  readonly host: string;
  /** Through which all requests go: the source may slow all of them down. */
  readonly gate: Pick<Gate, 'throttle' | 'pause'>;
}

/** What one request may take of a budget, in all its tries. */
interface Spending {
  /** `request`, or what it is for. */
  readonly what?: string;
  readonly cost: number;
  readonly budget: Pick<Budget, 'allows'>;
  /** There is no other try, since it would be over the budget. */
  readonly overBound: (what: string) => Failure;
}

interface Further extends Spending {
  /** Of the try that failed. */
  readonly number: number;
  /** Milliseconds until another one. */
  readonly wait: number;
}

/**
 * Of a source whose every answer counts: as many tries as there may be, further and further apart, but a few
 * quick ones as long as nothing was sent.
 */
export class ManyTries {
  readonly #contact: FirstContact;

  constructor(private readonly asking: Asking) {
    this.#contact = new FirstContact(asking.tries);
  }

  /** The source is there. */
  reached(): void {
    this.#contact.isMade = true;
  }

  next(spending: Spending): WhatNext {
    const { gate } = this.asking;
    const contact = this.#contact;
    return (failure, number, began) => {
      const { final, throttled, after = 0 } = failure.was;
      const wait =
        contact.isMade || final
          ? Math.max(backoff(number, Math.random()), after)
          : contact.failed(began, performance.now(), Math.random());
      const unreached = !contact.isMade;
      const end = this.#endOf(failure, { number, wait, ...spending });
      if (end) return { unreached, end };

      if (throttled) gate.throttle(wait);
      if (unreached) gate.pause(wait);
      return { unreached, wait };
    };
  }

  /** Undefined if there is another try. */
  #endOf({ message, was }: NoAnswer, { number, wait, ...spending }: Further): Failure | undefined {
    const { host, tries, now } = this.asking;
    const { what = 'request', cost, budget, overBound } = spending;
    const isUnreachable = wait === Number.POSITIVE_INFINITY;
    if (isUnreachable)
      return new Unasked(new Failure('not_reached', `${host} cannot be reached: ${message}`));
    if (was.final || number === tries) {
      const all = number === 1 ? '1 try' : `${number} tries`;
      return new Failure('service_failed', `${what} to ${host} failed after ${all}: ${message}`);
    }
    if (isTooLong(wait)) return tooLong(host, now() + wait);
    return budget.allows(cost) ? undefined : overBound(`${message}; another try`);
  }
}
