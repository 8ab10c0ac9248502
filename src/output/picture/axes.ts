import { scaleLinear, scaleUtc } from 'd3-scale';
import { countDays, type Day, dayLength, startOf } from '../../calendar/day.ts';
import { extremesOf } from '../../rates/aggregate.ts';
import { plain, withDecimals } from '../../rates/decimal.ts';

export interface Tick {
  readonly at: number;
  readonly label: string;
}

export interface ValueAxis {
  position(value: number): number;
  readonly ticks: readonly Tick[];
}

export interface DayAxis {
  position(day: Day): number;
  /** The first day, and about so many others. */
  ticks(count: number): readonly Tick[];
}

type Extent = readonly [from: number, to: number];

interface Ticks {
  /** About so many round values, two at least where numbers are fine enough. */
  readonly count: number;
  /** The axis reaches from one round value to another. */
  readonly isNice?: boolean;
}

export function valueAxis(lines: readonly Values[], extent: Extent, { count, isNice }: Ticks): ValueAxis {
  const scale = scaleLinear(domainOf(lines), extent);
  if (isNice) scale.nice(count);

  let round: readonly number[] = [];
  for (let more = count; round.length < 2 && more < count + 10; more++) round = scale.ticks(more);
  const texts = round.map(plain);
  const decimals = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0));
  return {
    position: (value) => scale(value),
    ticks: texts.map((text, at) => ({ at: scale(round[at] ?? 0), label: withDecimals(text, decimals) })),
  };
}

export function dayAxis(first: Day, last: Day, extent: Extent): DayAxis {
  const scale = scaleUtc([startOf(first), startOf(last)], extent);
  return {
    position: (day) => scale(startOf(day)),
    ticks(count) {
      if (first === last) return [{ at: scale(startOf(first)), label: dayLabel(new Date(first)) }];

      const round = scale.ticks(Math.min(count, countDays(first, last)));
      const days = round.filter((time) => time.getTime() % dayLength === 0);
      const isOfMonths = days.every((day) => day.getUTCDate() === 1);
      const start = new Date(first);
      const others = days.filter((day) => day > start);
      return [
        { at: scale(start), label: (isOfMonths ? startLabel : dayLabel)(start) },
        ...others.map((day) => ({ at: scale(day), label: (isOfMonths ? monthLabel : dayLabel)(day) })),
      ];
    },
  };
}

/** As in `Wed, 17 Jan 2024`. */
const monthName = (day: Date) => day.toUTCString().slice(8, 11);

const dayLabel = (day: Date) => `${day.getUTCDate()} ${monthName(day)}`;

const monthLabel = (day: Date) => (day.getUTCMonth() === 0 ? String(day.getUTCFullYear()) : monthName(day));

/** With its year, in which the months after it are. */
const startLabel = (day: Date) =>
  day.getUTCMonth() === 0 ? monthLabel(day) : `${monthName(day)} ${day.getUTCFullYear()}`;

/** A value per day; undefined interrupts the line. */
export type Values = readonly (number | undefined)[];

/** From the lowest to the highest value; of no values, max is below min. */
interface Span {
  readonly min: number;
  readonly max: number;
}

function spanOf(values: Values): Span {
  const known = values.filter((value) => value !== undefined);
  return extremesOf(known, (value) => value) ?? { min: 0, max: -1 };
}

/** Changes below this part of the value are noise of the last digits. */
const noise = 0.0001;

const isFlat = ({ min, max }: Span) => !(max - min > noise * max);

const around = 0.01;

/** Between smaller values there are no round ones: their power of ten is no number. */
const leastShown = 1e-300;

/** Widened if flat, so that noise does not fill the height. */
function domainOf(lines: readonly Values[]): Extent {
  const span = spanOf(lines.flat());
  const { min, max } = span;
  if (min > max || max < leastShown) return [0, 1];
  return isFlat(span) ? [min * (1 - around), max * (1 + around)] : [min, max];
}

/** Part of the height that each line that moves must have on a shared axis. */
const leastPart = 1 / 5;

export function isSqueezed(lines: readonly Values[]): boolean {
  const all = spanOf(lines.flat());
  const least = leastPart * (all.max - all.min);
  return lines.map(spanOf).some((own) => !isFlat(own) && own.max - own.min < least);
}

/** 100 on the first day on which all lines have a rate, or if there is none, on each line's own first day. */
export function asIndex(lines: readonly Values[], days: readonly Day[]) {
  // a rate of 0 cannot be 100
  const common = days.findIndex((_, at) => lines.every((rates) => rates[at]));
  const start = days[common];
  return {
    unit: `index, ${start ?? 'first day of each'} = 100`,
    values: lines.map((rates) => {
      const hundred = start ? rates[common] : rates.find(Boolean);
      const indexOf = (rate: number) => (hundred ? finite((rate / hundred) * 100) : undefined);
      return rates.map((rate) => (rate === undefined ? undefined : indexOf(rate)));
    }),
  };
}

const finite = (value: number) => (Number.isFinite(value) ? value : undefined);
