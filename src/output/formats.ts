import { extname } from 'node:path';
import type { Document, Format, Formatter } from './format.ts';
import type { RecordsWriter } from './records.ts';
import type { RowFormat } from './rows.ts';
import { mostRows } from './xlsx/limits.ts';

export interface Entry {
  readonly meaning: string;
  /** Endings of `-o` that select the format; its name by default. */
  readonly endings?: readonly string[];
  /** How the names of exported files end, if not with the first of these. */
  readonly ending?: string;
  /** Rates may have a column per currency. */
  readonly wide?: true;
  /** The decimal mark of rates may be a comma. */
  readonly decimal?: true;
  /** Lines of cells; the first names the columns, and may be left out. */
  readonly delimited?: true;
  /** JSON, in which records may have more than their columns, and numbers always have a point. */
  readonly objects?: true;
  /** Read by its program on every run, so that it should have no more than is needed. */
  readonly needsSymbols?: true;
  /** Lines over several days. */
  readonly picture?: true;
  readonly binary?: true;
  /** Rates that there is room for, unless each has a column. */
  readonly mostRows?: number;
  /** The rates of one symbol, and nothing else. */
  readonly single?: true;
  /** A file of stored days has those of a year; missing: a single one. */
  readonly years?: true;
  readonly load: () => Promise<Format>;
  /** Missing: only rates can be written. */
  readonly loadRecords?: () => Promise<RecordsWriter>;
}

/** Rates and all else as rows. */
const asRows = (loadRows: () => Promise<RowFormat>) => ({
  load: async () => (await import('./rows.ts')).inRows(await loadRows()),
  loadRecords: async () => (await import('./rows.ts')).recordsInRows(await loadRows()),
});

const entries = {
  table: {
    meaning: 'aligned columns, for people',
    endings: [],
    ending: '.txt',
    wide: true,
    load: async () => (await import('./table/table.ts')).table,
    loadRecords: async () => (await import('./table/records.ts')).tableOfRecords,
  },
  json: {
    meaning: 'one JSON document',
    objects: true,
    load: async () => (await import('./json.ts')).json,
    loadRecords: async () => (await import('./json.ts')).jsonOfRecords,
  },
  csv: {
    meaning: 'comma-separated rows',
    wide: true,
    decimal: true,
    delimited: true,
    ...asRows(async () => (await import('./csv.ts')).csv),
  },
  tsv: {
    meaning: 'tab-separated rows',
    wide: true,
    decimal: true,
    delimited: true,
    ...asRows(async () => (await import('./csv.ts')).tsv),
  },
  ndjson: {
    meaning: 'one JSON object per line',
    endings: ['.ndjson', '.jsonl'],
    objects: true,
    ...asRows(async () => (await import('./json.ts')).ndjson),
    loadRecords: async () => (await import('./json.ts')).ndjsonOfRecords,
  },
  parquet: {
    meaning: 'typed columns for DuckDB, Spark and others',
    binary: true,
    years: true,
    ...asRows(async () => (await import('./parquet.ts')).parquetRows),
    load: async () => (await import('./parquet.ts')).parquet,
  },
  xlsx: {
    meaning: 'a workbook for Excel, LibreOffice and others',
    wide: true,
    binary: true,
    mostRows,
    ...asRows(async () => (await import('./xlsx.ts')).xlsx),
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

/** Undefined for what only one command knows, such as the sentence of a conversion. */
export function formatNamed(name: string): Entry | undefined {
  return Object.hasOwn(formats, name) ? formats[name as FormatName] : undefined;
}

/** Of all rates of a day, whichever they are. */
export const formatsOfADay = formatNames.filter((name) => !formats[name].picture && !formats[name].single);

export type RecordsFormat = {
  [F in FormatName]: (typeof entries)[F] extends { readonly loadRecords: unknown } ? F : never;
}[FormatName];

export function isRecordsFormat(name: string): name is RecordsFormat {
  return formatNamed(name)?.loadRecords !== undefined;
}

/** Those with columns first. */
export const recordsFormats: readonly RecordsFormat[] = formatNames
  .filter(isRecordsFormat)
  .sort((a, b) => Number(formats[b].wide ?? false) - Number(formats[a].wide ?? false));

/** Formats that suit any command, also on a terminal, so that they can be configured. */
export const formatsForAll = formatsOfADay.filter((name) => !formats[name].binary);

/** Takes days, also if the document is one of periods. */
export async function openFormat(name: FormatName, document: Document): Promise<Formatter> {
  const { kind, summary } = document;
  if (summary && name !== 'table' && isRecordsFormat(name))
    return (await import('./summary.ts')).summaryIn(await openRecords(name), document);

  const formatter = (await formats[name].load())(document);
  if (kind.of !== 'periods') return formatter;
  return (await import('./periods.ts')).inPeriods(formatter, document, kind);
}

/** Loads the writer of a format of records. */
export function openRecords(format: RecordsFormat): Promise<RecordsWriter> {
  return entries[format].loadRecords();
}

/** How the names of exported files end. */
export function endingOf(name: string): string {
  const { ending, endings = [] } = formatNamed(name) ?? {};
  return ending ?? endings[0] ?? `.${name}`;
}

/** Those that select the format. */
export const endingsOf = (name: FormatName) => formats[name].endings ?? [`.${name}`];

export function formatOfFile(path: string): FormatName | undefined {
  const ending = extname(path).toLowerCase();
  return formatNames.find((name) => endingsOf(name).includes(ending));
}

/** Spreadsheets, databases, documents and compressed files, which would hold something else than promised. */
const othersEndings = [
  ['.xls', '.xlsm', '.xlsb', '.ods', '.numbers'],
  ['.arrow', '.feather', '.avro', '.orc', '.sql', '.db', '.sqlite', '.sqlite3', '.duckdb'],
  ['.psv', '.yaml', '.yml', '.toml', '.xml', '.html', '.htm', '.md', '.tex', '.pdf'],
  ['.doc', '.docx', '.odt', '.rtf', '.png', '.jpg', '.jpeg'],
  ['.gz', '.zip', '.bz2', '.xz', '.zst', '.7z', '.tar', '.tgz'],
].flat();

export function foreignEnding(path: string): string | undefined {
  const ending = extname(path);
  return othersEndings.includes(ending.toLowerCase()) && !formatOfFile(path) ? ending : undefined;
}
