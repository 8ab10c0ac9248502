interface Kind {
  /** Of the first bytes, one character each. */
  readonly begins: RegExp;
  /** Completes "the file is". */
  readonly what: string;
  /** The command that makes text of it, if one does. */
  readonly toText?: string;
  /** Whether it may be a workbook. */
  readonly isBook?: true;
}

const kinds: readonly Kind[] = [
  { begins: /^(?:\xff\xfe|\xfe\xff)/, what: 'in UTF-16' },
  { begins: /^(?:[^\0]\0){4}/, what: 'in UTF-16', toText: 'iconv -f UTF-16LE -t UTF-8' },
  { begins: /^(?:\0[^\0]){4}/, what: 'in UTF-16', toText: 'iconv -f UTF-16BE -t UTF-8' },
  { begins: /^PK\p{Cc}{2}.{26}[ -~]*\.(?:csv|tsv|txt)/isu, what: 'a zip archive', toText: 'funzip' },
  { begins: /^(?:PK\p{Cc}{2}|\xd0\xcf\p{Cc}\xe0)/u, what: 'a spreadsheet', isBook: true },
  { begins: /^\p{Cc}\x8b/u, what: 'compressed by gzip', toText: 'gzip -dc' },
  { begins: /^%PDF-/, what: 'a PDF' },
  { begins: /^\s*<(?:!doctype html|html|table)\b/i, what: 'a web page' },
  { begins: /^\s*(?:OFXHEADER:|<OFX>|(?:<\?xml[^>]*>\s*)?<\?OFX\b)/i, what: 'OFX' },
  { begins: /^\s*!(?:Type|Account|Option|Clear):/i, what: 'QIF' },
  { begins: /^\s*(?:\{1:.*\{4:\s*)?:20:/s, what: 'MT940' },
  { begins: /^\s*<\?xml/i, what: 'XML' },
  { begins: /^\s*(?:\{\s*"|\[\s*[{[])/, what: 'JSON' },
];

/** What a file is that is no CSV by its first bytes. */
export function foreignKind(beginning: string): Kind | undefined {
  return kinds.find(({ begins }) => begins.test(beginning));
}

export function isText(beginning: string): boolean {
  return !/(?![\t-\r\x7f-\x9f])\p{Cc}/u.test(beginning.slice(0, 1000));
}
