import { type Day, parseDay } from '../calendar/day.ts';
import { type Order, type Parts, partsOf } from '../calendar/forms.ts';
import { monthNumber, unaccented } from '../calendar/months.ts';
import { readOnce } from '../csv/read-once.ts';

const orderOf = {
  DMY: 'DMY',
  MDY: 'MDY',
  YMD: 'YMD',
  'YYYY-MM-DD': 'YMD',
  'DD.MM.YYYY': 'DMY',
  YYYYMMDD: 'YMD',
  'DD/MM/YYYY': 'DMY',
  'MM/DD/YYYY': 'MDY',
} as const satisfies Record<string, Order>;

export type DayForm = keyof typeof orderOf;

export const dayForms = Object.keys(orderOf) as readonly DayForm[];

/** Between which some row has to decide. */
export const dayOrders = ['DMY', 'MDY', 'YMD'] as const satisfies readonly Order[];

/** What a text says in each order. */
export type DayReadings = Readonly<Record<Order, Day | undefined>>;

export const sameInAll = (day: Day | undefined): DayReadings => ({ DMY: day, MDY: day, YMD: day });

const noDay = sameInAll(undefined);

const longestDay = 100;

/** Reads alike in all orders what does not depend on the order. @param form of all cells, if it is known */
export function dayReader(form: DayForm | undefined): (text: string) => DayReadings {
  const only = form && orderOf[form];
  const read = readOnce((text) =>
    isPlain(text) && only !== 'DMY' && only !== 'MDY'
      ? sameInAll(parseDay(text))
      : readingsOf(unaccented(usual(text)), only),
  );
  return (text) => (text.length > longestDay ? noDay : read(withoutTime(text)));
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
const timed = new RegExp(
  `^(.*?\\d)(?:(?:T|(?<=^\\s*[\\d./-]{6,10})\\s+)${hour}:?[0-5]\\d|,?\\s+(?:\\p{L}{1,4}\\.?\\s+)?${hour}[:.h][0-5]\\d)`,
  'iu',
);

function withoutTime(text: string): string {
  return (text.length > 10 && timed.exec(text)?.[1]) || text;
}
