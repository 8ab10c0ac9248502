import type { Column } from '../../output/records.ts';
import type { Finding } from '../../rates/checks/finding.ts';
import { plain } from '../../rates/decimal.ts';
import type { SourceName } from '../../sources/table.ts';
import { count } from '../../words.ts';

/** @param against the source whose rates the findings differ from */
export const columnsFor = (against?: SourceName): readonly Column<Finding>[] => [
  { name: 'kind', kind: 'text', of: ({ kind }) => kind },
  { name: 'code', kind: 'text', of: ({ codes }) => codes.join(' '), table: { text: codesOf } },
  { name: 'start', kind: 'date', of: ({ start }) => start },
  {
    name: 'end',
    kind: 'date',
    of: ({ end }) => end,
    table: { text: ({ start, end = 'open' }) => (start === end ? '' : end), narrow: 'left out' },
  },
  {
    name: 'figures',
    kind: 'text',
    of: ({ figures }) => figures.map(plain).join(' '),
    json: ({ figures }) => figures,
    table: { text: (finding) => figuresOf(finding, against), narrow: 'left out' },
  },
];

/** Codes that a table names; other formats name all. */
const mostCodes = 2;

function codesOf({ codes }: Finding): string {
  return codes.length > mostCodes ? `${codes[0]} +${codes.length - 1}` : codes.join(', ');
}

function figuresOf({ kind, figures: [first = 0, second = 0] }: Finding, against?: SourceName): string {
  if (kind === 'vanished') return count(first, 'day');
  if (kind === 'zero') return `0 on ${count(second, 'day')}`;
  if (kind === 'stale') return `${plain(first)} on ${count(second, 'weekday')}`;
  if (kind === 'differs') return `${plain(first)}, ${plain(second)} at ${against}`;
  return `${plain(first)}, then ${plain(second)}`;
}
