import { foreignKind, isText } from '../annotate/foreign.ts';
import { textOf } from '../annotate/scanner.ts';
import { type Found, type GivenFile, piecesOf } from './given.ts';
import { dayFile, documents, isNamedByDay, lines } from './json.ts';
import { csvRates, headerOf, Unusable } from './rate-rows.ts';

interface Form {
  /** How a file of the form is told: by its path, or by how its content begins, one character per byte. */
  readonly named?: (path: string) => boolean;
  readonly begins?: (text: string) => boolean;
  readonly read: (file: GivenFile) => Found | Promise<Found>;
}

/** A new form is a line here, and what reads it. The first one that fits counts. */
const forms: readonly Form[] = [
  { named: isNamedByDay, read: dayFile },
  { named: (path) => /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(path), read: lines },
  { begins: (text) => /^(?:\xef\xbb\xbf)?\s*[[{]/.test(text), read: documents },
  {
    begins: (text) => text.startsWith('PAR1'),
    read: async (file) => (await import('./parquet.ts')).parquetRates(file),
  },
  { begins: (text) => headerOf(text) !== undefined, read: (file) => csvRates(piecesOf(file), file) },
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

/** @throws Unusable if it is of no form */
export async function read(file: GivenFile): Promise<Found> {
  const named = forms.find((form) => form.named?.(file.path));
  if (named) return named.read(file);
  const beginning = await beginningOf(file);
  const form = forms.find(({ begins }) => begins?.(beginning));
  if (form) return form.read(file);
  const [, what, hint = formsInWords] = others.find(([look]) => look.test(beginning)) ?? [];
  const [, other = isText(beginning) ? 'nothing that has rates and their days' : 'not text'] =
    foreignKind(beginning) ?? [];
  throw new Unusable(`is ${what ?? other}`, hint);
}

async function beginningOf(file: GivenFile): Promise<string> {
  let text = '';
  for await (const piece of piecesOf(file)) {
    text += textOf(piece);
    if (text.length >= 32_768) break;
  }
  return text;
}
