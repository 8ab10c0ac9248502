import { type Day, dayAt, firstDay, parseDay } from '../calendar/day.ts';
import { DayTable } from '../calendar/day-table.ts';
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

export const sameInAll = (day: Day | undefined): DayReadings => ({ DMY: day, MDY: day, YMD: day });

const noDay = sameInAll(undefined);

const longestDay = 100;

/**
 * Reads alike in all orders what does not depend on the order.
 * @param form of all cells, if it is known
 * @param year of all cells, where they have none
 */
export function dayReader(form: DayForm | undefined, year?: number): (text: string) => DayReadings {
  if (form === 'DDMM') return readOnce((text) => sameInAll(dayInYear(text.trim(), String(year))));
  const only = form && orderOf[form];
  const read = readDayOnce((text) =>
    isPlain(text) && only !== 'DMY' && only !== 'MDY'
      ? sameInAll(parseDay(text))
      : writtenOut(unaccented(usual(text)), only),
  );
  return (text) => (text.length > longestDay ? noDay : read(withoutTime(text)));
}

/** The usual form is found by counting, which spares most rows a look into a map of thousands of texts. */
function readDayOnce(read: (text: string) => DayReadings): (text: string) => DayReadings {
  const usual = new DayTable<DayReadings>();
  const readOther = readOnce(read);
  return (text) => {
    const earlier = usual.get(text);
    if (earlier) return earlier;

    const found = readOther(text);
    usual.set(text, found);
    return found;
  };
}

/** `1701` or `312`, as German bookkeeping has days. */
function dayInYear(text: string, year: string): Day | undefined {
  const [, day = '', month = ''] = /^(\d\d?)(\d\d)$/.exec(text) ?? [];
  return parseDay(`${year}-${month}-${day.padStart(2, '0')}`);
}

function writtenOut(text: string, only: Order | undefined): DayReadings {
  const readings = readingsOf(text, only);
  if (dayOrders.some((order) => readings[order])) return readings;

  const rest = afterWeekday(text);
  if (rest !== undefined) return readingsOf(rest, only);
  const day = dayAtNumber(text);
  return day ? { ...sameInAll(day), isNumber: true } : noDay;
}

/** Seconds or milliseconds since 1970, of a day that may have rates. */
function dayAtNumber(text: string): Day | undefined {
  const [, seconds, milliseconds] = /^(\d{9,10})$|^(\d{12,13})$/.exec(text) ?? [];
  const time = seconds ? Number(seconds) * 1000 : Number(milliseconds);
  const day = Number.isNaN(time) ? undefined : dayAt(time);
  return day && day >= firstDay && day < '2100' ? day : undefined;
}

/** What most files have, which can be read in one order only: to try all forms takes twenty times as long. */
const isPlain = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

function readingsOf(text: string, only: Order | undefined): DayReadings {
  const found = partsOf(text).filter((it) => (only ? it.order === only : !it.told));
  const [first, ...others] = found;
  if (first && others.every(({ order }) => order === first.order)) return sameInAll(dayOf(first.parts));

  const under = (order: Order) => {
    const { parts } = found.find((it) => it.order === order) ?? {};
    return parts && dayOf(parts);
  };
  return { DMY: under('DMY'), MDY: under('MDY'), YMD: under('YMD') };
}

function dayOf({ year, month, day }: Parts): Day | undefined {
  return parseDay(`${year.padStart(4, '20')}-${monthNumber(month)}-${day.padStart(2, '0')}`);
}

/** With usual blanks and digits. */
const usual = (text: string) => text.normalize('NFKC').trim();

const hour = '(?:[01]?\\d|2[0-4])';
/** `20240117132211`, `20240117;132211` */
const packed = /^\s*(\d{8});?(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?\s*$/;
const timed = new RegExp(
  `^(.*?\\d)(?:(?:T|(?<=^\\s*[\\d./-]{6,10})\\s+)${hour}:?[0-5]\\d|,?\\s+(?:\\p{L}{1,4}\\.?\\s+)?${hour}[:.h][0-5]\\d)`,
  'iu',
);

function withoutTime(text: string): string {
  return (text.length > 10 && (packed.exec(text) ?? timed.exec(text))?.[1]) || text;
}
