import { scaleLinear, scaleUtc } from 'd3-scale';
import { countDays, type Day, dayLength, startOf } from '../../calendar/day.ts';
import { plain } from '../../rates/decimal.ts';
import { domainOf, type Values } from './values.ts';

export interface Tick {
  readonly at: number;
  readonly label: string;
}

export interface ValueAxis {
  readonly position: (value: number) => number;
  readonly ticks: readonly Tick[];
}

export interface DayAxis {
  readonly position: (day: Day) => number;
  /** About `count` days, months or years. */
  readonly ticks: (count: number) => readonly Tick[];
}

/** From where to where, in dots or pixels. */
type Extent = readonly [number, number];

/** With about `count` round values, two at least where numbers are fine enough; `nice`: from one of them to another. */
export function valueAxis(
  lines: readonly Values[],
  extent: Extent,
  count: number,
  { nice = false } = {},
): ValueAxis {
  const scale = scaleLinear(domainOf(lines), extent);
  if (nice) scale.nice(count);
  let round: readonly number[] = [];
  for (let more = count; round.length < 2 && more < count + 10; more++) round = scale.ticks(more);
  const texts = round.map(plain);
  const decimals = Math.max(0, ...texts.map((text) => fractionOf(text).length));
  const label = (text: string) => {
    const missing = decimals - fractionOf(text).length;
    return (missing > 0 && !text.includes('.') ? `${text}.` : text) + '0'.repeat(missing);
  };
  return {
    position: (value) => scale(value),
    ticks: texts.map((text, at) => ({ at: scale(round[at] ?? 0), label: label(text) })),
  };
}

const fractionOf = (decimal: string) => decimal.split('.')[1] ?? '';

export function dayAxis(first: Day, last: Day, extent: Extent): DayAxis {
  const scale = scaleUtc([startOf(first), startOf(last)], extent);
  return {
    position: (day) => scale(startOf(day)),
    ticks(count) {
      if (first === last) return [{ at: scale(startOf(first)), label: dayLabel(new Date(first)) }];
      const round = scale.ticks(Math.min(count, countDays(first, last)));
      const days = round.filter((time) => time.getTime() % dayLength === 0);
      const label = days.every((day) => day.getUTCDate() === 1) ? monthLabel : dayLabel;
      return days.map((day) => ({ at: scale(day), label: label(day) }));
    },
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const dayLabel = (day: Date) => `${day.getUTCDate()} ${months[day.getUTCMonth()]}`;

const monthLabel = (day: Date) =>
  day.getUTCMonth() === 0 ? String(day.getUTCFullYear()) : (months[day.getUTCMonth()] ?? '');
