import { createReadStream, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { dayAt, parseDay } from '../calendar/day.ts';
import { euro } from '../currencies/code.ts';
import { ifPossible } from '../errors.ts';
import { isObject, parseJson, scalarText } from '../json.ts';
import { isSamePivot, type Pivot } from '../rates/day-rates.ts';
import { isOfBank, parseFile } from '../sources/ecb.ts';
import { readPivot } from '../store/day-file.ts';
import { byteText } from './csv/text.ts';
import { type DayDocument, otherPivot, Rejected } from './day-documents.ts';
import { foreignKind, isText } from './kinds.ts';
import { linesIn } from './lines.ts';
import { parquetRates } from './parquet.ts';
import { cellsReader, csvFormOf, csvRates, type LinePlace, longTable, type RateRow } from './rate-rows.ts';
import { damagedUtf16, ensureUsable, UnusableFile } from './unusable-file.ts';
import { asUtf8, byteOrderOf } from './utf16.ts';

export interface ImportedFile extends LinePlace {
  readonly path: string;
  /** The pivot that the rates must have. */
  readonly pivot: Pivot;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** About a file that is read. */
export interface ImportNote {
  readonly note: string;
}

/** Endings of the files that are read in a folder. */
export const endings = /(?:\.(?:json|ndjson|jsonl|csv|tsv|parquet)(?:\.gz)?|^eurofxref-hist\.zip)$/i;

/** The content of a file, as it is read. Rows can have any order, so days are complete only at the end. */
type FileContents = AsyncGenerator<Iterable<DayDocument | Rejected | RateRow | ImportNote>>;

/** In the form that its name, or else its beginning, tells. @throws UnusableFile */
export async function* contentsOf(file: ImportedFile): FileContents {
  const { path, signal } = file;
  const date = basename(path).replace(/\.json(\.gz)?$/i, '');
  if (parseDay(date))
    return yield [{ name: path, date, body: parseJson(textIn(contentOf(file, megabytes))) }];
  if (/\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(path)) return yield* lines(file);

  const beginning = await beginningOf(path, signal);
  if (/^(?:\xef\xbb\xbf)?\s*[[{]/.test(beginning)) return yield documents(file);
  // all rates that the service has published take a fifth of it
  if (beginning.startsWith('PAR1')) return yield* parquetRates(contentOf(file, 64), file);
  const csv = csvFormOf(beginning, [longTable]);
  if (csv) return yield* csvRates(piecesOf(path, signal), csv, file);
  if (isOfBank(beginning)) return yield await bankDays(file);

  const [, what, hint = formsInWords] = others.find(([kind]) => kind.test(beginning)) ?? [];
  const other = isText(beginning) ? 'nothing that has rates and their days' : 'not text';
  throw new UnusableFile(`is ${what ?? foreignKind(beginning)?.what ?? other}`, hint);
}

const formsInWords =
  "accepted are the service's responses (.json), lines of them (.ndjson), and rows with date, base, quote and rate " +
  '(.csv, .tsv, .ndjson, .parquet); also as .gz; and eurofxref-hist.zip of the European Central Bank';

/** Files that people may take for rates. */
const others: readonly (readonly [begins: RegExp, what: string, hint?: string])[] = [
  [/^\s*$/, 'empty'],
  [
    /^(?:date|period)[,;\t](?:base|quote)[,;\t]/i,
    'CSV with a column per currency',
    'without --wide, series -f csv writes what is taken',
  ],
];

/** Whether all the paths are files of the European Central Bank, whatever source the run is about. */
export async function areOfBank(paths: readonly string[], signal: AbortSignal): Promise<boolean> {
  for (const path of paths) {
    // unreadable files are reported where they are read
    const isFile = ifPossible(() => statSync(path).isFile());
    const beginning = isFile ? await beginningOf(path, signal).catch(() => '') : '';
    if (!isOfBank(beginning)) return false;
  }
  return true;
}

async function beginningOf(path: string, signal: AbortSignal) {
  let text = '';
  for await (const piece of piecesOf(path, signal)) {
    text += byteText(piece);
    if (text.length >= 32_768) break;
  }
  return text;
}

const isPacked = (path: string) => /\.gz$/i.test(path);

/** Its bytes, unpacked, UTF-8 instead of UTF-16. @throws why it cannot be read, or the signal's reason */
async function* piecesOf(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  // errors are thrown where the pieces are read
  const unpacked = isPacked(path)
    ? pipeline(file, process.getBuiltinModule('node:zlib').createGunzip(), () => {})
    : file;
  for await (const piece of asUtf8(unpacked, damagedUtf16)) {
    signal.throwIfAborted();
    yield piece;
  }
}

/** The whole file, unpacked. @throws UnusableFile if it is larger, or whatever it cannot be read for */
function contentOf({ path }: ImportedFile, megabytes: number): Buffer {
  const maxOutputLength = megabytes * 1e6;
  const tooLarge = `is over ${megabytes} MB`;
  ensureUsable(statSync(path).size <= maxOutputLength, tooLarge);
  const bytes = readFileSync(path);
  if (!isPacked(path)) return bytes;
  try {
    return process.getBuiltinModule('node:zlib').gunzipSync(bytes, { maxOutputLength });
  } catch (error) {
    ensureUsable((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE', tooLarge);
    throw error;
  }
}

/** The text of a whole file, in UTF-8 or UTF-16. */
function textIn(bytes: Buffer): string {
  const order = byteOrderOf(bytes);
  return order ? new TextDecoder(`utf-16${order}`).decode(bytes) : bytes.toString();
}

/** Of a day; a document with several days may have sixteen times as many. */
const megabytes = 4;

/**
 * Responses of the service, and what ratebook writes; several may follow one another, with nothing between.
 */
function documents(file: ImportedFile) {
  const text = textIn(contentOf(file, megabytes * 16)).trim();
  const json = parseJson(text) ?? parseJson(`[${text.replace(/\}\s*\{/g, '},{')}]`);
  const otherwise = 'is neither named by a day, as 2024-01-17.json is, nor JSON with rates and their days';
  return itemsIn(json, file.path, file.pivot, cellsReader(false), otherwise);
}

/** A document on each line. */
async function* lines(file: ImportedFile): FileContents {
  const readCells = cellsReader(false);
  const otherwise = 'is neither {"date":…,"body":…} nor {"date":…,"base":…,"quote":…,"rate":…}';
  for await (const { line, text } of linesIn(piecesOf(file.path, file.signal), megabytes * 1e6)) {
    file.line = line;
    const name = `${file.path}:${line}`;
    if (text === undefined) yield [new Rejected(name, `is over ${megabytes} MB`)];
    else yield itemsIn(parseJson(text), name, file.pivot, readCells, otherwise);
  }
}

/** @param otherwise why JSON of no known form is rejected @throws UnusableFile */
function* itemsIn(
  json: unknown,
  name: string,
  pivot: Pivot,
  readCells: ReturnType<typeof cellsReader>,
  otherwise: string,
): Generator<DayDocument | Rejected | RateRow> {
  for (const each of Array.isArray(json) && json.length > 0 ? json : [json]) {
    const one = isObject(each) ? each : {};
    if ('rate' in one) {
      const cells = [one.period ?? one.date, one.base, one.quote, one.rate ?? Number.NaN];
      yield readCells(cells.map(scalarText));
    } else if ('start_date' in one && isObject(one.rates)) {
      const filePivot = readPivot(one);
      ensureUsable(filePivot && isSamePivot(filePivot, pivot), otherPivot(one, pivot));
      for (const [date, rates] of Object.entries(one.rates))
        yield { name: `${name} ${date}`, date, body: { ...one, rates } };
    } else if (typeof one.date === 'string') {
      yield { name, date: one.date, body: 'body' in one ? one.body : one };
    } else {
      // of millions in an array, one is reported
      return yield new Rejected(name, otherwise);
    }
  }
}

/** @throws UnusableFile */
async function bankDays(file: ImportedFile): Promise<DayDocument[]> {
  const { path, pivot, now } = file;
  const filePivot = { base: euro };
  const hint = 'import files of the European Central Bank by themselves';
  ensureUsable(isSamePivot(filePivot, pivot), otherPivot(filePivot, pivot), hint);
  const days = await parseFile(contentOf(file, 32), dayAt(now));
  return days.map(({ day, rates, dropped = [] }) => {
    const all = [...rates, ...dropped.map((code) => [code, null] as const)];
    return { name: `${path} ${day}`, date: day, body: { ...filePivot, rates: Object.fromEntries(all) } };
  });
}
