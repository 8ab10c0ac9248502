import type { Day } from '../calendar/day.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { type Answer, ratesIn } from '../sources/outcome.ts';
import type { LeftArrival } from '../store/inbox.ts';
import type { Holdings } from './holdings.ts';

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
    // the process that left what is unusable could not have used it either
    const answer = await holdings.source.read?.(arrival, { body, served: arrival.came });
    if (answer) recovered.push(toTell(answer));
    const isDone = answer ? await isKept(answer, holdings) : !holdings.inbox.isUnderWay(arrival);
    if (!isDone) continue;
    done.push(arrival);
    if (answer) for (const { day } of ratesIn(answer)) days.push(day);
  }
  if (await holdings.keeper.flush(days)) for (const arrival of done) holdings.inbox.discard(arrival);
  return recovered;
}

/** Only days that lack something, so that the others can leave memory. */
interface ToTell {
  readonly days: readonly DayRates[];
  readonly surplus: readonly string[];
}

function toTell(answer: Answer): ToTell {
  return { days: ratesIn(answer).filter(({ dropped }) => dropped), surplus: answer.surplus };
}

async function isKept(answer: Answer, holdings: Holdings): Promise<boolean> {
  const { served } = answer;
  const days = ratesIn(answer);
  for (const outcome of answer.days) holdings.learn(outcome);
  for (const { day } of days) if (holdings.store.mayKeep(day, served)) holdings.store.removeTorn(day);
  return holdings.keeper.keepDays({ days, served }, 'later');
}
