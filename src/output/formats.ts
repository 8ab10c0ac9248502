import { extname } from 'node:path';
import type { Document, Format, Formatter, PeriodFormat } from './format.ts';

interface Entry {
  readonly meaning: string;
  /** Endings of `-o` that select the format; its name by default. */
  readonly endings?: readonly string[];
  /** Of the files of `archive --to`, if it is not the name. */
  readonly ending?: string;
  readonly wide?: true;
  readonly decimal?: true;
  /** Read by its program on every run, so that it should have no more than is needed. */
  readonly needsSymbols?: true;
  readonly picture?: true;
  readonly binary?: true;
  /** Of one symbol's rates of single days, alone. */
  readonly single?: true;
  readonly load: () => Promise<Format>;
  /** Without it, a period's figure is written like a day's rate. */
  readonly loadPeriods?: () => Promise<PeriodFormat>;
}

const entries = {
  table: {
    meaning: 'aligned columns, for people',
    endings: [],
    ending: '.txt',
    wide: true,
    load: async () => (await import('./table/table.ts')).table,
    loadPeriods: async () => (await import('./table/table.ts')).tableOfPeriods,
  },
  json: {
    meaning: 'one JSON document',
    load: async () => (await import('./json.ts')).json,
    loadPeriods: async () => (await import('./json.ts')).jsonOfPeriods,
  },
  csv: {
    meaning: 'comma-separated rows',
    wide: true,
    decimal: true,
    load: async () => (await import('./csv.ts')).csv,
    loadPeriods: async () => (await import('./csv.ts')).csvOfPeriods,
  },
  tsv: {
    meaning: 'tab-separated rows',
    wide: true,
    decimal: true,
    load: async () => (await import('./csv.ts')).tsv,
    loadPeriods: async () => (await import('./csv.ts')).tsvOfPeriods,
  },
  ndjson: {
    meaning: 'one JSON object per line',
    endings: ['.ndjson', '.jsonl'],
    load: async () => (await import('./json.ts')).ndjson,
    loadPeriods: async () => (await import('./json.ts')).ndjsonOfPeriods,
  },
  parquet: {
    meaning: 'typed columns for DuckDB, Spark and others',
    binary: true,
    load: async () => (await import('./parquet/parquet.ts')).parquet,
    loadPeriods: async () => (await import('./parquet/parquet.ts')).parquetOfPeriods,
  },
  ledger: {
    meaning: 'prices for Ledger and hledger',
    needsSymbols: true,
    load: async () => (await import('./prices.ts')).ledger,
  },
  beancount: {
    meaning: 'prices for Beancount',
    needsSymbols: true,
    load: async () => (await import('./prices.ts')).beancount,
  },
  gnucash: {
    meaning: 'prices for GnuCash, as CSV',
    // .csv is csv
    endings: [],
    ending: '.gnucash.csv',
    needsSymbols: true,
    load: async () => (await import('./prices.ts')).gnucash,
  },
  chart: {
    meaning: 'lines in the terminal',
    endings: [],
    picture: true,
    load: async () => (await import('./chart/chart.ts')).chart,
  },
  svg: {
    meaning: 'lines as a picture',
    picture: true,
    load: async () => (await import('./svg/svg.ts')).svg,
  },
  value: {
    meaning: 'the rate alone, of one symbol',
    endings: [],
    decimal: true,
    single: true,
    load: async () => (await import('./csv.ts')).value,
  },
} satisfies Record<string, Entry>;

export type FormatName = keyof typeof entries;

export const formats: Readonly<Record<FormatName, Entry>> = entries;

export const formatNames = Object.keys(formats) as readonly FormatName[];

/** Empty for what only one command knows. */
export const meaningOfFormat = (name: string): string => formats[name as FormatName]?.meaning ?? '';

export const formatsOfSeries = formatNames.filter((name) => !formats[name].single);

export const formatsOfADay = formatsOfSeries.filter((name) => !formats[name].picture);

/** They suit any command, also on a terminal, so that they can be configured. */
export const formatsForAll = formatsOfADay.filter((name) => !formats[name].binary);

/** Takes days, also if the document is one of periods. */
export async function openFormat(name: FormatName, document: Document): Promise<Formatter> {
  const { load, loadPeriods } = formats[name];
  const { kind } = document;
  if (kind.of !== 'periods') return (await load())(document);
  const { asDays, inPeriods } = await import('./format.ts');
  return inPeriods(loadPeriods ? await loadPeriods() : asDays(await load()), { ...document, kind });
}

export const endingOf = (name: FormatName) => formats[name].ending ?? `.${name}`;

export const endingsOf = (name: FormatName) => formats[name].endings ?? [`.${name}`];

export function formatOfFile(path: string): FormatName | undefined {
  const ending = extname(path).toLowerCase();
  return formatNames.find((name) => endingsOf(name).includes(ending));
}

/** Spreadsheets, databases, documents and compressed files, which would hold something else than they promise. */
const othersEndings = [
  ['.xls', '.xlsx', '.xlsm', '.xlsb', '.ods', '.numbers'],
  ['.arrow', '.feather', '.avro', '.orc', '.sql', '.db', '.sqlite', '.sqlite3', '.duckdb'],
  ['.psv', '.yaml', '.yml', '.toml', '.xml', '.html', '.htm', '.md', '.tex', '.pdf'],
  ['.doc', '.docx', '.odt', '.rtf', '.png', '.jpg', '.jpeg'],
  ['.gz', '.zip', '.bz2', '.xz', '.zst', '.7z', '.tar', '.tgz'],
].flat();

export function foreignEnding(path: string): string | undefined {
  const ending = extname(path);
  return othersEndings.includes(ending.toLowerCase()) && !formatOfFile(path) ? ending : undefined;
}
