import type { Day } from '../calendar/day.ts';
import { type Contents, readAnswer, Unusable } from '../sources/oxr/answer.ts';
import type { LeftArrival } from '../store/inbox.ts';
import type { Holdings } from './holdings.ts';
import { outcomesOf } from './outcome.ts';

/** Keeps the days of answers that killed processes and power cuts left behind; what cannot be kept is left for the next run. */
export async function recover(
  holdings: Holdings,
  left: readonly LeftArrival[],
  signal: AbortSignal,
): Promise<ToTell[]> {
  const recovered: ToTell[] = [];
  const done: LeftArrival[] = [];
  const days: Day[] = [];
  for (const arrival of left) {
    signal.throwIfAborted();
    const body = holdings.inbox.bodyOf(arrival);
    if (!body) continue;
    const contents = contentsOf(body.toString(), arrival);
    if (contents) recovered.push(toTell(contents));
    const isDone = contents ? await isKept(contents, arrival, holdings) : !holdings.inbox.isUnderWay(arrival);
    if (!isDone) continue;
    done.push(arrival);
    for (const { day } of contents?.days ?? []) days.push(day);
  }
  if (await holdings.keeper.flush(days)) for (const arrival of done) holdings.inbox.discard(arrival);
  return recovered;
}

/** Only days that lack something, so that the others can leave memory. */
type ToTell = Pick<Contents, 'days' | 'surplus'>;

function toTell({ days, surplus }: Contents): ToTell {
  return { days: days.filter(({ dropped }) => dropped), surplus };
}

async function isKept(contents: Contents, { run, came }: LeftArrival, holdings: Holdings): Promise<boolean> {
  const answer = { ...contents, served: came };
  for (const outcome of outcomesOf(run, answer)) holdings.learn(outcome);
  for (const { day } of contents.days) if (holdings.store.mayKeep(day, came)) holdings.store.removeTorn(day);
  return holdings.keeper.keepDays(answer, 'later');
}

/** Undefined if unusable: the process that left it could not have used it either. */
function contentsOf(body: string, arrival: LeftArrival): Contents | undefined {
  try {
    return readAnswer(body, arrival);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return undefined;
  }
}
