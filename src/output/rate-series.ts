import { addDays, type Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { mixedInWords, mixedUnitIn } from '../currencies/ended.ts';
import { extremesOf } from '../rates/aggregate.ts';
import { firstOf } from '../rates/caveats.ts';
import { pairOf, sideOf } from '../rates/day-rates.ts';
import { meanOf } from '../rates/decimal.ts';
import { type Document, labelOf, type ShownRates } from './format.ts';
import { codesIn } from './rows.ts';

/** The rates of a currency on many days, or its figures of many periods. */
export interface RateSeries {
  readonly code: Code;
  /** Of the days, or periods. */
  readonly labels: readonly string[];
  /** One for each of them; undefined where there is none. */
  readonly rates: readonly (number | undefined)[];
  /** The currency of whose two units the rates are, so that they have no mean, low and high. */
  readonly mixed: Code | undefined;
}

/** Of the symbols, or of all currencies by code. */
export function seriesOf(days: readonly ShownRates[], document: Document): readonly RateSeries[] {
  const side = sideOf(document);
  const labels = days.map(labelOf);
  return (document.symbols ?? codesIn(days)).map((code) => {
    const rates = days.map((day) => day.rates.get(code));
    return { code, labels, rates, mixed: mixedUnitIn(pairOf(side, code), rates, (at) => labels[at] ?? '') };
  });
}

/** Undefined where no day has a rate. Of rates in two units of a currency, there are only first and last. */
export function seriesFigures({ code, labels, rates, mixed }: RateSeries) {
  const known = rates.flatMap((rate, at) => (rate === undefined ? [] : [{ rate, date: labels[at] ?? '' }]));
  const extremes = extremesOf(known, ({ rate }) => rate);
  if (!extremes) return undefined;

  const { first, last, min, max } = extremes;
  const ofAll = mixed ? undefined : { low: min, high: max, mean: meanOf(known.map(({ rate }) => rate)) };
  return {
    ...{ code, first, last, days: known.length, ...ofAll },
    change: mixed ? undefined : changeOf(first.rate, last.rate),
  };
}

/** In percent; undefined where it cannot be computed. */
export function changeOf(from: number, to: number): number | undefined {
  const percent = (to / from - 1) * 100;
  return Number.isFinite(percent) ? percent : undefined;
}

/** What is wrong with the figures of currencies over many days, or periods. */
export function seriesProblems(days: readonly ShownRates[], document: Document): readonly string[] {
  const { summary, kind } = document;
  const all = seriesOf(days, document);
  const refused = all.flatMap(({ code, mixed }) => {
    const pair = pairOf(sideOf(document), code).join('/');
    return mixed ? [`no change, low, high or mean of ${pair}: ${mixedInWords(mixed)}`] : [];
  });
  const cut = summary && kind.of === 'series' ? all.flatMap(cutInWords) : [];
  return [...firstOf(refused), ...firstOf(cut)];
}

/** Days by which a currency may begin later than the range, or end earlier. */
const mostLacking = 7;

/** Of a currency whose first and last rates are not those of the range. */
function cutInWords({ code, labels, rates }: RateSeries): readonly string[] {
  const days = labels as readonly Day[];
  const rated = days.filter((_, at) => rates[at] !== undefined);
  const [first, last, start, end] = [rated[0], rated.at(-1), days[0], days.at(-1)];
  if (!first || !last || !start || !end) return [];

  const parts = [
    ...(first > addDays(start, mostLacking) ? [`begin on ${first}, those of the range on ${start}`] : []),
    ...(last < addDays(end, -mostLacking) ? [`end on ${last}, those of the range on ${end}`] : []),
  ];
  return parts.length > 0 ? [`the rates of ${code} ${parts.join(', and ')}`] : [];
}
