import { stringify } from 'csv-stringify/sync';
import type { Finding } from '../../checks/finding.ts';
import { plain } from '../../rates/decimal.ts';
import { jsonText } from '../../rates/json.ts';
import { columns, count } from '../../report/words.ts';

type Format = (findings: readonly Finding[]) => string;

export const findingFormats = {
  table: (findings) =>
    columns(findings.map((finding) => [finding.kind, codesOf(finding), daysOf(finding), figuresOf(finding)])),
  csv: (findings) =>
    stringify([
      ['kind', 'code', 'start', 'end', 'figures'],
      ...findings.map(({ kind, codes, start, end, figures }) => [
        kind,
        codes.join(' '),
        start,
        end,
        figures.map(plain).join(' '),
      ]),
    ]),
  json: (findings) =>
    `${jsonText(
      findings.map(({ kind, codes, start, end, figures }) => ({
        kind,
        code: codes.join(' '),
        start,
        end,
        figures,
      })),
      true,
    )}\n`,
} satisfies Record<string, Format>;

export type FindingFormat = keyof typeof findingFormats;

/** Of a table; csv and json have all. */
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
