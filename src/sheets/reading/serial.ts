import { dayAt, dayLength, parseDay, startOf } from '../../calendar/day.ts';

/** Days from the end of 1899 to 1970. */
const to1970 = 25_569;

/** The day on which the years of 1904 begin, in those of 1900. */
export const from1904 = 1462;

/** 29 February 1900, which was none: since then serial numbers are one too high. */
const noDay = 60;
const [first, last] = [1, 2_958_465];

/** `2024-01-17`, or with a time `2024-01-17 13:22:11`. @param serial in the years of 1900 */
export function momentText(serial: number): string | undefined {
  const time = Math.round(serial * dayLength);
  const days = Math.floor(time / dayLength);
  if (days < first || days > last) return undefined;

  const text = days === noDay ? '1900-02-29' : dayAt((days - to1970 + (days < noDay ? 1 : 0)) * dayLength);
  const rest = time - days * dayLength;
  return rest === 0 ? text : `${text} ${timeText(rest)}`;
}

/** `13:22:11`, or `27:00:00` */
export function timeText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Of `2024-01-17T13:22:11`, as strict workbooks may have it; undefined if it is no such text. */
export function serialOf(text: string): number | undefined {
  const [, date = '', hour = 0, minute = 0, second = 0] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?Z?)?$/.exec(text.trim()) ?? [];
  const day = parseDay(date);
  if (!day) return undefined;
  const days = startOf(day) / dayLength + to1970;
  return (
    days - (days <= noDay ? 1 : 0) + (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) / 86_400
  );
}
