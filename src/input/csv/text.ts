import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Failure } from '../../errors.ts';

/** Scanned text has one character for each byte of the file, so that nothing of the file can change. */
export const byteText = (bytes: Buffer): string => bytes.toString('latin1');

export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/** What 0x80 to 0x9f are in windows-1252, which Node takes for ISO 8859-1. */
const western = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The text of the bytes in UTF-8, or if they are not UTF-8, in the encoding of older spreadsheets. */
export function meaningOf(text: string): string {
  // nearly always true
  if (isAscii(text)) return text;
  const bytes = bytesOf(text);
  if (isUtf8(bytes)) return bytes.toString();
  return text.replace(/[\x80-\x9f]/g, (sign) => western.charAt(sign.charCodeAt(0) - 0x80));
}

/** The text of a cell in this encoding. @throws a usage error for one that Node does not know */
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
function isAscii(text: string) {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
