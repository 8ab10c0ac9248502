import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Failure } from '../../errors.ts';

/** Scanned text has one character for each byte of the file, so that nothing of the file can change. */
export const byteText = (bytes: Buffer): string => bytes.toString('latin1');

export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/** What 0x80 to 0x9f are in windows-1252, which Node takes for ISO 8859-1. */
const western = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** What the bytes say in UTF-8, or if they are not UTF-8, in the encoding of older spreadsheets. */
export function meaningOf(text: string): string {
  // nearly always true
  if (isAscii(text)) return text;
  const bytes = bytesOf(text);
  if (isUtf8(bytes)) return bytes.toString();
  return text.replace(/[\x80-\x9f]/g, (sign) => western.charAt(sign.charCodeAt(0) - 0x80));
}

/** What the bytes of a cell say in this encoding. @throws a usage error for one that Node does not know */
export function decoderOf(label: string | undefined): (text: string) => string {
  if (label === undefined) return meaningOf;
  try {
    const decoder = new TextDecoder(label);
    return (text) => (isAscii(text) ? text : decoder.decode(bytesOf(text)));
  } catch {
    throw new Failure(
      'bad_value',
      `--encoding: ${JSON.stringify(label)} is not an encoding that Node.js knows`,
    );
  }
}

export const encoded = (words: string): string => (isAscii(words) ? words : byteText(Buffer.from(words)));

/** As a loop, since a regular expression takes several times as long for a text as short as most cells. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/** A cell as it is written: in quotes if it needs them. The library for it takes a hundred times as long. */
export function quotedIfNeeded(cell: string, delimiter: string): string {
  const needsQuotes = cell.includes(delimiter) || /["\r\n]/.test(cell);
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The cells of a row, or some of them. */
export const joined = (cells: readonly string[], delimiter: string): string =>
  cells.map((cell) => quotedIfNeeded(cell, delimiter)).join(delimiter);

/** In which order UTF-16 has the two bytes of a sign. */
export type ByteOrder = 'le' | 'be';

/** As the mark says that the file begins with; undefined: it is not in UTF-16. */
export function byteOrderOf(beginning: Buffer): ByteOrder | undefined {
  const mark = byteText(beginning.subarray(0, 2));
  return mark === '\xff\xfe' ? 'le' : mark === '\xfe\xff' ? 'be' : undefined;
}

/** UTF-16 as UTF-8, with its mark; other files as they are. @param damaged thrown where it is cut off */
export async function* asUtf8(pieces: AsyncIterable<Buffer>, damaged: () => Error): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  const decoded = (piece?: Buffer) => {
    try {
      return decoder ? Buffer.from(decoder.decode(piece, { stream: piece !== undefined })) : piece;
    } catch {
      throw damaged();
    }
  };
  for await (const piece of pieces) {
    const order = isFirst ? byteOrderOf(piece) : undefined;
    if (order) decoder = new TextDecoder(`utf-16${order}`, { fatal: true, ignoreBOM: true });
    isFirst = false;
    yield decoded(piece) ?? piece;
  }
  decoded();
}

/** What a whole file says, in UTF-8 or UTF-16. */
export function textIn(bytes: Buffer): string {
  const order = byteOrderOf(bytes);
  return order ? new TextDecoder(`utf-16${order}`).decode(bytes) : bytes.toString();
}

/** @param text one character per byte of UTF-8 */
export function inUtf16(text: string, order: ByteOrder): Buffer {
  const bytes = Buffer.from(Buffer.from(text, 'latin1').toString(), 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

/** A file of decades has some ten thousand days. */
const most = 20_000;

/** Reads a text that comes again only once. */
export function readOnce<Text extends string, Read>(read: (text: Text) => Read): (text: Text) => Read {
  const known = new Map<Text, Read>();
  return (text) => {
    const earlier = known.get(text);
    if (earlier !== undefined || known.has(text)) return earlier as Read;

    const found = read(text);
    if (known.size >= most) known.clear();
    known.set(text, found);
    return found;
  };
}

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

const newline = 0x0a;

interface TextLine {
  /** From 1. */
  readonly line: number;
  /** Undefined if it is longer than a line may be. */
  readonly text: string | undefined;
}

/** Lines that are not blank. Of one that is too long, no more is kept than may be. */
export async function* linesIn(pieces: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<TextLine> {
  let parts: Buffer[] = [];
  let length = 0;
  let line = 1;

  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
      add(piece.subarray(start, end));
      yield* taken();
      // a search for each of a million blank lines would take longer
      for (start = end; piece[start] === newline; start++) line++;
    }
    add(piece.subarray(start));
  }
  yield* taken();

  function add(part: Buffer): void {
    length += part.length;
    if (length <= mostBytes) parts.push(part);
  }

  function* taken(): Generator<TextLine> {
    const text = length > mostBytes ? undefined : Buffer.concat(parts).toString().trim();
    parts = [];
    length = 0;
    if (text !== '') yield { line, text };
  }
}
