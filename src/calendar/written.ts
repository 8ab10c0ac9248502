import { addDays, type Day, dayAt, likelyDay, parseDay } from './day.ts';

/** Any form a person may type for one day; undefined if it is no day or has two readings. */
export function writtenDay(text: string, now: number): Day | undefined {
  const lower = text.toLowerCase();
  if (lower === 'today') return dayAt(now);
  if (lower === 'yesterday') return addDays(dayAt(now), -1);
  const [, day = '', month = '', year] = /^(\d{1,2}) (\w{3}) (\d{4})$/.exec(lower) ?? [];
  const number = 'janfebmaraprmayjunjulaugsepoctnovdec'.indexOf(month) / 3 + 1;
  if (year) return parseDay(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`);
  return parseDay(text) ?? likelyDay(text);
}

export function writtenPeriod(_text: string, _now: number): { first: Day; last: Day } | undefined {
  return undefined;
}
