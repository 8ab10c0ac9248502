import { type Archive, openArchive } from './archive.ts';
import type { CellContext } from './cell.ts';
import { checkIsWorkbook, checkIsZip } from './kinds.ts';
import { readNumberKinds } from './number-formats.ts';
import { type Relation, relationsOf } from './relations.ts';
import { type ReadRow, readRows } from './rows.ts';
import { readSharedTexts } from './shared-texts.ts';
import { unusable } from './unusable.ts';
import { isTrue, prefixed, visitXml } from './xml.ts';

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
  const found = sheets.flatMap(({ id, name, state }) => {
    const part = parts.get(id);
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
