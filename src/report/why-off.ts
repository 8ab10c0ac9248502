import { type Day, isWeekend, weekdayOf } from '../calendar/day.ts';
import type { Calendar } from '../calendar/publishing.ts';
import { daysInWords } from '../calendar/runs.ts';

/** `, a Saturday`: why a bank publishes nothing on the days; empty where its calendar does not say. */
export function whyOff(days: readonly Day[], publishes: Calendar['publishes']): string {
  if (days.some(publishes)) return '';
  const kinds = new Set(days.map((day) => (isWeekend(day) ? weekdayOf(day) : 'bank holiday')));
  if (days.length === 1) return `, a ${[...kinds].join('')}`;
  return `: ${[...kinds].map((kind) => `${kind}s`).join(', ')}`;
}

/**
 * `no rates are published on 2024-01-20, a Saturday; those of 2024-01-19 count`
 * @param closed closed days, and the day whose rates count for each
 */
export function closedLine(closed: ReadonlyMap<Day, Day>, publishes: Calendar['publishes']): string {
  const days = [...closed.keys()];
  const [counting, ...others] = new Set(closed.values());
  const whose = others.length === 0 ? counting : 'the last publishing day before each';
  return `no rates are published on ${daysInWords(days, mostNamed)}${whyOff(days, publishes)}; those of ${whose} count`;
}

const mostNamed = 5;
