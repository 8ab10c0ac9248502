import { posix } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { Failure } from '../../errors.ts';
import { readXml } from '../xml.ts';
import { damaged, unusable } from './cell.ts';

const mostUnpacked = 256_000_000;

/** The parts of a zip file. A name is the same in any case, with any slashes, and from any folder. */
export type ZipArchive = Awaited<ReturnType<typeof openZip>>;

/** @throws Failure if it is not a zip file, or would become too large */
export async function openZip(bytes: Buffer, signal: AbortSignal) {
  const orDamaged = (error: unknown) => {
    signal.throwIfAborted();
    return error instanceof Failure ? error : damaged();
  };
  const entries = new Map<string, Entry>();
  const { fromBufferPromise } = await import('yauzl');
  const { crc32 } = await import('node:zlib');
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes, { decodeStrings: false });
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      const key = keyOf(entry.fileNameRaw.toString());
      unpacked += entry.uncompressedSize;
      if (unpacked > mostUnpacked)
        throw unusable(`a workbook of more than ${mostUnpacked / 1e6} MB unpacked`);
      // which of them a spreadsheet would take is not known
      if (entries.has(key)) throw damaged();
      entries.set(key, entry);
    }
  } catch (error) {
    throw orDamaged(error);
  }

  async function* piecesOf(entry: Entry): AsyncGenerator<Buffer> {
    let sum = 0;
    try {
      // yauzl ends a file at its announced size
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        signal.throwIfAborted();
        sum = crc32(piece, sum);
        yield piece;
      }
    } catch (error) {
      throw orDamaged(error);
    }
    if (sum !== entry.crc32) throw damaged();
  }

  return {
    has: (name: string) => entries.has(keyOf(name)),
    /**
     * The tags of a part, piece by piece. @throws Failure if it is not whole, or not what the archive says
     */
    read(name: string) {
      const entry = entries.get(keyOf(name));
      if (!entry) throw damaged();
      return readXml(piecesOf(entry), (reason) =>
        damaged(
          reason === 'it has a DOCTYPE' ? 'a workbook with a DOCTYPE, which is not accepted' : undefined,
        ),
      );
    },
  };
}

const keyOf = (name: string) => posix.resolve('/', name.replaceAll('\\', '/')).toLowerCase();
