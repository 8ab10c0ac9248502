import { addDays, type Day, dayAt, lastOfMonth, monthOf } from '../calendar/day.ts';
import type { Json } from '../rates/json-text.ts';

export interface Usage {
  readonly subscription: string;
  readonly requests: number;
  /** Undefined if unlimited. */
  readonly quota: number | undefined;
  /** 0 if overdrawn, undefined if unlimited. */
  readonly remaining: number | undefined;
  readonly daysElapsed: number | undefined;
  readonly daysRemaining: number | undefined;
  readonly data: Readonly<Record<string, Json>>;
}

/** By the source's own count of days, else the first of the next month. */
export function quotaRenewal(usage: Usage | undefined, now: number): Day {
  const today = dayAt(now);
  const { daysRemaining } = usage ?? {};
  const last = daysRemaining === undefined ? lastOfMonth(monthOf(today)) : addDays(today, daysRemaining);
  return addDays(last, 1);
}
