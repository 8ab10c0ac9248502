import { setImmediate as letOthersRun } from 'node:timers/promises';
import { addDays, type Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { ifPossible } from '../errors.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { count } from '../words.ts';
import type { Store } from './store.ts';

/** A month, so that a service that has always had few codes, or has given some up, is not doubted. */
const farthest = 31;

/**
 * Returns why a day with a number of codes is incomplete: `has 3 codes, 2024-01-05 has 170`, if they are
 * fewer than half of those of the nearest whole day, the earlier of two.
 * @param counts of codes, of days that were compared before @param stored the days that count; undefined: all
 */
export function whyIncomplete(
  day: Day,
  codes: number,
  store: Store,
  counts: Map<Day, number | undefined>,
  stored?: ReadonlySet<Day>,
): string | undefined {
  for (let away = 1; away <= farthest; away++) {
    for (const near of [addDays(day, -away), addDays(day, away)]) {
      if (!counts.has(near) && stored?.has(near) !== false)
        counts.set(
          near,
          ifPossible(() => store.peek(near)?.rates.size),
        );
      const more = counts.get(near);
      if (more === undefined) continue;
      return codes * 2 < more ? `has ${count(codes, 'code')}, ${near} has ${more}` : undefined;
    }
  }
  return undefined;
}

/** The first and the last day that have a rate of a code. */
interface Span {
  readonly first: Day;
  readonly last: Day;
}

/** Of all codes: reads each day once. @param days ascending @param read undefined: the file is damaged */
export async function codeSpans(
  days: readonly Day[],
  read: (day: Day) => DayRates['rates'] | undefined,
): Promise<Map<Code, Span>> {
  const spans = new Map<Code, Span>();
  for (const [at, day] of days.entries()) {
    if (at % 100 === 99) await letOthersRun();
    for (const code of read(day)?.keys() ?? [])
      spans.set(code, { first: spans.get(code)?.first ?? day, last: day });
  }
  return spans;
}
