import { posix } from 'node:path';
import type { Attributes } from '../xml.ts';
import { openZip, type ZipArchive } from './archive.ts';
import {
  builtInKind,
  damaged,
  isTrue,
  kindOfCode,
  type ReadRow,
  readRows,
  unescaped,
  unusable,
  withPiece,
} from './cell.ts';

export interface BookSheet {
  readonly name: string;
  readonly state: 'visible' | 'hidden' | 'veryHidden';
  /** As often as they are wanted, some at a time. @throws a usage error where the file is damaged */
  rows(): AsyncGenerator<readonly ReadRow[]>;
}

/** The sheets of a workbook that have cells. @throws a usage error if it is none, or is damaged */
export async function openBook(bytes: Buffer, signal: AbortSignal): Promise<readonly BookSheet[]> {
  checkIsZip(bytes);
  const archive = await openZip(bytes, signal);
  checkIsWorkbook(archive);
  const part = (await relationsOf(archive, '/')).find(({ type }) => type === 'officeDocument')?.part;
  const isThere = part !== undefined && archive.has(part);
  const names = ['workbook', 'workbookPr', 'calcPr', 'sheet'];
  const elements = isThere ? await elementsIn(archive, part, names) : [];
  if (!part || !elements.some(({ name, parent }) => name === 'workbook' && parent === ''))
    throw unusable('a zip archive without a workbook');

  // no two of these elements have an attribute of the same name that is read here
  const settings: Attributes = Object.assign({}, ...elements.map(({ attributes }) => attributes));
  const relations = await relationsOf(archive, part);
  const partOf = (kind: string) => relations.find(({ type }) => type === kind)?.part;
  const context = {
    texts: await readSharedTexts(archive, partOf('sharedStrings')),
    kinds: await readNumberKinds(archive, partOf('styles')),
    is1904: isTrue(settings.date1904),
    isUncalculated: isTrue(settings.fullCalcOnLoad),
  };

  const used = new Set<string>();
  const sheets = elements.flatMap(({ name, attributes }): BookSheet[] => {
    const [, id] = Object.entries(attributes).find(([each]) => each.endsWith(':id')) ?? [];
    const part = relations.find((relation) => relation.id === id && relation.type === 'worksheet')?.part;
    if (name !== 'sheet' || !part) return [];
    // a small file could say the same of thousands
    if (used.has(part)) throw damaged();
    used.add(part);
    const { name: title = '', state } = attributes;
    const isHidden = state === 'hidden' || state === 'veryHidden';
    return [
      { name: title, state: isHidden ? state : 'visible', rows: () => readRows(archive, part, context) },
    ];
  });
  if (sheets.length === 0) throw unusable('a workbook without a sheet of cells');
  return sheets;
}

/** @throws a usage error if the file is of an older program, or protected */
function checkIsZip(bytes: Buffer) {
  // what Office files were before they were zip files, and what keeps a password's files today
  if (bytes.toString('latin1', 0, 8) !== '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') return;
  throw bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? unusable('protected by a password', 'save it without one, and annotate that')
    : unusable('an old spreadsheet (.xls)', asXlsx);
}

/** @throws a usage error if the archive is that of another spreadsheet */
function checkIsWorkbook(archive: ZipArchive) {
  if (archive.has('xl/workbook.bin')) throw unusable('a binary spreadsheet (.xlsb)', asXlsx);
  if (archive.has('Index/Document.iwa') || archive.has('Index.zip'))
    throw unusable('a spreadsheet of Numbers (.numbers)', 'export it as .xlsx or CSV, and annotate that');
  if (archive.has('mimetype') && archive.has('content.xml'))
    throw unusable('an OpenDocument file, such as .ods', asXlsx);
}

const asXlsx = 'save it as .xlsx or CSV, and annotate that';

/** Some more than the styles of a spreadsheet, the largest of these lists. */
const mostElements = 200_000;

/** The opening tags of these names, in order. @throws a usage error for a part that is missing */
async function elementsIn(archive: ZipArchive, part: string, names: readonly string[]) {
  const elements: { name: string; parent: string; attributes: Attributes }[] = [];
  for await (const tags of archive.read(part))
    for (const { name, parent, attributes } of tags) {
      if (!attributes || !names.includes(name)) continue;
      if (elements.push({ name, parent, attributes }) > mostElements) throw damaged();
    }
  return elements;
}

/**
 * The parts that a part refers to, with the last word of a relation's address, which is the same in both
 * namespaces: `worksheet`. @param part `/`: that of the whole file
 */
async function relationsOf(archive: ZipArchive, part: string) {
  const folder = posix.dirname(part);
  const path = `${folder}/_rels/${posix.basename(part)}.rels`;
  const elements = archive.has(path) ? await elementsIn(archive, path, ['Relationship']) : [];
  return elements
    .filter(({ attributes }) => attributes.TargetMode !== 'External')
    .map(({ attributes: { Id: id = '', Type: type = '', Target: target = '' } }) => ({
      id,
      type: posix.basename(type),
      part: posix.resolve('/', folder, target.replaceAll('\\', '/')),
    }));
}

/** Bytes of memory, some of which each text takes, however short. */
const mostMemory = 100_000_000;

/** The texts that cells have in common. @param part undefined: none */
async function readSharedTexts(archive: ZipArchive, part: string | undefined): Promise<readonly string[]> {
  const texts: string[] = [];
  if (part === undefined) return texts;

  let item = '';
  let memory = 0;
  for await (const tags of archive.read(part))
    for (const { name, parent, attributes, text } of tags) {
      if (attributes) continue;
      if (name === 't' && parent !== 'rPh') item = withPiece(item, text);
      if (name !== 'si') continue;
      memory += 32 + item.length;
      if (memory > mostMemory) throw unusable(`a workbook of more than ${mostMemory / 1e6} MB of texts`);
      // a copy, since the parser's texts are slices that keep their piece of the file in memory
      texts.push(Buffer.from(unescaped(item), 'utf16le').toString('utf16le'));
      item = '';
    }
  return texts;
}

/** For each style of cells. @param part undefined: there are none */
async function readNumberKinds(archive: ZipArchive, part: string | undefined) {
  if (part === undefined) return [];
  const elements = await elementsIn(archive, part, ['numFmt', 'xf']);
  // cells have no formats but these: those of conditions can have the same numbers
  const attributesIn = (list: string) =>
    elements.filter(({ parent }) => parent === list).map(({ attributes }) => attributes);
  const codes = new Map(attributesIn('numFmts').map(({ numFmtId, formatCode }) => [numFmtId, formatCode]));
  return attributesIn('cellXfs').map(({ numFmtId = '0' }) => {
    const code = codes.get(numFmtId);
    return code === undefined ? builtInKind(numFmtId) : kindOfCode(code);
  });
}
