import { type Day, parseDay } from '../calendar/day.ts';
import { type Order, partsOf } from '../calendar/forms.ts';
import { monthNumber } from '../calendar/months.ts';

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

/** A file of decades has some ten thousand days. */
const mostRemembered = 20_000;

const longest = 100;

export function dayReader(form: DayForm | undefined): (text: string) => DayReadings {
  const order = form && orderOf[form];
  const known = new Map<string, DayReadings>();

  function read(written: string): DayReadings {
    const found = partsOf(written).filter((it) => (order ? it.order === order : !it.told));
    const under = (way: DayOrder) => {
      const { year, month, day } = (found.find((it) => it.order === way) ?? found[0])?.parts ?? {};
      return year && month && day
        ? parseDay(`${year.padStart(4, '20')}-${monthNumber(month, 'any')}-${day.padStart(2, '0')}`)
        : undefined;
    };
    return { DMY: under('DMY'), MDY: under('MDY') };
  }

  return (text) => {
    const usual = known.get(text);
    if (usual) return usual;
    if (text.length > longest) return noDay;
    const written = withoutTime(withoutAccents(text).trim());
    const readings = known.get(written) ?? read(written);
    if (known.size >= mostRemembered) known.clear();
    known.set(written, readings);
    return readings;
  };
}

/** Blanks of other kinds become usual ones, too. */
function withoutAccents(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '');
}

const hour = '(?:[01]?\\d|2[0-4])';
const timed = new RegExp(
  `^(.*?\\d)(?:(?:T|(?<=^[\\d./-]{6,10})\\s+)${hour}:?[0-5]\\d|,?\\s+(?:[a-z]{1,4}\\.?\\s+)?${hour}[:.h][0-5]\\d(?!\\d))`,
  'i',
);

function withoutTime(text: string): string {
  return (text.length > 10 && timed.exec(text)?.[1]) || text;
}
