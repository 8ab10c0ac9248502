import { TextDecoder } from 'node:util';
import { bytesOf } from './csv/text.ts';

/** In which order UTF-16 has the two bytes of a sign. */
export type ByteOrder = 'le' | 'be';

/** As the mark says that the file begins with; undefined: it is not in UTF-16. */
export function byteOrderOf(beginning: Buffer): ByteOrder | undefined {
  const mark = beginning.toString('latin1', 0, 2);
  return mark === '\xff\xfe' ? 'le' : mark === '\xfe\xff' ? 'be' : undefined;
}

/** UTF-16 as UTF-8, with its mark; other files as they are. @param damaged thrown where it is cut off */
export async function* asUtf8(pieces: AsyncIterable<Buffer>, damaged: () => Error): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  try {
    for await (const piece of pieces) {
      const order = isFirst && byteOrderOf(piece);
      if (order) decoder = new TextDecoder(`utf-16${order}`, { fatal: true, ignoreBOM: true });
      isFirst = false;
      yield decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece;
    }
    decoder?.decode();
  } catch (error) {
    throw Object(error).code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? damaged() : error;
  }
}

/** Makes bytes of scanned text, in UTF-16 if the file begins with its mark. */
export function encoderOf(beginning: Buffer): (text: string) => Buffer {
  const order = byteOrderOf(beginning);
  if (!order) return bytesOf;
  return (text) => {
    const bytes = Buffer.from(bytesOf(text).toString(), 'utf16le');
    return order === 'le' ? bytes : bytes.swap16();
  };
}
