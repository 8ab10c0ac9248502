import { posix } from 'node:path';
import { type Archive, checkIsWorkbook, checkIsZip, openArchive } from './archive.ts';
import { builtInKind, type CellContext, damaged, kindOfCode, type NumberKind, unusable } from './cell.ts';
import { type ReadRow, readRows } from './rows.ts';
import { isTrue, prefixed, unescaped, visitXml, withPiece } from './xml.ts';

export interface Relation {
  readonly id: string;
  /** The last word of its address, which is the same in both namespaces: `worksheet`. */
  readonly type: string;
  readonly part: string;
}

/** What a part leads to. @param part empty: that of the whole file */
export async function relationsOf(archive: Archive, part: string): Promise<readonly Relation[]> {
  const folder = posix.dirname(part);
  const path = `${folder}/_rels/${posix.basename(part)}.rels`;
  const relations: Relation[] = [];
  if (!archive.has(path)) return relations;

  await visitXml(archive.part(path), {
    opened(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return;
      const to = target.replaceAll('\\', '/');
      const part = posix.resolve('/', folder, to);
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part });
    },
  });
  return relations;
}

export interface BookSheet {
  readonly name: string;
  readonly state: SheetState;
  /** As often as they are wanted, some at a time. @throws a usage error where the file is damaged */
  rows(): AsyncGenerator<readonly ReadRow[]>;
}

export type SheetState = 'visible' | 'hidden' | 'veryHidden';

/** The sheets of a workbook that have cells. @throws a usage error if it is none, or is damaged */
export async function openBook(bytes: Buffer, signal: AbortSignal): Promise<readonly BookSheet[]> {
  checkIsZip(bytes);
  const archive = await openArchive(bytes, signal);
  const [{ part = '' } = {}] = ofType(await relationsOf(archive, '/'), 'officeDocument');
  checkIsWorkbook(archive, archive.has(part));

  const { sheets, is1904, isUncalculated } = await readContents(archive, part);
  const relations = await relationsOf(archive, part);
  const [texts] = ofType(relations, 'sharedStrings');
  const [styles] = ofType(relations, 'styles');
  const context: CellContext = {
    texts: await readSharedTexts(archive, texts?.part),
    kinds: await readNumberKinds(archive, styles?.part),
    is1904,
    isUncalculated,
  };

  const parts = new Map(ofType(relations, 'worksheet').map((relation) => [relation.id, relation.part]));
  const used = new Set<string>();
  const found = sheets.flatMap(({ id, name, state }) => {
    const part = parts.get(id);
    // a small file could say the same of thousands
    if (part !== undefined && used.has(part)) throw damaged();
    used.add(part ?? '');
    return part === undefined ? [] : { name, state, rows: () => readRows(archive.part(part), context) };
  });
  if (found.length === 0) throw unusable('a workbook without a sheet of cells');
  return found;
}

const ofType = (relations: readonly Relation[], type: string) =>
  relations.filter((relation) => relation.type === type);

interface Contents {
  readonly sheets: readonly { readonly id: string; readonly name: string; readonly state: SheetState }[];
  readonly is1904: boolean;
  readonly isUncalculated: boolean;
}

/** Some more than any workbook has. */
const mostSheets = 10_000;

async function readContents(archive: Archive, part: string): Promise<Contents> {
  const sheets: Contents['sheets'][number][] = [];
  let root: string | undefined;
  let is1904 = false;
  let isUncalculated = false;
  await visitXml(archive.part(part), {
    opened(name, attributes) {
      root ??= name;
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
      if (name === 'calcPr') isUncalculated = isTrue(attributes.fullCalcOnLoad);
      const id = name === 'sheet' ? prefixed(attributes, 'id') : undefined;
      if (id === undefined || sheets.length === mostSheets) return;
      sheets.push({ id, name: attributes.name ?? '', state: stateOf(attributes.state) });
    },
  });
  checkIsWorkbook(archive, root === 'workbook');
  return { sheets, is1904, isUncalculated };
}

function stateOf(text: string | undefined): SheetState {
  return text === 'hidden' || text === 'veryHidden' ? text : 'visible';
}

/** Bytes of memory, some of which each text takes, however short. */
const mostMemory = 100_000_000;
const memoryOf = (text: string) => 32 + text.length;

/** The texts that cells have in common. @param part undefined: none */
export async function readSharedTexts(
  archive: Archive,
  part: string | undefined,
): Promise<readonly string[]> {
  const texts: string[] = [];
  if (part === undefined) return texts;

  let text = '';
  let memory = 0;
  let isText = false;
  let isPhonetic = false;
  await visitXml(archive.part(part), {
    opened(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text(piece) {
      if (isText) text = withPiece(text, piece);
    },
    closed(name) {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;

      memory += memoryOf(text);
      if (memory > mostMemory) throw unusable(`a workbook of more than ${mostMemory / 1e6} MB of texts`);
      texts.push(copyOf(unescaped(text)));
    },
  });
  return texts;
}

/** The parser's texts keep the piece of the file in memory that they come from. */
const copyOf = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le');

/** Some more than a spreadsheet can have. */
const mostStyles = 100_000;

/** For each style of cells. @param part undefined: there are none */
async function readNumberKinds(archive: Archive, part: string | undefined): Promise<readonly NumberKind[]> {
  if (part === undefined) return [];

  const kinds = new Map<number, NumberKind>();
  const formats: number[] = [];
  let list: string | undefined;
  await visitXml(archive.part(part), {
    opened(name, { numFmtId, formatCode = '' }) {
      // cells have no formats but these: those of conditions can have the same numbers
      if (name === 'numFmts' || name === 'cellXfs') list = name;
      else if (name === 'numFmt' && list === 'numFmts') kinds.set(Number(numFmtId), kindOfCode(formatCode));
      else if (name === 'xf' && list === 'cellXfs') formats.push(Number(numFmtId ?? 0));
      if (kinds.size > mostStyles || formats.length > mostStyles) throw damaged();
    },
    closed(name) {
      if (name === list) list = undefined;
    },
  });

  return formats.map((id) => kinds.get(id) ?? builtInKind(id));
}
