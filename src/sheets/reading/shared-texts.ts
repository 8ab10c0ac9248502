import type { Archive } from './archive.ts';
import { TextInPieces } from './text.ts';
import { unusable } from './unusable.ts';
import { visitXml } from './xml.ts';

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

  const text = new TextInPieces();
  let memory = 0;
  let isText = false;
  let isPhonetic = false;
  await visitXml(archive.part(part), {
    opened(name) {
      if (name === 'si') text.begin();
      else if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text(piece) {
      if (isText) text.add(piece);
    },
    closed(name) {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;

      memory += memoryOf(text.raw);
      if (memory > mostMemory) throw unusable(`a workbook of more than ${mostMemory / 1e6} MB of texts`);
      texts.push(copyOf(text.decoded));
    },
  });
  return texts;
}

/** The parser's texts keep the piece of the file in memory that they come from. */
const copyOf = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le');
