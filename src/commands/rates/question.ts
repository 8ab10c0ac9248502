import { type Day, resolveDay, resolveRange } from '../../calendar/day.ts';
import { usageError } from '../../errors.ts';
import type { Document } from '../../output/format.ts';
import { daysOf, type Every } from '../../periods/period.ts';
import type { Take } from '../../periods/take.ts';

/** Which days are asked for, and what they are to be: days, a series, figures of periods. */
export interface Question {
  readonly endpoint: 'historical' | 'time-series' | 'latest';
  /** Ascending, each once; none for `latest`, whose day is known only when the store is open. */
  readonly days: readonly Day[];
  readonly kind: Document['kind'];
}

/** @throws a usage error */
export function questionOfDays(texts: readonly string[], now: number): Question {
  const days = [...new Set(texts.map((text) => resolveDay(text, now)))].sort();
  return { endpoint: 'historical', days, kind: { of: 'days', several: days.length > 1 } };
}

export const questionOfLatest: Question = {
  endpoint: 'latest',
  days: [],
  kind: { of: 'days', several: false },
};

export interface Range {
  readonly start: string;
  readonly end: string | undefined;
  readonly every: Every | undefined;
  /** Undefined: the mean. */
  readonly take: Take | undefined;
  readonly weekdays: boolean;
}

/** @param onNote told how the range was understood @throws a usage error */
export function questionOfSeries(
  { start, end, every, take, weekdays }: Range,
  now: number,
  onNote: (note: string) => void,
): Question {
  if (take && !every) throw usageError('--take needs --every', `--every month --take ${take}`);
  const { first, last, notes } = resolveRange(start, end, now);
  notes.forEach(onNote);
  const days = daysOf({ first, last }, weekdays);
  if (days.length === 0 && first <= last) onNote(`no day from ${first} to ${last} is a weekday`);
  const range = { start: first, end: last < first ? first : last };
  const kind = every
    ? ({ of: 'periods', ...range, every, take: take ?? 'mean', weekdays } as const)
    : ({ of: 'series', ...range } as const);
  return { endpoint: 'time-series', days, kind };
}
