import { type Contents, type Oddity, readAnswer, Unusable } from '../service/answer.ts';
import type { Left } from '../store/arrivals.ts';
import { outcomesOf } from './fetched.ts';
import type { Known } from './known.ts';
import { learn } from './learn.ts';

/**
 * Has the days held of answers that killed processes have left, and gives what else these brought. What cannot be kept is left
 * to the next run.
 */
export async function recover(known: Known, left: readonly Left[]): Promise<Oddity[]> {
  const oddities: Oddity[] = [];
  for (const arrival of left) {
    const contents = contentsOf(arrival);
    if (contents) oddities.push(...contents.oddities);
    if (!contents || (await isKept(contents, arrival, known))) known.arrivals.discard(arrival);
  }
  return oddities;
}

async function isKept(contents: Contents, { run, served }: Left, known: Known): Promise<boolean> {
  for (const outcome of outcomesOf(run, { ...contents, served })) learn(outcome, known);
  return known.keeper.keepDays({ ...contents, served });
}

/** Nothing where it cannot be used: the process that has left it could not have used it either. */
function contentsOf(arrival: Left): Contents | undefined {
  try {
    return readAnswer(arrival.body.toString(), arrival);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return undefined;
  }
}
