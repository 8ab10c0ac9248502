import { type Day, lastOfMonth, parseDay } from './day.ts';

/** The last day of the month for a day of 29 to 31 past its end, as the service corrects it. */
export function correctedEnd(text: string): Day | undefined {
  if (!/^\d{4}-(0[1-9]|1[0-2])-(29|30|31)$/.test(text) || parseDay(text)) return undefined;
  return lastOfMonth(text.slice(0, 7));
}
