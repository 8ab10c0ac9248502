import { type DayBatches, type Document, type Findings, joinBatches } from './format.ts';
import { type RateSeries, seriesOf, seriesProblems } from './rate-series.ts';
import type { Column, Records } from './records.ts';

type SummaryItem = NonNullable<RateSeries['figures']>;
type Columns = readonly Column<SummaryItem>[];

const figure = (name: 'first' | 'last' | 'low' | 'high', more: { optional?: true } = {}): Columns => [
  { name, kind: 'number', of: (item) => item[name]?.rate, ...more },
  { name: `${name}_date`, kind: 'date', of: (item) => item[name]?.date, ...more },
];

const columns: Columns = [
  { name: 'code', kind: 'text', of: ({ code }) => code },
  ...figure('first'),
  ...figure('last'),
  {
    name: 'change',
    kind: 'number',
    optional: true,
    of: ({ change }) => (change === undefined ? undefined : Number(change.toFixed(6))),
  },
  ...figure('low', { optional: true }),
  ...figure('high', { optional: true }),
  { name: 'mean', kind: 'number', of: ({ mean }) => mean, optional: true },
  { name: 'days', kind: 'integer', of: ({ days }) => days },
];

/** A record per currency. */
export async function summaryOf(
  batches: DayBatches,
  document: Document,
  { problems }: Findings,
): Promise<Records<SummaryItem>> {
  const { days } = await joinBatches(batches);
  const all = seriesOf(days, document);
  problems.push(...seriesProblems(all, document));
  return { columns, items: all.flatMap(({ figures }) => figures ?? []) };
}
