import type { Document, Formatter, ShownRates } from './format.ts';
import { seriesFigures, seriesOf, seriesProblems } from './rate-series.ts';
import type { Column, RecordsWriter } from './records.ts';

type SummaryItem = NonNullable<ReturnType<typeof seriesFigures>>;

const figure = (name: 'first' | 'last' | 'low' | 'high'): readonly Column<SummaryItem>[] => {
  const optional = name === 'low' || name === 'high' ? ({ optional: true } as const) : {};
  return [
    { name, kind: 'number', of: (item) => item[name]?.rate, ...optional },
    { name: `${name}_date`, kind: 'date', of: (item) => item[name]?.date, ...optional },
  ];
};

/** A record per currency, once all days have come. */
export function summaryIn(write: RecordsWriter, document: Document): Formatter {
  const { noHeader = false, decimal = 'point', provenance } = document;
  const days: ShownRates[] = [];
  const columns: readonly Column<SummaryItem>[] = [
    { name: 'code', kind: 'text', of: ({ code }) => code },
    ...figure('first'),
    ...figure('last'),
    {
      name: 'change',
      kind: 'number',
      optional: true,
      of: ({ change }) => (change === undefined ? undefined : Number(change.toFixed(6))),
    },
    ...figure('low'),
    ...figure('high'),
    { name: 'mean', kind: 'number', of: ({ mean }) => mean, optional: true },
    { name: 'days', kind: 'integer', of: ({ days }) => days },
  ];

  return {
    day(shown) {
      days.push(shown);
      return '';
    },
    end() {
      const items = seriesOf(days, document).flatMap((series) => seriesFigures(series) ?? []);
      const width = Number.POSITIVE_INFINITY;
      return [write({ columns, items }, { noHeader, decimal, width, ascii: false, provenance })];
    },
    problems: () => seriesProblems(days, document),
  };
}
