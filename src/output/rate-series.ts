import { addDays, type Day } from '../calendar/day.ts';
import { mixedInWords } from '../currencies/ended.ts';
import { codesIn, figuresOfPair, firstOf } from '../rates/aggregate.ts';
import { pairOf, sideOf } from '../rates/day-rates.ts';
import {
  type DayBatches,
  type Document,
  type Findings,
  joinBatches,
  labelOf,
  type ShownRates,
} from './format.ts';
import { columnsOf, type Records } from './records.ts';

/** The rates of a currency on many days, or its figures of many periods: one for each label, or undefined. */
export type RateSeries = ReturnType<typeof seriesOf>[number];

/** Of the symbols, or of all currencies by code. */
export function seriesOf(days: readonly ShownRates[], document: Document) {
  const labels: readonly string[] = days.map(labelOf);
  const labelled = days.map((day, at) => ({ ...day, day: labels[at] as Day }));
  return (document.symbols ?? codesIn(days)).map((code) => {
    const figures = figuresOfPair(code, labelled);
    if (!figures) return { code, labels, rates: labels.map(() => undefined) };
    const { rates, mixed, first, last, min, max, mean } = figures;
    // rates in two units of a currency only have a first and a last one
    const ofAll = mixed
      ? {}
      : { low: min, high: max, mean: mean.rate, change: changeOf(first.rate, last.rate) };
    return { code, labels, rates, mixed, figures: { code, first, last, days: figures.days, ...ofAll } };
  });
}

/** In percent; undefined where it cannot be computed. */
export function changeOf(from: number, to: number): number | undefined {
  const percent = (to / from - 1) * 100;
  return Number.isFinite(percent) ? percent : undefined;
}

/** Problems with the figures of currencies over many days, or periods. */
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
function cutInWords({ code, labels, figures }: RateSeries): readonly string[] {
  const [start, end] = [labels[0], labels.at(-1)] as Day[];
  if (!figures || !start || !end) return [];
  const [first, last] = [figures.first.date, figures.last.date];
  const parts: string[] = [];
  if (first > addDays(start, mostLacking)) parts.push(`begin on ${first}, those of the range on ${start}`);
  if (last < addDays(end, -mostLacking)) parts.push(`end on ${last}, those of the range on ${end}`);
  return parts.length > 0 ? [`the rates of ${code} ${parts.join(', and ')}`] : [];
}

const columns = columnsOf({
  code: 'text',
  first: 'number',
  first_date: 'date',
  last: 'number',
  last_date: 'date',
  change: 'number?',
  low: 'number?',
  low_date: 'date?',
  high: 'number?',
  high_date: 'date?',
  mean: 'number?',
  days: 'integer',
});

/** A record per currency. */
export async function summaryOf(
  batches: DayBatches,
  document: Document,
  { problems }: Findings,
): Promise<Records> {
  const { days } = await joinBatches(batches);
  const series = seriesOf(days, document);
  problems.push(...seriesProblems(series, document));
  const figures = series.flatMap(({ figures }) => figures ?? []);
  const rows = figures.map(({ code, first, last, change, low, high, mean, days }) => [
    code,
    first.rate,
    first.date,
    last.rate,
    last.date,
    change === undefined ? undefined : Number(change.toFixed(6)),
    low?.rate,
    low?.date,
    high?.rate,
    high?.date,
    mean,
    days,
  ]);
  return { columns, rows };
}
