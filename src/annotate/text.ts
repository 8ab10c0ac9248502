/** Scanned text has one character for each byte of the file, so that nothing of the file can change. */
export const textOf = (bytes: Buffer): string => bytes.toString('latin1');

export const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

const utf8 = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

/** What the bytes say in UTF-8, or if they are not UTF-8, in the encoding of older spreadsheets. */
export function meaningOf(text: string): string {
  // nearly always true
  if (/^[\0-\x7f]*$/.test(text)) return text;
  const bytes = bytesOf(text);
  try {
    return utf8.decode(bytes);
  } catch {
    return western.decode(bytes);
  }
}

/** Bytes in UTF-8. */
export const encoded = (words: string): string => textOf(Buffer.from(words));
