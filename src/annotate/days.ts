import { type Day, dayAt, firstDay, parseDay } from '../calendar/day.ts';
import { afterWeekday, monthNumber, type Order, type Parts, partsOf, unaccented } from '../calendar/parse.ts';
import { readOnce } from '../input/csv/text.ts';

const orderOf = {
  DMY: 'DMY',
  MDY: 'MDY',
  YMD: 'YMD',
  'YYYY-MM-DD': 'YMD',
  'DD.MM.YYYY': 'DMY',
  YYYYMMDD: 'YMD',
  'DD/MM/YYYY': 'DMY',
  'MM/DD/YYYY': 'MDY',
  DDMM: 'DMY',
} as const satisfies Record<string, Order>;

export type DayForm = keyof typeof orderOf;

export const dayForms = Object.keys(orderOf) as readonly DayForm[];

/** Between which some row has to decide. */
export const dayOrders = ['DMY', 'MDY', 'YMD'] as const satisfies readonly Order[];

/** What a text says in each order. */
export interface DayReadings extends Readonly<Record<Order, Day | undefined>> {
  /** That of a time since 1970, which may be any other number among days that are written out. */
  readonly isNumber?: true;
}

export const isDay = (readings: DayReadings) => dayOrders.some((order) => readings[order]);

const sameInAll = (day: Day | undefined): DayReadings => ({ DMY: day, MDY: day, YMD: day });

const longestDay = 100;

/**
 * Reads the same in all orders what does not depend on the order. Equal readings are one object.
 * @param form of all cells, if it is known; ISO days have one reading in any
 * @param year of all cells, where they have none
 */
export function dayReader(form: DayForm | undefined, year?: number): (text: string) => DayReadings {
  const known = new Map<string, DayReadings>();
  const only = form && orderOf[form];
  return readOnce((written) => {
    const text = written.length > longestDay ? '' : unaccented(withoutTime(written).normalize('NFKC').trim());
    const readings =
      /^\d{4}-\d{2}-\d{2}$/.test(text) || form === 'DDMM'
        ? sameInAll(parseDay(text) ?? dayInYear(text, year))
        : readingsIn(text, only);
    const key = `${dayOrders.map((order) => readings[order])}${readings.isNumber}`;
    const same = known.get(key) ?? readings;
    known.set(key, same);
    return same;
  });
}

/** `1701` or `312`, as German bookkeeping has days. */
function dayInYear(text: string, year: number | undefined): Day | undefined {
  const [, day = '', month = ''] = /^(\d\d?)(\d\d)$/.exec(text) ?? [];
  return parseDay(`${year}-${month}-${day.padStart(2, '0')}`);
}

function readingsIn(text: string, only: Order | undefined): DayReadings {
  const readings = readingsOf(text, only);
  if (isDay(readings)) return readings;
  const rest = afterWeekday(text);
  if (rest !== undefined) return readingsOf(rest, only);
  const day = dayAtNumber(text);
  return day ? { ...sameInAll(day), isNumber: true } : readings;
}

function readingsOf(text: string, only: Order | undefined): DayReadings {
  const found = partsOf(text).filter((it) => (only ? it.order === only : !it.told));
  const under = (order: Order) => {
    const { parts } = found.find((it) => it.order === order) ?? {};
    return parts && dayOf(parts);
  };
  const [one, ...others] = new Set(found.map(({ order }) => order));
  if (one && others.length === 0) return sameInAll(under(one));
  return { DMY: under('DMY'), MDY: under('MDY'), YMD: under('YMD') };
}

function dayOf({ year, month, day }: Parts): Day | undefined {
  return parseDay(`${year.padStart(4, '20')}-${monthNumber(month)}-${day.padStart(2, '0')}`);
}

/** Seconds, with a fraction or none, or milliseconds since 1970, of a day that may have rates. */
function dayAtNumber(text: string): Day | undefined {
  const [, seconds, milliseconds] = /^(\d{9,10})(?:\.\d+)?$|^(\d{12,13})(?:\.\d+)?$/.exec(text) ?? [];
  const time = seconds ? Number(seconds) * 1000 : Number(milliseconds);
  const day = Number.isNaN(time) ? undefined : dayAt(time);
  return day && day >= firstDay && day < '2100' ? day : undefined;
}

const hour = '(?:[01]?\\d|2[0-4])';
/** `20240117132211`, `20240117;132211` */
const packed = /^\s*(\d{8});?(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?\s*$/;
const timed = new RegExp(
  `^(.*?\\d\\.?)(?:(?:T|(?<=^\\s*[\\d./-]{6,11})\\s+)${hour}:?[0-5]\\d|,?\\s+(?:\\p{L}{1,4}\\.?\\s+)?${hour}[:.h][0-5]\\d)`,
  'iu',
);

function withoutTime(text: string): string {
  return (text.length > 10 && (packed.exec(text) ?? timed.exec(text))?.[1]) || text;
}
