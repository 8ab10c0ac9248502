import { type Day, isWeekend, weekdayOf } from '../calendar/day.ts';

/** `, a Saturday`: why a bank publishes nothing on the days, as far as a calendar tells. */
export function whyOff(days: readonly Day[]): string {
  const kinds = new Set(days.map((day) => (isWeekend(day) ? weekdayOf(day) : 'bank holiday')));
  if (days.length === 1) return `, a ${[...kinds].join('')}`;
  return `: ${[...kinds].map((kind) => `${kind}s`).join(', ')}`;
}
