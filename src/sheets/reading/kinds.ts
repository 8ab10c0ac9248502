import type { Archive } from './archive.ts';
import { unusable } from './unusable.ts';

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
