import { foreignKind, isText } from '../annotate/foreign.ts';
import { textOf } from '../annotate/scanner.ts';
import { daysOfRows } from './day-rows.ts';
import { type Days, type GivenFile, NotTaken, piecesOf } from './given.ts';
import { dayFile, daysOfDocuments, daysOfLines, isNamedByDay } from './json.ts';
import { csvRates, headerOf } from './rate-rows.ts';

interface Form {
  /** How a file of the form is told: by its path, or by how its content begins, one character per byte. */
  readonly named?: (path: string) => boolean;
  readonly begins?: (text: string) => boolean;
  readonly days: (file: GivenFile) => Days;
}

/** A new form is a line here, and what reads it. The first one that fits counts. */
const forms: readonly Form[] = [
  { named: isNamedByDay, days: dayFile },
  { named: (path) => /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(path), days: daysOfLines },
  { begins: (text) => /^(?:\xef\xbb\xbf)?\s*[[{]/.test(text), days: daysOfDocuments },
  {
    begins: (text) => text.startsWith('PAR1'),
    days: async function* (file) {
      yield* daysOfRows((await import('./parquet.ts')).parquetRates(file), file);
    },
  },
  { begins: (text) => headerOf(text) !== undefined, days: (file) => daysOfRows(csvRates(piecesOf(file), file), file) },
];

/** Endings of what is read in a folder. */
export const endings = /\.(?:json|ndjson|jsonl|csv|tsv|parquet)(?:\.gz)?$/i;

const formsInWords =
  "taken are the service's answers (.json), lines of them (.ndjson), and rows with date, base, quote and rate (.csv, .tsv, .ndjson, .parquet); also as .gz";

/** What people may take for rates, besides what is no table at all. */
const others: readonly (readonly [RegExp, what: string, hint?: string])[] = [
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

export async function* daysInFile(file: GivenFile): Days {
  const { path } = file;
  const named = forms.find((form) => form.named?.(path));
  if (named) return yield* named.days(file);
  const beginning = await beginningOf(file);
  const form = forms.find(({ begins }) => begins?.(beginning));
  if (form) return yield* form.days(file);
  const [, what, hint = formsInWords] = others.find(([look]) => look.test(beginning)) ?? [];
  const [, other = isText(beginning) ? 'nothing that has rates and their days' : 'not text'] =
    foreignKind(beginning) ?? [];
  yield new NotTaken(path, `is ${what ?? other}`, hint);
}

async function beginningOf(file: GivenFile): Promise<string> {
  let text = '';
  for await (const piece of piecesOf(file)) {
    text += textOf(piece);
    if (text.length >= 32_768) break;
  }
  return text;
}
