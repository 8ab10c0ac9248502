import { type DayBatches, type Document, type Findings, joinBatches } from './format.ts';
import { seriesOf, seriesProblems } from './rate-series.ts';
import type { Column, Records } from './records.ts';

const optional = { optional: true } as const;

const columns: readonly Column[] = [
  { name: 'code', kind: 'text' },
  { name: 'first', kind: 'number' },
  { name: 'first_date', kind: 'date' },
  { name: 'last', kind: 'number' },
  { name: 'last_date', kind: 'date' },
  { name: 'change', kind: 'number', ...optional },
  { name: 'low', kind: 'number', ...optional },
  { name: 'low_date', kind: 'date', ...optional },
  { name: 'high', kind: 'number', ...optional },
  { name: 'high_date', kind: 'date', ...optional },
  { name: 'mean', kind: 'number', ...optional },
  { name: 'days', kind: 'integer' },
];

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
