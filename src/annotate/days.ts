import { type Day, parseDay } from '../calendar/day.ts';
import { type Order, type Parts, partsOf } from '../calendar/forms.ts';
import { monthNumber } from '../calendar/months.ts';
import { remembered } from './remembered.ts';

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
export const dayOrders = ['DMY', 'MDY'] as const satisfies readonly Order[];

export type DayOrder = (typeof dayOrders)[number];

type DayReadings = Readonly<Record<DayOrder, Day | undefined>>;

const noDay: DayReadings = { DMY: undefined, MDY: undefined };

const longest = 100;

export function dayReader(form: DayForm | undefined): (text: string) => DayReadings {
  const order = form && orderOf[form];
  const read = remembered((text): DayReadings => {
    const found = partsOf(plain(text)).filter((it) => (order ? it.order === order : !it.told));
    const under = (way: DayOrder) => {
      const { parts } = found.find((it) => it.order === way) ?? found[0] ?? {};
      return parts && dayOf(parts);
    };
    return { DMY: under('DMY'), MDY: under('MDY') };
  });
  return (text) => (text.length > longest ? noDay : read(withoutTime(text)));
}

function dayOf({ year, month, day }: Parts): Day | undefined {
  return parseDay(`${year.padStart(4, '20')}-${monthNumber(month, 'any')}-${day.padStart(2, '0')}`);
}

/** Without accents, and with usual blanks. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').trim();

const hour = '(?:[01]?\\d|2[0-4])';
const timed = new RegExp(
  `^(.*?\\d)(?:(?:T|(?<=^\\s*[\\d./-]{6,10})\\s+)${hour}:?[0-5]\\d|,?\\s+(?:\\p{L}{1,4}\\.?\\s+)?${hour}[:.h][0-5]\\d)`,
  'iu',
);

function withoutTime(text: string): string {
  return (text.length > 10 && timed.exec(text)?.[1]) || text;
}
