import { type Contents, readAnswer, Unusable } from '../client/answer.ts';
import type { Left } from '../store/inbox.ts';
import type { Holdings } from './holdings.ts';
import { outcomesOf } from './outcome.ts';

/**
 * Keeps the days of answers that killed processes have left, and returns what these answers say. What cannot be kept is known
 * to this process, and left to the next.
 * @throws the signal's reason
 */
export async function recover(
  holdings: Holdings,
  left: readonly Left[],
  signal: AbortSignal,
): Promise<Contents[]> {
  const recovered: Contents[] = [];
  for (const arrival of left) {
    signal.throwIfAborted();
    const contents = contentsOf(arrival);
    if (contents) recovered.push(contents);
    const isDone = contents ? await isKept(contents, arrival, holdings) : !holdings.inbox.isNew(arrival);
    if (isDone) holdings.inbox.discard(arrival);
  }
  return recovered;
}

async function isKept(contents: Contents, { run, came }: Left, holdings: Holdings): Promise<boolean> {
  const answer = { ...contents, served: came };
  for (const outcome of outcomesOf(run, answer)) holdings.learn(outcome);
  if (await holdings.writer.keepDays(answer)) return true;
  for (const rates of answer.days) holdings.store.lend(rates, came);
  return false;
}

/** Nothing where it cannot be used: the process that left it could not have used it either. */
function contentsOf(arrival: Left): Contents | undefined {
  try {
    return readAnswer(arrival.body.toString(), arrival);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return undefined;
  }
}
