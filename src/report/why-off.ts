import { type Day, isWeekend, weekdayOf } from '../calendar/day.ts';
import type { Calendar } from '../calendar/publishing.ts';

/** `, a Saturday`: why a bank publishes nothing on the days; empty where its calendar does not say. */
export function whyOff(days: readonly Day[], publishes: Calendar['publishes']): string {
  if (days.some(publishes)) return '';
  const kinds = new Set(days.map((day) => (isWeekend(day) ? weekdayOf(day) : 'bank holiday')));
  if (days.length === 1) return `, a ${[...kinds].join('')}`;
  return `: ${[...kinds].map((kind) => `${kind}s`).join(', ')}`;
}
