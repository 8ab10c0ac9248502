import { extname } from 'node:path';
import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';

export const formatNames = ['table', 'json', 'csv', 'ndjson'] as const;

export type FormatName = (typeof formatNames)[number];

/** What the document is, known before its first day. */
export interface Document {
  /** `days`: one document a day, or an array of them where several were asked for; `series`: one document of a range. */
  readonly kind:
    | { readonly of: 'days'; readonly several: boolean }
    | { readonly of: 'series'; readonly start: Day; readonly end: Day };
  readonly base: Code;
  /** In the order asked for; nothing: every currency, by code. */
  readonly symbols?: readonly Code[] | undefined;
  /** One column a currency; counts for csv and table only. */
  readonly wide: boolean;
  /** Columns that a table may take. */
  readonly width: number;
  readonly color: boolean;
}

/** Turns days, in order, into text, piece by piece. */
export interface Formatter {
  /** What can be written once this day is known; often nothing yet. */
  day(day: DayRates): string;
  /** All that is left, in pieces. */
  end(): Generator<string>;
}

export type Format = (document: Document) => Formatter;

const formats: Record<FormatName, () => Promise<Format>> = {
  table: async () => (await import('./table/table.ts')).table,
  json: async () => (await import('./json.ts')).json,
  csv: async () => (await import('./csv.ts')).csv,
  ndjson: async () => (await import('./ndjson.ts')).ndjson,
};

/** The format, loaded when it is needed. */
export function loadFormat(name: FormatName): Promise<Format> {
  return formats[name]();
}

/** The format that a file's ending asks for. */
export function formatOfFile(path: string): FormatName | undefined {
  switch (extname(path).toLowerCase()) {
    case '.csv':
      return 'csv';
    case '.json':
      return 'json';
    case '.ndjson':
    case '.jsonl':
      return 'ndjson';
    default:
      return undefined;
  }
}
