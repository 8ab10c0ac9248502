import { addDays, type Day, dayAt, lastOfMonth, monthOf } from '../calendar/day.ts';
import type { Json } from '../rates/json.ts';

/** How much of a quota is used. */
export interface Usage {
  /** The name of what was subscribed to. */
  readonly subscription: string;
  readonly requests: number;
  /** Undefined if unlimited. */
  readonly quota: number | undefined;
  /** 0 if overdrawn, undefined if unlimited. */
  readonly remaining: number | undefined;
  readonly daysElapsed: number | undefined;
  readonly daysRemaining: number | undefined;
  /** As the source tells it, without the key. */
  readonly data: Readonly<Record<string, Json>>;
}

/** By the source's own count of days, else the first of the next month. */
export function quotaRenewal(usage: Usage | undefined, now: number): Day {
  const today = dayAt(now);
  const last =
    usage?.daysRemaining === undefined ? lastOfMonth(monthOf(today)) : addDays(today, usage.daysRemaining);
  return addDays(last, 1);
}
