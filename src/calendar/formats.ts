import { type Day, dayAt, firstDay, numberOf, parseDay } from './day.ts';
import { afterWeekday, dateOf, type Order, partsOf, unaccented } from './parse.ts';

/** Formats that all dates of a column can be said to have. */
export const dateFormats = [
  'DMY',
  'MDY',
  'YMD',
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'YYYYMMDD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DDMM',
] as const;

/** Between which the dates of a column have to decide. */
export const dateOrders = ['DMY', 'MDY', 'YMD'] as const satisfies readonly Order[];

/** The day of a text in each order. */
export type DayReadings = {
  readonly [order in Order]?: Day | undefined;
} & {
  /** That of a time since 1970, which may be any other number among dates. */
  readonly isNumber?: true;
};

export const isDay = (readings: DayReadings) => dateOrders.some((order) => readings[order]);

/** Characters of a date with its time. */
const longest = 100;

const sameInAll = (day: Day | undefined): DayReadings => ({ DMY: day, MDY: day, YMD: day });

/**
 * Reads the same in all orders what does not depend on the order.
 * @param format of all dates, if it is known; ISO dates have one reading in any
 * @param year of all dates, where they have none
 */
export function readDate(written: string, format?: string, year?: number): DayReadings {
  const only = dateOrders.find((order) => order[0] === format?.[0]);
  const text = written.length > longest ? '' : unaccented(withoutTime(written).normalize('NFKC').trim());
  // `1701` or `312`, as German bookkeeping has days
  const [, date = '', month = ''] = /^(\d\d?)(\d\d)$/.exec(text) ?? [];
  const day = parseDay(text) ?? parseDay(dateOf({ year: `${year}`, month, day: date }));
  if (day) return sameInAll(day);
  for (const dated of [text, afterWeekday(text) ?? '']) {
    const days = partsOf(dated).flatMap(({ order, needsOrder, parts }) => {
      const isRead = only ? order === only : !needsOrder;
      return isRead ? [[order, parseDay(dateOf(parts))] as const] : [];
    });
    const readings: DayReadings = Object.fromEntries(days);
    if (isDay(readings)) return days.length === 1 ? sameInAll(days[0]?.[1]) : readings;
  }
  const moment = dayAtNumber(text);
  return moment ? { ...sameInAll(moment), isNumber: true } : {};
}

/** Seconds, with a fraction or none, or milliseconds since 1970, of a day that can have rates. */
function dayAtNumber(text: string) {
  const [, digits = ''] = /^(\d{9,10}|\d{12,13})(?:\.\d+)?$/.exec(text) ?? [];
  const day = digits && dayAt(Number(digits.length > 10 ? digits : `${digits}000`));
  return day && day >= firstDay && day < '2100' ? day : undefined;
}

const hour = '(?:[01]?\\d|2[0-4])';
/** `20240117132211`, `20240117;132211` */
const packed = /^\s*(\d{8});?(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?\s*$/;
const timed = new RegExp(
  `^(.*?\\d\\.?)(?:(?:T|(?<=^\\s*[\\d./-]{6,11})\\s+)${hour}:?[0-5]\\d|,?\\s+(?:\\p{L}{1,4}\\.?\\s+)?${hour}[:.h][0-5]\\d)`,
  'iu',
);

function withoutTime(text: string) {
  return (text.length > 10 && (packed.exec(text) ?? timed.exec(text))?.[1]) || text;
}

/**
 * Of two readings of two-digit years the one in which the dates are near one another; both if only the years
 * first, and far apart, make days of all dates.
 * @param allowed the orders in which all dates are days
 */
export function nearOrders(dates: readonly DayReadings[], allowed: readonly Order[]): readonly Order[] {
  const near = (['DMY', 'YMD'] as const).filter((order) => {
    const days = dates.flatMap((readings) => readings[order] ?? []).sort();
    const [first, last] = [days[0], days.at(-1)];
    return first && last && numberOf(last) - numberOf(first) <= 5 * 366;
  });
  const [one, other] = near;
  if (!one || other || allowed.includes('MDY')) return allowed;
  if (allowed.includes(one)) return near;
  return allowed.includes('YMD') ? [...allowed, one] : allowed;
}
