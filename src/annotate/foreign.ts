import { inShell } from '../words.ts';

type WayOut = (path: string) => string;

export type Foreign = readonly [what: string, wayOut: WayOut];

const exported: WayOut = () => 'save or export it as CSV, and annotate that';

const through =
  (command: string): WayOut =>
  (path) =>
    `${command}${path === '-' ? '' : ` ${inShell(path)}`} | ratebook annotate - …`;

const kinds: readonly (readonly [RegExp, ...Foreign])[] = [
  [/^(?:\xff\xfe|\xfe\xff)/, 'in UTF-16', through('iconv -f UTF-16 -t UTF-8')],
  [/^(?:[^\0]\0){4}/, 'in UTF-16', through('iconv -f UTF-16LE -t UTF-8')],
  [/^(?:\0[^\0]){4}/, 'in UTF-16', through('iconv -f UTF-16BE -t UTF-8')],
  [/^PK\p{Cc}{2}.{26}[ -~]*\.(?:csv|tsv|txt)/isu, 'a zip archive', through('funzip')],
  [/^(?:PK\p{Cc}{2}|\xd0\xcf\p{Cc}\xe0)/u, 'a spreadsheet', exported],
  [/^\p{Cc}\x8b/u, 'compressed by gzip', through('gzip -dc')],
  [/^%PDF-/, 'a PDF', exported],
  [/^\s*<(?:!doctype html|html|table)\b/i, 'a web page', exported],
  [/^\s*<\?xml/i, 'XML', exported],
  [/^\s*(?:\{\s*"|\[\s*[{[])/, 'JSON', exported],
];

/** What a file is that is no CSV, by its first bytes. */
export function foreignKind(beginning: string): Foreign | undefined {
  const [, what, wayOut] = kinds.find(([bytes]) => bytes.test(beginning)) ?? [];
  return what && wayOut ? [what, wayOut] : undefined;
}

export const foreignBytes = (beginning: string): Foreign | undefined =>
  /(?![\t-\r\x7f-\x9f])\p{Cc}/u.test(beginning.slice(0, 1000)) ? ['not text', exported] : undefined;
