import { TextDecoder } from 'node:util';
import { byteText } from './encoding.ts';

/** In which order UTF-16 has the two bytes of a sign. */
export type ByteOrder = 'le' | 'be';

/** As the mark says that the file begins with; undefined: it is not in UTF-16. */
export function byteOrderOf(beginning: Buffer): ByteOrder | undefined {
  const mark = byteText(beginning.subarray(0, 2));
  return mark === '\xff\xfe' ? 'le' : mark === '\xfe\xff' ? 'be' : undefined;
}

/** UTF-16 as UTF-8, with its mark; other files as they are. @param damaged thrown where it is cut off */
export async function* asUtf8(pieces: AsyncIterable<Buffer>, damaged: () => Error): AsyncGenerator<Buffer> {
  let recode: ((piece?: Buffer) => Buffer) | undefined;
  let isFirst = true;
  for await (const piece of pieces) {
    const order = isFirst ? byteOrderOf(piece) : undefined;
    if (order) recode = recoder(order, damaged);
    isFirst = false;
    yield recode?.(piece) ?? piece;
  }
  recode?.();
}

/** What a whole file says, in UTF-8 or UTF-16. */
export function textIn(bytes: Buffer): string {
  const order = byteOrderOf(bytes);
  return order ? new TextDecoder(`utf-16${order}`).decode(bytes) : bytes.toString();
}

/** Of pieces, until one that is none. */
function recoder(order: ByteOrder, damaged: () => Error): (piece?: Buffer) => Buffer {
  const decoder = new TextDecoder(`utf-16${order}`, { fatal: true, ignoreBOM: true });
  return (piece) => {
    try {
      return Buffer.from(decoder.decode(piece, { stream: piece !== undefined }));
    } catch {
      throw damaged();
    }
  };
}

/** @param text one character per byte of UTF-8 */
export function inUtf16(text: string, order: ByteOrder): Buffer {
  const bytes = Buffer.from(Buffer.from(text, 'latin1').toString(), 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}
