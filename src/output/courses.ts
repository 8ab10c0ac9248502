import { addDays, type Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { mixedInWords, mixedUnitIn } from '../currencies/ended.ts';
import { extremesOf } from '../rates/aggregate.ts';
import { firstOf } from '../rates/caveats.ts';
import { pairOf, sideOf } from '../rates/day-rates.ts';
import { meanOf } from '../rates/decimal.ts';
import { type Document, labelOf, type ShownRates } from './format.ts';

/** The rates of a currency on many days, or its figures of many periods. */
export interface Course {
  readonly code: Code;
  /** Of the days, or periods. */
  readonly labels: readonly string[];
  /** One for each of them; undefined where there is none. */
  readonly rates: readonly (number | undefined)[];
  /** The currency of whose two units the rates are, so that they have no mean, low and high. */
  readonly mixed: Code | undefined;
}

/** Of the symbols, or of all currencies by code. */
export function coursesOf(days: readonly ShownRates[], document: Document): readonly Course[] {
  const side = sideOf(document);
  const codes = document.symbols ?? [...new Set(days.flatMap(({ rates }) => [...rates.keys()]))].sort();
  const labels = days.map(labelOf);
  return codes.map((code) => {
    const rates = days.map((day) => day.rates.get(code));
    return { code, labels, rates, mixed: mixedUnitIn(pairOf(side, code), rates, (at) => labels[at] ?? '') };
  });
}

export interface CourseFigures {
  readonly first: number;
  readonly firstDate: string;
  readonly last: number;
  readonly lastDate: string;
  readonly days: number;
  /** Undefined where the rates are of two units of a currency, as are the others. */
  readonly low?: number;
  /** Of the first day, or period, that has it. */
  readonly lowDate?: string;
  readonly high?: number;
  readonly highDate?: string;
  readonly mean?: number;
  /** In percent; undefined also where the first rate is 0. */
  readonly change?: number | undefined;
}

/** Undefined where no day has a rate. */
export function figuresOf({ labels, rates, mixed }: Course): CourseFigures | undefined {
  const known = rates.flatMap((rate, at) => (rate === undefined ? [] : [{ rate, date: labels[at] ?? '' }]));
  const extremes = extremesOf(known, ({ rate }) => rate);
  if (!extremes) return undefined;

  const { first, last, min, max } = extremes;
  return {
    first: first.rate,
    firstDate: first.date,
    last: last.rate,
    lastDate: last.date,
    days: known.length,
    ...(!mixed && {
      low: min.rate,
      lowDate: min.date,
      high: max.rate,
      highDate: max.date,
      mean: meanOf(known.map(({ rate }) => rate)),
      change: changeOf(first.rate, last.rate),
    }),
  };
}

/** In percent; undefined where it cannot be computed. */
export function changeOf(from: number, to: number): number | undefined {
  const percent = (to / from - 1) * 100;
  return Number.isFinite(percent) ? percent : undefined;
}

/** What is wrong with the figures of currencies over many days, or periods. */
export function courseProblems(courses: readonly Course[], document: Document): readonly string[] {
  const { summary, kind } = document;
  const refused = courses.flatMap(({ code, mixed }) => {
    const pair = pairOf(sideOf(document), code).join('/');
    return mixed ? [`no change, low, high or mean of ${pair}: ${mixedInWords(mixed)}`] : [];
  });
  const cut = summary && kind.of === 'series' ? courses.flatMap(cutInWords) : [];
  return [...firstOf(refused), ...firstOf(cut)];
}

/** Days by which a currency may begin later than the range, or end earlier. */
const mostLacking = 7;

/** Of a currency whose first and last rates are not those of the range. */
function cutInWords({ code, labels, rates }: Course): readonly string[] {
  const days = labels as readonly Day[];
  const isRate = (rate: number | undefined) => rate !== undefined;
  const [first, last] = [days[rates.findIndex(isRate)], days[rates.findLastIndex(isRate)]];
  const [start, end] = [days[0], days.at(-1)];
  if (!first || !last || !start || !end) return [];

  const parts = [
    ...(first > addDays(start, mostLacking) ? [`begin on ${first}, those of the range on ${start}`] : []),
    ...(last < addDays(end, -mostLacking) ? [`end on ${last}, those of the range on ${end}`] : []),
  ];
  return parts.length > 0 ? [`the rates of ${code} ${parts.join(', and ')}`] : [];
}
