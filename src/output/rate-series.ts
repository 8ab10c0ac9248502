import { addDays, type Day } from '../calendar/day.ts';
import { mixedInWords } from '../currencies/ended.ts';
import { codesIn, figuresOfPair, firstOf } from '../rates/aggregate.ts';
import { pairOf, sideOf } from '../rates/day-rates.ts';
import { type Document, labelOf, type ShownRates } from './format.ts';

/** The rates of a currency on many days, or its figures of many periods: one for each label, or undefined. */
export type RateSeries = ReturnType<typeof seriesOf>[number];

/** Of the symbols, or of all currencies by code. */
export function seriesOf(days: readonly ShownRates[], document: Document) {
  const labels: readonly string[] = days.map(labelOf);
  const labelled = days.map((day, at) => ({ ...day, day: labels[at] as Day }));
  return (document.symbols ?? codesIn(days)).map((code) => {
    const pair = figuresOfPair(code, labelled);
    if (!pair) return { code, labels, rates: labels.map(() => undefined) };
    const { rates, mixed, first, last, min, max, mean, days } = pair;
    // rates in two units of a currency only have a first and a last one
    const ofAll = mixed
      ? {}
      : { low: min, high: max, mean: mean.rate, change: changeOf(first.rate, last.rate) };
    return { code, labels, rates, mixed, figures: { code, first, last, days, ...ofAll } };
  });
}

/** In percent; undefined where it cannot be computed. */
export function changeOf(from: number, to: number): number | undefined {
  const percent = (to / from - 1) * 100;
  return Number.isFinite(percent) ? percent : undefined;
}

/** What is wrong with the figures of currencies over many days, or periods. */
export function seriesProblems(all: readonly RateSeries[], document: Document): readonly string[] {
  const { summary, kind } = document;
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
