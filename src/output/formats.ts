import { extname } from 'node:path';
import { chart } from './chart.ts';
import { delimited, values } from './csv.ts';
import {
  type DayBatches,
  type Document,
  type FormatFindings,
  inLines,
  joinBatches,
  type Piece,
} from './format.ts';
import { json, jsonOfRecords, ndjson } from './json.ts';
import { parquet, parquetRows } from './parquet.ts';
import { periodsOf } from './periods.ts';
import { pictureOf } from './picture.ts';
import { prices } from './prices.ts';
import { summaryOf } from './rate-series.ts';
import { columnsOf, type Layout, type Records, type RowStream, rowsOf } from './records.ts';
import { svg } from './svg.ts';
import { tableOfRecords } from './table/records.ts';
import { table } from './table/table.ts';
import { xlsx } from './xlsx.ts';

interface FormatTraits {
  readonly meaning: string;
  /** Endings of `-o` that select the format; its name by default. */
  readonly endings?: readonly string[];
  /** How the names of exported files end, if not with its name. */
  readonly ending?: string;
  /** Rates may have a column per currency. */
  readonly wide?: true;
  /** The decimal mark of rates may be a comma. */
  readonly decimal?: true;
  /** JSON, in which records may have more than their columns, and numbers always have a point. */
  readonly objects?: true;
  /** Read by its program on every run, so that it should have no more than is needed. */
  readonly needsSymbols?: true;
  /** Lines over several days. */
  readonly picture?: true;
  readonly binary?: true;
  /** The rates of one symbol, and nothing else. */
  readonly single?: true;
  /** A file of stored days has those of a year; missing: a single one. */
  readonly years?: true;
}

const entries = {
  table: {
    meaning: 'aligned columns, for people',
    endings: [],
    ending: '.txt',
    wide: true,
  },
  json: {
    meaning: 'one JSON document',
    objects: true,
  },
  csv: {
    meaning: 'comma-separated rows',
    wide: true,
    decimal: true,
  },
  tsv: {
    meaning: 'tab-separated rows',
    wide: true,
    decimal: true,
  },
  ndjson: {
    meaning: 'one JSON object per line',
    endings: ['.ndjson', '.jsonl'],
    objects: true,
  },
  parquet: {
    meaning: 'typed columns for DuckDB, Spark and others',
    binary: true,
    years: true,
  },
  xlsx: {
    meaning: 'a workbook for Excel, LibreOffice and others',
    wide: true,
    binary: true,
  },
  ledger: {
    meaning: 'prices for Ledger and hledger',
    needsSymbols: true,
  },
  beancount: {
    meaning: 'prices for Beancount',
    needsSymbols: true,
  },
  gnucash: {
    meaning: 'prices for GnuCash, as CSV',
    // .csv is csv
    endings: [],
    ending: '.gnucash.csv',
    needsSymbols: true,
  },
  chart: {
    meaning: 'lines in the terminal',
    endings: [],
    picture: true,
  },
  svg: {
    meaning: 'lines as a picture',
    picture: true,
  },
  value: {
    meaning: 'the rate alone, of one symbol',
    endings: [],
    decimal: true,
    single: true,
  },
} satisfies Record<string, FormatTraits>;

export type FormatName = keyof typeof entries;

export const formats: Readonly<Record<FormatName, FormatTraits>> = entries;

export const formatNames = Object.keys(formats) as readonly FormatName[];

/** Undefined for what only one command knows, such as the sentence of a conversion. */
export function formatNamed(name: string): FormatTraits | undefined {
  return Object.hasOwn(formats, name) ? formats[name as FormatName] : undefined;
}

/** Of all rates of a day, whichever they are. */
export const formatsOfADay = formatNames.filter((name) => !formats[name].picture && !formats[name].single);

/** Formats of records other than days of rates; first those with a column for each currency. */
export const recordsFormats = ['table', 'csv', 'tsv', 'xlsx', 'json', 'ndjson', 'parquet'] as const;

export type RecordsFormat = (typeof recordsFormats)[number];

export function isRecordsFormat(name: string): name is RecordsFormat {
  return recordsFormats.some((format) => format === name);
}

/** Formats that suit any command, also on a terminal, so that they can be configured. */
export const formatsForAll = formatsOfADay.filter((name) => !formats[name].binary);

/** Writes days, also if the document is one of periods. */
export async function* writeDays(
  name: FormatName,
  batches: DayBatches,
  document: Document,
  findings: FormatFindings,
): AsyncGenerator<Piece> {
  const { kind, summary } = document;
  if (summary && name !== 'table' && isRecordsFormat(name)) {
    const records = await summaryOf(batches, document, findings);
    return yield* writeRecords(name, records, document);
  }

  let shown = batches;
  if (kind.of === 'periods') shown = periodsOf(batches, document, kind, findings);
  switch (name) {
    case 'json':
      return yield* json(shown, document);
    case 'parquet':
      return yield* parquet(shown, document);
    case 'ledger':
    case 'beancount':
    case 'gnucash':
      return yield* prices(name, shown, document, findings);
    case 'value':
      return yield* values(shown, document);
    case 'table':
    case 'chart':
    case 'svg': {
      const all = await joinBatches(shown);
      const picture = name === 'table' ? undefined : await pictureOf(all, document, findings);
      let lines: readonly string[] = [];
      if (name === 'table') lines = table(all, document, findings);
      else if (picture) lines = name === 'chart' ? chart(picture, document) : await svg(picture, document);
      return yield inLines(lines);
    }
    default:
      yield* writeRows(name, await rowsOf(shown, document), document);
  }
}

/** Writes records other than days of rates. */
export async function* writeRecords(
  name: RecordsFormat,
  records: Records,
  layout: Layout,
): AsyncGenerator<Piece> {
  const columns = columnsOf(records.columns);
  if (name === 'table') return yield tableOfRecords(columns, records, layout);
  if (name === 'json') return yield jsonOfRecords(columns, records);
  yield* writeRows(name, { columns, batches: [records.rows] }, layout);
}

async function* writeRows(
  name: 'csv' | 'tsv' | 'ndjson' | 'parquet' | 'xlsx',
  rows: RowStream,
  layout: Layout,
) {
  if (name === 'ndjson') yield* ndjson(rows);
  else if (name === 'parquet') yield* parquetRows(rows);
  else if (name === 'xlsx') yield* xlsx(rows, layout);
  else yield* delimited(name, rows, layout);
}

/** How the names of exported files end. */
export function endingOf(name: string): string {
  return formatNamed(name)?.ending ?? `.${name}`;
}

/** Those that select the format. */
export const endingsOf = (name: FormatName) => formats[name].endings ?? [`.${name}`];

export function formatOfFile(path: string): FormatName | undefined {
  const ending = extname(path).toLowerCase();
  return formatNames.find((name) => endingsOf(name).includes(ending));
}

/**
 * Of spreadsheets, databases, documents and compressed files, which would hold something else than promised.
 */
const foreign =
  /^\.(xls[mb]?|ods|numbers|arrow|feather|avro|orc|sql|db|sqlite3?|duckdb|psv|ya?ml|toml|xml|html?|md|tex|pdf|docx?|odt|rtf|png|jpe?g|gz|zip|bz2|xz|zst|7z|tar|tgz)$/i;

export function foreignEnding(path: string): string | undefined {
  const ending = extname(path);
  return foreign.test(ending) && !formatOfFile(path) ? ending : undefined;
}
