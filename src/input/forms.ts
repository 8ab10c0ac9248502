import { statSync } from 'node:fs';
import { type Day, dayAt } from '../calendar/day.ts';
import { euro } from '../currencies/code.ts';
import { ifPossible } from '../errors.ts';
import { scalarText } from '../json.ts';
import { isSameSide } from '../rates/day-rates.ts';
import { BadFile, isOfBank, parseFile } from '../sources/ecb.ts';
import type { SourceName } from '../sources/table.ts';
import { byteText, foreignKind, isText } from './csv/text.ts';
import { csvRates, longHeaderOf } from './csv-rates.ts';
import {
  contentOf,
  type FoundInFile,
  type GivenFile,
  otherPivot,
  piecesOf,
  UnusableFile,
} from './day-documents.ts';
import { dayFile, documents, isNamedByDay, lines } from './json.ts';
import { cellsReader } from './rate-row.ts';

interface Form {
  /** How a file of the form is told: by its path, or by how its content begins, one character per byte. */
  readonly named?: (path: string) => boolean;
  readonly begins?: (text: string) => boolean;
  /** Whose days it has, whatever others the run is about. */
  readonly source?: SourceName;
  readonly read: (file: GivenFile) => FoundInFile | Promise<FoundInFile>;
}

/** A new form is a line here, and what reads it. The first one that fits counts. */
const forms: readonly Form[] = [
  { named: isNamedByDay, read: dayFile },
  { named: (path) => /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(path), read: lines },
  { begins: (text) => /^(?:\xef\xbb\xbf)?\s*[[{]/.test(text), read: documents },
  {
    begins: (text) => text.startsWith('PAR1'),
    read: parquetRates,
  },
  { begins: (text) => longHeaderOf(text) !== undefined, read: (file) => csvRates(piecesOf(file), file) },
  { begins: isOfBank, source: 'ecb', read: bankDays },
];

/** Endings of what is read in a folder. */
export const endings = /(?:\.(?:json|ndjson|jsonl|csv|tsv|parquet)(?:\.gz)?|^eurofxref-hist\.zip)$/i;

const formsInWords = [
  "taken are the service's answers (.json), lines of them (.ndjson),",
  'and rows with date, base, quote and rate (.csv, .tsv, .ndjson, .parquet); also as .gz;',
  'and eurofxref-hist.zip of the European Central Bank',
].join(' ');

/** What people may take for rates, besides what is no table at all. */
const others: readonly (readonly [begins: RegExp, what: string, hint?: string])[] = [
  [/^\s*$/, 'empty'],
  [/^SQLite format 3\0/, 'an SQLite database'],
  [/^P \d{4}[-/]/m, 'a price file of Ledger'],
  [/^\d{4}-\d\d-\d\d price /m, 'a price file of Beancount'],
  [/^Date,From Namespace,/, 'a price file of GnuCash'],
  [
    /^(?:date|period)[,;\t](?:base|quote)[,;\t]/i,
    'CSV with a column per currency',
    'without --wide, series -f csv writes what is taken',
  ],
];

/** @throws Unusable if it is of no form */
export async function read(file: GivenFile): Promise<FoundInFile> {
  const { form, beginning = '' } = await look(file);
  if (form) return form.read(file);

  const [, what, hint = formsInWords] = others.find(([kind]) => kind.test(beginning)) ?? [];
  const other = isText(beginning) ? 'nothing that has rates and their days' : 'not text';
  throw new UnusableFile(`is ${what ?? foreignKind(beginning)?.what ?? other}`, hint);
}

/** The source that all the files are of; undefined where that is for the run to say. */
export async function sourceOfAll(paths: readonly string[], signal: AbortSignal): Promise<Form['source']> {
  let source: Form['source'];
  for (const path of paths) {
    // what cannot be read is told by who reads it
    const isFile = ifPossible(() => statSync(path).isFile());
    const looked = isFile ? await look({ path, signal }).catch(() => undefined) : undefined;
    source = looked?.form?.source;
    if (!source) break;
  }
  return source;
}

type Looked = Pick<GivenFile, 'path' | 'signal'>;

interface Look {
  readonly form: Form | undefined;
  /** Undefined where the path tells the form. */
  readonly beginning?: string;
}

async function look(file: Looked): Promise<Look> {
  const named = forms.find((form) => form.named?.(file.path));
  if (named) return { form: named };
  const beginning = await beginningOf(file);
  return { form: forms.find(({ begins }) => begins?.(beginning)), beginning };
}

async function beginningOf(file: Looked): Promise<string> {
  let text = '';
  for await (const piece of piecesOf(file)) {
    text += byteText(piece);
    if (text.length >= 32_768) break;
  }
  return text;
}

const megabytes = 32;

/** @throws Unusable */
async function* bankDays(file: GivenFile): FoundInFile {
  const { path, pivot, now } = file;
  const published = { base: euro };
  if (!isSameSide(published, pivot))
    throw new UnusableFile(
      otherPivot(published, pivot),
      'import files of the European Central Bank by themselves',
    );
  for (const { day, rates, dropped = [] } of await daysIn(contentOf(file, megabytes), dayAt(now))) {
    const unusable = dropped.map((code) => [code, null] as const);
    const all = Object.fromEntries([...rates, ...unusable]);
    yield [{ name: `${path} ${day}`, date: day, body: { ...published, rates: all } }];
  }
}

async function daysIn(content: Buffer, last: Day) {
  try {
    return await parseFile(content, { last });
  } catch (error) {
    throw error instanceof BadFile ? new UnusableFile(error.message) : error;
  }
}

/** All rates that the service has published take a fifth of it. */
const mostParquet = 64;

const rowsAtOnce = 50_000;

/** @throws Unusable */
async function* parquetRates(given: GivenFile): FoundInFile {
  const { parquetMetadata, parquetReadObjects } = await import('hyparquet');
  const file = Uint8Array.from(contentOf(given, mostParquet)).buffer;
  const metadata = parquetMetadata(file);
  const names = metadata.schema.slice(1).map(({ name }) => name);
  const columns = [names.includes('period') ? 'period' : 'date', 'base', 'quote', 'rate'];
  const lacking = columns.filter((name) => !names.includes(name));
  if (lacking.length > 0) throw new UnusableFile(`has no column ${lacking.join(', ')}`);

  const readCells = cellsReader(false);
  for (let rowStart = 0; rowStart < metadata.num_rows; rowStart += rowsAtOnce) {
    given.signal.throwIfAborted();
    const rowEnd = rowStart + rowsAtOnce;
    const found = await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd });
    yield found.map((row) => readCells(columns.map((name) => textOf(row[name] ?? ofNull[name]))));
  }
}

/** What writers without a number for it make of NaN. */
const ofNull: Readonly<Record<string, unknown>> = { rate: Number.NaN };

const textOf = (cell: unknown) => (cell instanceof Date ? dayAt(cell.getTime()) : scalarText(cell));
