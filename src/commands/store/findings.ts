import type { Finding } from '../../checks/finding.ts';
import type { Column } from '../../output/records.ts';
import { plain } from '../../rates/decimal.ts';
import { count } from '../../words.ts';

export const findingColumns: readonly Column<Finding>[] = [
  { name: 'kind', kind: 'text', of: ({ kind }) => kind },
  { name: 'code', kind: 'text', of: ({ codes }) => codes.join(' '), table: { text: codesOf } },
  { name: 'start', kind: 'date', of: ({ start }) => start, table: { text: daysOf } },
  { name: 'end', kind: 'date', of: ({ end }) => end, table: false },
  {
    name: 'figures',
    kind: 'text',
    of: ({ figures }) => figures.map(plain).join(' '),
    json: ({ figures }) => figures,
    table: { text: figuresOf },
  },
];

/** Of a table; other formats have all. */
const mostCodes = 3;

function codesOf({ codes }: Finding): string {
  const named = codes.slice(0, mostCodes).join(', ');
  return codes.length > mostCodes ? `${named} and ${codes.length - mostCodes} more` : named;
}

function daysOf({ start, end }: Finding): string {
  return start === end ? start : `${start} to ${end}`;
}

function figuresOf({ kind, figures: [first = 0, second = 0] }: Finding): string {
  if (kind === 'vanished') return count(first, 'day');
  if (kind === 'stale') return `${plain(first)} on ${count(second, 'weekday')}`;
  return `${plain(first)}, then ${plain(second)}`;
}
