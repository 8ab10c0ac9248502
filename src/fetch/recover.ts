import type { Day } from '../calendar/day.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { ratesIn } from '../sources/source.ts';
import type { LeftArrival } from '../store/inbox.ts';
import type { Holdings } from './holdings.ts';

/** What is to be told of answers that were left. */
interface Recovered {
  /** Those that lack something; the others can leave memory. */
  readonly days: readonly DayRates[];
  readonly surplus: readonly string[];
}

/**
 * Keeps the days of answers that killed processes and power cuts left; what cannot be kept is left for the
 * next run.
 */
export async function recover(
  holdings: Holdings,
  left: readonly LeftArrival[],
  signal: AbortSignal,
): Promise<Recovered> {
  const { inbox, keeper, source, store } = holdings;
  const toTell = { days: [] as DayRates[], surplus: [] as string[] };
  const done: LeftArrival[] = [];
  const kept: Day[] = [];
  for (const arrival of left) {
    signal.throwIfAborted();
    const body = inbox.bodyOf(arrival);
    if (!body) continue;

    const answer = await source.read?.(arrival, { body, served: arrival.came });
    if (answer) {
      const days = ratesIn(answer);
      toTell.days.push(...days.filter(({ dropped }) => dropped));
      toTell.surplus.push(...answer.surplus);
      await holdings.learn(answer.days);
      for (const { day } of days) if (store.mayKeep(day, answer.served)) store.removeTorn(day);
      if (!(await keeper.keepDays(answer, 'later'))) continue;
      kept.push(...days.map(({ day }) => day));
    } else if (inbox.isUnderWay(arrival)) {
      continue;
    }
    // the process that left what is unusable could not have used it either
    done.push(arrival);
  }
  if (await keeper.flush(kept)) for (const arrival of done) inbox.discard(arrival);
  return toTell;
}
