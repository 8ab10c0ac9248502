import { Failure } from '../errors.ts';
import { type DayOutcome, isGap } from './fetched.ts';
import type { Known } from './known.ts';

/** Remembers whether the day is a gap. */
export function learn(outcome: DayOutcome, { store, gaps, onTrouble }: Known): void {
  const { day } = outcome;
  try {
    if (!isGap(outcome)) gaps.forget(day);
    else if (outcome.gap === 'not available' && store.mayKeep(day, outcome.served))
      gaps.remember(day, outcome.served);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    onTrouble(error);
  }
}
