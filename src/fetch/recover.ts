import { type Contents, type Oddity, readAnswer, Unusable } from '../client/answer.ts';
import type { Left } from '../store/inbox.ts';
import { outcomesOf } from './fetched.ts';
import type { Known } from './holdings.ts';
import { learn } from './holdings.ts';

/**
 * Has the days held of answers that killed processes have left, and gives what else these brought. What cannot be kept is known
 * to this process, and left to the next.
 * @throws the signal's reason
 */
export async function recover(known: Known, left: readonly Left[], signal: AbortSignal): Promise<Oddity[]> {
  const oddities: Oddity[] = [];
  for (const arrival of left) {
    signal.throwIfAborted();
    const body = known.inbox.bodyOf(arrival);
    if (!body) continue;
    const contents = contentsOf(body.toString(), arrival);
    if (contents) oddities.push(...contents.oddities);
    const isDone = contents ? await isKept(contents, arrival, known) : !known.inbox.isNew(arrival);
    if (isDone) known.inbox.discard(arrival);
  }
  return oddities;
}

async function isKept(contents: Contents, { run, came }: Left, known: Known): Promise<boolean> {
  const answer = { ...contents, served: came };
  for (const outcome of outcomesOf(run, answer)) learn(outcome, known);
  if (await known.writer.keepDays(answer)) return true;
  for (const rates of answer.days) known.store.lend(rates, came);
  return false;
}

/** Nothing where it cannot be used: the process that has left it could not have used it either. */
function contentsOf(body: string, arrival: Left): Contents | undefined {
  try {
    return readAnswer(body, arrival);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return undefined;
  }
}
