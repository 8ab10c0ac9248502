import { crc32, createInflateRaw } from 'node:zlib';
import { grouped } from '../../words.ts';
import { BadFile } from './bad-file.ts';

export const isZip = (file: Buffer) => begins(file, 'PK');

const damaged = () => new BadFile('is cut off or damaged');

/**
 * The one file in a zip, piece by piece. All that the zip says of it has to be true, and to be there once, so
 * that nobody reads another file in it.
 * @param most bytes of the file @param tooLarge thrown where it has more @throws BadFile
 */
export async function* fileInZip(zip: Buffer, most: number, tooLarge: () => BadFile): AsyncGenerator<Buffer> {
  const { packed, isDeflated, size, checksum } = entryOf(zip);
  if (size > most) throw tooLarge();

  let length = 0;
  let sum = 0;
  for await (const piece of isDeflated ? inflated(packed) : inPieces(packed)) {
    length += piece.length;
    if (length > size) throw damaged();
    sum = crc32(piece, sum);
    yield piece;
  }

  if (length < size) throw damaged();
  if (sum !== checksum) throw new BadFile('has a wrong checksum');
}

const pieceLength = 65_536;

export function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
}

async function* inflated(packed: Buffer): AsyncGenerator<Buffer> {
  const inflating = createInflateRaw({ chunkSize: pieceLength });
  inflating.end(packed);
  try {
    yield* inflating;
  } catch {
    throw damaged();
  }
  if (inflating.bytesWritten < packed.length) throw damaged();
}

interface Entry {
  readonly packed: Buffer;
  readonly isDeflated: boolean;
  /** Bytes of the file, as the zip claims. */
  readonly size: number;
  readonly checksum: number;
}

function entryOf(zip: Buffer): Entry {
  try {
    return entryIn(zip, recordIn(zip));
  } catch (error) {
    // a place beyond the end
    throw error instanceof RangeError ? damaged() : error;
  }
}

// numbers of bytes from here on: where PKWARE's APPNOTE.TXT, 4.3, has each field

/** The directory's record of the file. @throws RangeError where the zip is cut off */
function recordIn(zip: Buffer): Buffer {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 + zip.readUInt16LE(end + 20) !== zip.length) throw damaged();
  const files = zip.readUInt16LE(end + 10);
  if (files !== 1) throw new BadFile(`is a zip of ${grouped(files)} files, and the bank's has one`);

  const record = zip.subarray(zip.readUInt32LE(end + 16), end);
  const length = 46 + record.readUInt16LE(28) + record.readUInt16LE(30) + record.readUInt16LE(32);
  if (!begins(record, 'PK\x01\x02') || record.length !== length) throw damaged();
  return record;
}

const stored = 0;
const deflated = 8;

/** What may stand between a file and the directory: its sizes and checksum, once more. */
const longestDescriptor = 24;

/** @throws RangeError where the zip is cut off */
function entryIn(zip: Buffer, record: Buffer): Entry {
  const flags = record.readUInt16LE(8);
  const method = record.readUInt16LE(10);
  if ((flags & 1) !== 0) throw new BadFile('is an encrypted zip');
  if (method !== stored && method !== deflated) throw new BadFile('is packed in a way that is not read');

  const isDescribedLater = (flags & 8) !== 0;
  const isDescribed = isDescribedLater || zip.subarray(14, 26).equals(record.subarray(16, 28));
  if (!begins(zip, 'PK\x03\x04') || !isDescribed || record.readUInt32LE(42) !== 0) throw damaged();

  const begin = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  const end = begin + record.readUInt32LE(20);
  if (record.byteOffset - zip.byteOffset > end + longestDescriptor) throw damaged();
  return {
    packed: zip.subarray(begin, end),
    isDeflated: method === deflated,
    size: record.readUInt32LE(24),
    checksum: record.readUInt32LE(16),
  };
}

const begins = (bytes: Buffer, sign: string) => bytes.toString('latin1', 0, sign.length) === sign;
