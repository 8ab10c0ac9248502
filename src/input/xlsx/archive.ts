import { posix } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { Failure } from '../../errors.ts';
import { damaged, unusable } from './cell.ts';

const mostUnpacked = 256_000_000;

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

/** What Office files were before they were zip files, and what keeps a password's files today. */
const compoundFile = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** @throws a usage error if the file is of an older program, or protected */
export function checkIsZip(bytes: Buffer): void {
  if (bytes.toString('latin1', 0, compoundFile.length) !== compoundFile) return;
  throw bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? unusable('protected by a password', 'save it without one, and annotate that')
    : unusable('an old spreadsheet (.xls)', asXlsx);
}

/** @throws a usage error if the archive is something else */
export function checkIsWorkbook(archive: Archive, isWorkbook: boolean): void {
  if (archive.has('xl/workbook.bin')) throw unusable('a binary spreadsheet (.xlsb)', asXlsx);
  if (archive.has('Index/Document.iwa') || archive.has('Index.zip'))
    throw unusable('a spreadsheet of Numbers (.numbers)', 'export it as .xlsx or CSV, and annotate that');
  if (archive.has('mimetype') && archive.has('content.xml'))
    throw unusable('an OpenDocument file, such as .ods', asXlsx);
  if (!isWorkbook) throw unusable('a zip archive without a workbook');
}

const asXlsx = 'save it as .xlsx or CSV, and annotate that';
