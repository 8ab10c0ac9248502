import { usageError } from '../errors.ts';
import { inShell } from '../words.ts';

/** What is no CSV by its first bytes, and the command that makes CSV of it, if one does. */
const kinds: readonly (readonly [bytes: RegExp, what: string, toText?: string])[] = [
  [/^(?:\xff\xfe|\xfe\xff)/, 'in UTF-16', 'iconv -f UTF-16 -t UTF-8'],
  [/^(?:[^\0]\0){4}/, 'in UTF-16', 'iconv -f UTF-16LE -t UTF-8'],
  [/^(?:\0[^\0]){4}/, 'in UTF-16', 'iconv -f UTF-16BE -t UTF-8'],
  [/^PK\p{Cc}{2}.{26}[ -~]*\.(?:csv|tsv|txt)/isu, 'a zip archive', 'funzip'],
  [/^(?:PK\p{Cc}{2}|\xd0\xcf\p{Cc}\xe0)/u, 'a spreadsheet'],
  [/^\p{Cc}\x8b/u, 'compressed by gzip', 'gzip -dc'],
  [/^%PDF-/, 'a PDF'],
  [/^\s*<(?:!doctype html|html|table)\b/i, 'a web page'],
  [/^\s*<\?xml/i, 'XML'],
  [/^\s*(?:\{\s*"|\[\s*[{[])/, 'JSON'],
];

export const foreignKind = (beginning: string) => kinds.find(([bytes]) => bytes.test(beginning));

export function refuseForeign(beginning: string, path: string): void {
  const [, what, toText] = foreignKind(beginning) ?? [];
  const file = path === '-' ? '' : ` ${inShell(path)}`;
  if (what) throw foreign(what, toText && `${toText}${file} | ratebook annotate - …`);
}

export const isText = (beginning: string) => !/(?![\t-\r\x7f-\x9f])\p{Cc}/u.test(beginning.slice(0, 1000));

export const foreign = (what: string, wayOut = 'save or export it as CSV, and annotate that') =>
  usageError(`the file is ${what}`, wayOut);
