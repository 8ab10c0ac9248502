import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { dayAt, parseDay } from '../calendar/day.ts';
import { euro } from '../currencies/code.ts';
import { ifPossible } from '../errors.ts';
import { scalarText } from '../json.ts';
import { isSameSide } from '../rates/day-rates.ts';
import { isOfBank, parseFile } from '../sources/ecb.ts';
import { byteText, foreignKind, isText } from './csv/text.ts';
import { contentOf, type FileContents, type ImportedFile, otherPivot, piecesOf } from './day-documents.ts';
import { dayFile, documents, lines } from './json.ts';
import { cellsReader, csvFormOf, csvRates, longTable } from './rate-rows.ts';
import { UnusableFile } from './unusable-file.ts';

/** Endings of what is read in a folder. */
export const endings = /(?:\.(?:json|ndjson|jsonl|csv|tsv|parquet)(?:\.gz)?|^eurofxref-hist\.zip)$/i;

const linesNamed = /\.(?:ndjson|jsonl)(?:\.gz)?$/i;

const dateIn = (path: string) => basename(path).replace(/\.json(\.gz)?$/i, '');

/** What a file has, in the form that its name, or else its beginning, tells. @throws UnusableFile */
export async function contentsOf(file: ImportedFile): Promise<FileContents> {
  const { path, signal } = file;
  const date = dateIn(path);
  if (parseDay(date)) return dayFile(file, date);
  if (linesNamed.test(path)) return lines(file);

  const beginning = await beginningOf(path, signal);
  if (/^(?:\xef\xbb\xbf)?\s*[[{]/.test(beginning)) return documents(file);
  if (beginning.startsWith('PAR1')) return parquetRates(file);
  if (csvFormOf(beginning, [longTable])) return csvRates(piecesOf(path, signal), file, [longTable]);
  if (isOfBank(beginning)) return bankDays(file);

  const [, what, hint = formsInWords] = others.find(([kind]) => kind.test(beginning)) ?? [];
  const other = isText(beginning) ? 'nothing that has rates and their days' : 'not text';
  throw new UnusableFile(`is ${what ?? foreignKind(beginning)?.what ?? other}`, hint);
}

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

/** Whether all the paths are files of the European Central Bank, whatever source the run is about. */
export async function areOfBank(paths: readonly string[], signal: AbortSignal): Promise<boolean> {
  for (const path of paths) {
    if (parseDay(dateIn(path)) || linesNamed.test(path)) return false;
    // what cannot be read is reported by who reads it
    const isFile = ifPossible(() => statSync(path).isFile());
    const beginning = isFile ? await beginningOf(path, signal).catch(() => '') : '';
    if (!isOfBank(beginning)) return false;
  }
  return true;
}

async function beginningOf(path: string, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const piece of piecesOf(path, signal)) {
    text += byteText(piece);
    if (text.length >= 32_768) break;
  }
  return text;
}

/** @throws UnusableFile */
async function* bankDays(file: ImportedFile): FileContents {
  const { path, pivot, now } = file;
  const side = { base: euro };
  if (!isSameSide(side, pivot))
    throw new UnusableFile(
      otherPivot(side, pivot),
      'import files of the European Central Bank by themselves',
    );
  const days = await parseFile(contentOf(file, 32), dayAt(now));
  yield days.map(({ day, rates, dropped = [] }) => {
    const all = [...rates, ...dropped.map((code) => [code, null] as const)];
    return { name: `${path} ${day}`, date: day, body: { ...side, rates: Object.fromEntries(all) } };
  });
}

const rowsAtOnce = 50_000;

/** @throws UnusableFile */
async function* parquetRates(imported: ImportedFile): FileContents {
  const { parquetMetadata, parquetReadObjects } = await import('hyparquet');
  // all rates that the service has published take a fifth of it
  const file = Uint8Array.from(contentOf(imported, 64)).buffer;
  const metadata = parquetMetadata(file);
  const names = metadata.schema.slice(1).map(({ name }) => name);
  const columns = [names.includes('period') ? 'period' : 'date', 'base', 'quote', 'rate'];
  const missing = columns.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new UnusableFile(`has no column ${missing.join(', ')}`);

  const readCells = cellsReader(false);
  // what writers without a number for it make of NaN
  const textIn = (cell: unknown, name: string) =>
    scalarText(cell ?? (name === 'rate' ? Number.NaN : undefined));
  for (let rowStart = 0; rowStart < metadata.num_rows; rowStart += rowsAtOnce) {
    imported.signal.throwIfAborted();
    const rows = await parquetReadObjects({
      file,
      metadata,
      columns,
      rowStart,
      rowEnd: rowStart + rowsAtOnce,
    });
    yield rows.map((row) =>
      readCells(
        columns.map((name) => {
          const cell = row[name];
          return cell instanceof Date ? dayAt(cell.getTime()) : textIn(cell, name);
        }),
      ),
    );
  }
}
