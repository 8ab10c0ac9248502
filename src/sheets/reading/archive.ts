import { posix } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { Failure } from '../../errors.ts';
import { damaged, unusable } from './unusable.ts';

const mostUnpacked = 512_000_000;

/** The parts of a zip file. A name is the same in any case, with any slashes, and from any folder. */
export interface Archive {
  has(name: string): boolean;
  /** @throws Failure if it is not there, or is not what the archive says of it */
  part(name: string): AsyncGenerator<Buffer>;
}

/** @throws Failure if it is no zip file, or would become too large */
export async function openArchive(bytes: Buffer, signal: AbortSignal): Promise<Archive> {
  const zip = await orDamaged(fromBufferPromise(bytes, { decodeStrings: false }));
  const entries = await orDamaged(entriesIn(zip));

  return {
    has: (name) => entries.has(keyOf(name)),
    part(name) {
      const entry = entries.get(keyOf(name));
      if (!entry) throw damaged();
      return inflated(zip, entry, signal);
    },
  };
}

const keyOf = (name: string) => posix.resolve('/', name.replaceAll('\\', '/')).toLowerCase();

async function entriesIn(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileNameRaw.toString();
    if (name.endsWith('/')) continue;
    if (entry.isEncrypted()) throw unusable('protected by a password');

    unpacked += entry.uncompressedSize;
    if (unpacked > mostUnpacked) throw unusable(`a workbook of more than ${mostUnpacked / 1e6} MB unpacked`);
    const key = keyOf(name);
    // which of them a spreadsheet would take is not known
    if (entries.has(key)) throw damaged();
    entries.set(key, entry);
  }
  return entries;
}

async function* inflated(zip: ZipFile, entry: Entry, signal: AbortSignal): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    // of more bytes than it has announced none come
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      signal.throwIfAborted();
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch {
    signal.throwIfAborted();
    throw damaged();
  }
  if (sum !== entry.crc32) throw damaged();
}

const orDamaged = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw error instanceof Failure ? error : damaged();
  });
