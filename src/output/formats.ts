import { extname } from 'node:path';
import type { Format } from './format.ts';

interface Entry {
  /** Used by `archive --to`. */
  readonly ending: string;
  /** Endings of `-o` that select the format. */
  readonly endings: readonly string[];
  /** Supports one column per currency. */
  readonly wide?: true;
  /** Draws a few symbols over several days. */
  readonly picture?: true;
  /** For programs: nothing that a terminal could show. */
  readonly binary?: true;
  readonly load: () => Promise<Format>;
}

export const formats = {
  table: {
    ending: '.txt',
    endings: [],
    wide: true,
    load: async () => (await import('./table/table.ts')).table,
  },
  json: { ending: '.json', endings: ['.json'], load: async () => (await import('./json.ts')).json },
  csv: { ending: '.csv', endings: ['.csv'], wide: true, load: async () => (await import('./csv.ts')).csv },
  ndjson: {
    ending: '.ndjson',
    endings: ['.ndjson', '.jsonl'],
    load: async () => (await import('./ndjson.ts')).ndjson,
  },
  parquet: {
    ending: '.parquet',
    endings: ['.parquet'],
    binary: true,
    load: async () => (await import('./parquet/parquet.ts')).parquet,
  },
  chart: {
    ending: '.txt',
    endings: [],
    picture: true,
    load: async () => (await import('./chart/chart.ts')).chart,
  },
  svg: {
    ending: '.svg',
    endings: ['.svg'],
    picture: true,
    load: async () => (await import('./svg/svg.ts')).svg,
  },
} satisfies Record<string, Entry>;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly FormatName[];

const entries: Readonly<Record<FormatName, Entry>> = formats;

export const endingOf = (name: FormatName) => entries[name].ending;

export const formatsWithColumns = formatNames.filter((name) => entries[name].wide);

export const isPicture = (name: FormatName) => entries[name].picture === true;

export const isBinary = (name: FormatName) => entries[name].binary === true;

export const formatsOfADay = formatNames.filter((name) => !isPicture(name));

/** They suit any command, also on a terminal, so that they can be configured. */
export const formatsForAll = formatsOfADay.filter((name) => !isBinary(name));

export function loadFormat(name: FormatName): Promise<Format> {
  return entries[name].load();
}

export function formatOfFile(path: string): FormatName | undefined {
  const ending = extname(path).toLowerCase();
  return formatNames.find((name) => entries[name].endings.includes(ending));
}
