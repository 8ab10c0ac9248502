import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { visitXml } from './xml.ts';

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
