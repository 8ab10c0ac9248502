import { addDays, type Day } from '../calendar/day.ts';
import { mixedInWords } from '../currencies/ended.ts';
import { codesIn, figuresOfPair, limitedLines } from '../rates/aggregate.ts';
import { pairOf, pivotFor } from '../rates/day-rates.ts';
import {
  type DayBatches,
  type Document,
  type FormatFindings,
  joinBatches,
  labelOf,
  type ShownRates,
} from './format.ts';
import type { Columns, Records } from './records.ts';

/** The rates of a currency on many days, or its figures of many periods: one for each label, or undefined. */
export type RateSeries = ReturnType<typeof seriesOf>[number];

/**
 * Of the symbols, or of all currencies by code, as far as they have rates. Finds problems with their figures.
 */
export function seriesOf(days: readonly ShownRates[], document: Document, { problems }: FormatFindings) {
  const { symbols = codesIn(days), summary, kind } = document;
  const labelled = days.map((day) => ({ ...day, day: labelOf(day) as Day }));
  const labels = labelled.map(({ day }) => day);
  const refused: string[] = [];
  const series = symbols.flatMap((code) => {
    const figures = figuresOfPair(code, labelled);
    if (!figures) return [];
    const { rates, mixed, first, last, days, min, max, mean } = figures;
    if (!mixed) {
      const change = changeOf(first.rate, last.rate);
      return { code, labels, rates, first, last, days, low: min, high: max, mean: mean.rate, change };
    }
    const pair = pairOf(pivotFor(document), code).join('/');
    refused.push(`no change, low, high or mean of ${pair}: ${mixedInWords(mixed)}`);
    return { code, labels, rates, first, last, days };
  });
  const cut = summary && kind.of === 'series' ? series.flatMap(cutInWords) : [];
  problems.push(...limitedLines(refused), ...limitedLines(cut));
  return series;
}

/** In percent; undefined where it cannot be computed. */
export function changeOf(from: number, to: number): number | undefined {
  const percent = (to / from - 1) * 100;
  return Number.isFinite(percent) ? percent : undefined;
}

/** Days by which a currency may begin later than the range, or end earlier. */
const mostMissing = 7;

/** Of a currency whose first and last rates are not those of the range. */
function cutInWords({ code, labels, first: { date: first }, last: { date: last } }: RateSeries) {
  const [start = first, end = last] = [labels[0], labels.at(-1)];
  const parts: string[] = [];
  if (first > addDays(start, mostMissing)) parts.push(`begin on ${first}, those of the range on ${start}`);
  if (last < addDays(end, -mostMissing)) parts.push(`end on ${last}, those of the range on ${end}`);
  return parts.length > 0 ? [`the rates of ${code} ${parts.join(', and ')}`] : [];
}

const columns: Columns = {
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
};

/** A record per currency. */
export async function summaryOf(
  batches: DayBatches,
  document: Document,
  findings: FormatFindings,
): Promise<Records> {
  const { days } = await joinBatches(batches);
  const series = seriesOf(days, document, findings);
  const rows = series.map(({ code, first, last, change, low, high, mean, days }) => [
    code,
    first.rate,
    first.date,
    last.rate,
    last.date,
    change && Number(change.toFixed(6)),
    low?.rate,
    low?.date,
    high?.rate,
    high?.date,
    mean,
    days,
  ]);
  return { columns, rows };
}
