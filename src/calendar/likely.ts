import { type Day, parseDay } from './day.ts';

/** The only day that a text in another common form can mean: `2024-1-7`, `20240107`, `17.01.2024`. */
export function likelyDay(text: string): Day | undefined {
  const time = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:/.exec(text);
  if (time) return parseDay(`${time[1]}`);
  const digits = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text);
  if (digits) return dayOf(digits[1], digits[2], digits[3]);
  const [, first, mark, second, year] = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  const dayFirst = dayOf(year, second, first);
  // with points the day always comes first, otherwise that depends on the country
  const monthFirst = mark === '.' ? dayFirst : dayOf(year, first, second);
  return !dayFirst || !monthFirst || dayFirst === monthFirst ? (dayFirst ?? monthFirst) : undefined;
}

/** The only month that a text in another common form can mean: `2024-1`, `2024/01`, `01.2024`. */
export function likelyMonth(text: string): string | undefined {
  const [, year, month] = /^(\d{4})[-./]?(\d{2})$/.exec(text) ?? /^(\d{4})[-./](\d)$/.exec(text) ?? [];
  if (year) return monthOf(year, month);
  const reversed = /^(\d{1,2})[-./](\d{4})$/.exec(text) ?? [];
  return monthOf(reversed[2], reversed[1]);
}

function monthOf(year = '', month = ''): string | undefined {
  return dayOf(year, month, '1')?.slice(0, 7);
}

function dayOf(year = '', month = '', day = ''): Day | undefined {
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
