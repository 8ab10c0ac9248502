import { extname } from 'node:path';
import type { Document, Format, Formatter, PeriodFormat } from './format.ts';

interface Entry {
  /** Used by `archive --to`. */
  readonly ending: string;
  /** Endings of `-o` that select the format. */
  readonly endings: readonly string[];
  /** Supports one column per currency. */
  readonly wide?: true;
  /** Supports another decimal mark. */
  readonly decimal?: true;
  /** Read by its program on every run, so that it should have no more than is needed. */
  readonly needsSymbols?: true;
  /** Draws a few symbols over several days. */
  readonly picture?: true;
  /** For programs: nothing that a terminal could show. */
  readonly binary?: true;
  readonly load: (document: Pick<Document, 'wide'>) => Promise<Format>;
  /** Without it, a period's figure is written like a day's rate. */
  readonly loadPeriods?: () => Promise<PeriodFormat>;
}

export const formats = {
  table: {
    ending: '.txt',
    endings: [],
    wide: true,
    load: async () => (await import('./table/table.ts')).table,
    loadPeriods: async () => (await import('./table/table.ts')).tableOfPeriods,
  },
  json: {
    ending: '.json',
    endings: ['.json'],
    load: async () => (await import('./json.ts')).json,
    loadPeriods: async () => (await import('./json.ts')).jsonOfPeriods,
  },
  csv: {
    ending: '.csv',
    endings: ['.csv'],
    wide: true,
    decimal: true,
    load: async ({ wide }) =>
      wide ? (await import('./separated.ts')).wideCsv : (await import('./csv.ts')).csv,
    loadPeriods: async () => (await import('./separated.ts')).csvOfPeriods,
  },
  tsv: {
    ending: '.tsv',
    endings: ['.tsv'],
    wide: true,
    decimal: true,
    load: async ({ wide }) =>
      wide ? (await import('./separated.ts')).wideTsv : (await import('./csv.ts')).tsv,
    loadPeriods: async () => (await import('./separated.ts')).tsvOfPeriods,
  },
  ndjson: {
    ending: '.ndjson',
    endings: ['.ndjson', '.jsonl'],
    load: async () => (await import('./ndjson.ts')).ndjson,
    loadPeriods: async () => (await import('./ndjson.ts')).ndjsonOfPeriods,
  },
  parquet: {
    ending: '.parquet',
    endings: ['.parquet'],
    binary: true,
    load: async () => (await import('./parquet/parquet.ts')).parquet,
    loadPeriods: async () => (await import('./parquet/parquet.ts')).parquetOfPeriods,
  },
  ledger: {
    ending: '.ledger',
    endings: ['.ledger'],
    needsSymbols: true,
    load: async () => (await import('./ledger.ts')).ledger,
  },
  beancount: {
    ending: '.beancount',
    endings: ['.beancount'],
    needsSymbols: true,
    load: async () => (await import('./beancount.ts')).beancount,
  },
  gnucash: {
    // .csv is csv
    ending: '.gnucash.csv',
    endings: [],
    needsSymbols: true,
    load: async () => (await import('./gnucash.ts')).gnucash,
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

export const formatsWithDecimal = formatNames.filter((name) => entries[name].decimal);

export const needsSymbols = (name: FormatName) => entries[name].needsSymbols === true;

export const isPicture = (name: FormatName) => entries[name].picture === true;

export const isBinary = (name: FormatName) => entries[name].binary === true;

export const formatsOfADay = formatNames.filter((name) => !isPicture(name));

/** They suit any command, also on a terminal, so that they can be configured. */
export const formatsForAll = formatsOfADay.filter((name) => !isBinary(name));

export function loadFormat(name: FormatName): Promise<Format> {
  return entries[name].load({ wide: false });
}

/** Takes days, also if the document is one of periods. */
export async function openFormat(name: FormatName, document: Document): Promise<Formatter> {
  const { load, loadPeriods } = entries[name];
  const { kind } = document;
  if (kind.of !== 'periods') return (await load(document))(document);
  const { asDays, inPeriods } = await import('./periods.ts');
  return inPeriods(loadPeriods ? await loadPeriods() : asDays(await load(document)), { ...document, kind });
}

export function formatOfFile(path: string): FormatName | undefined {
  const ending = extname(path).toLowerCase();
  return formatNames.find((name) => entries[name].endings.includes(ending));
}

/** Endings of `-o` that stand for the format. */
export const endingsOf = (name: FormatName) => entries[name].endings;

/** Spreadsheets, databases, documents and compressed files, which would hold something else than they promise. */
const othersEndings = [
  ['.xls', '.xlsx', '.xlsm', '.xlsb', '.ods', '.numbers'],
  ['.arrow', '.feather', '.avro', '.orc', '.sql', '.db', '.sqlite', '.sqlite3', '.duckdb'],
  ['.psv', '.yaml', '.yml', '.toml', '.xml', '.html', '.htm', '.md', '.tex', '.pdf'],
  ['.doc', '.docx', '.odt', '.rtf', '.png', '.jpg', '.jpeg'],
  ['.gz', '.zip', '.bz2', '.xz', '.zst', '.7z', '.tar', '.tgz'],
].flat();

/** The ending of a file that would not be in the format it stands for. */
export function foreignEnding(path: string): string | undefined {
  const ending = extname(path);
  return othersEndings.includes(ending.toLowerCase()) && !formatOfFile(path) ? ending : undefined;
}
