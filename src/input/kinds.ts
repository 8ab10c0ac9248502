export const spreadsheet = 'a spreadsheet';

/** The kind of a file by its first bytes, one character each, and the command that converts it to text. */
const kinds: readonly (readonly [begins: RegExp, what: string, toText?: string])[] = [
  [/^(?:\xff\xfe|\xfe\xff)/, 'in UTF-16'],
  [/^(?:[^\0]\0){4}/, 'in UTF-16', 'iconv -f UTF-16LE -t UTF-8'],
  [/^(?:\0[^\0]){4}/, 'in UTF-16', 'iconv -f UTF-16BE -t UTF-8'],
  [/^PK\p{Cc}{2}.{26}[ -~]*\.(?:csv|tsv|txt)/isu, 'a zip archive', 'funzip'],
  [/^(?:PK\p{Cc}{2}|\xd0\xcf\p{Cc}\xe0)/u, spreadsheet],
  [/^\p{Cc}\x8b/u, 'compressed by gzip', 'gzip -dc'],
  [/^%PDF-/, 'a PDF'],
  [/^\s*<(?:!doctype html|html|table)\b/i, 'a web page'],
  [/^\s*(?:OFXHEADER:|<OFX>|(?:<\?xml[^>]*>\s*)?<\?OFX\b)/i, 'OFX'],
  [/^\s*!(?:Type|Account|Option|Clear):/i, 'QIF'],
  [/^\s*(?:\{1:.*\{4:\s*)?:20:/s, 'MT940'],
  [/^\s*<\?xml/i, 'XML'],
  [/^\s*(?:\{\s*"|\[\s*[{[])/, 'JSON'],
];

/** The kind of a file that is not CSV, by its first bytes; `what` completes "the file is". */
export function foreignKind(beginning: string) {
  const [, what, toText] = kinds.find(([begins]) => begins.test(beginning)) ?? [];
  return what === undefined ? undefined : { what, toText };
}

export function isText(beginning: string): boolean {
  return !/(?![\t-\r\x7f-\x9f])\p{Cc}/u.test(beginning.slice(0, 1000));
}
