import { type BookSheet, openBook } from '../../../src/input/xlsx/workbook.ts';

/** Each row of a workbook as a text: `2: d 2024-01-17|n 5`. */
export async function linesOf(bytes: Uint8Array): Promise<string[]> {
  const lines = [];
  for (const sheet of await opened(bytes)) lines.push(...(await linesIn(sheet)));
  return lines;
}

export const opened = (bytes: Uint8Array) => openBook(Buffer.from(bytes), new AbortController().signal);

async function linesIn({ rows }: BookSheet): Promise<string[]> {
  const lines: string[] = [];
  for await (const some of rows())
    for (const { number, cells } of some) {
      const texts = Array.from(cells, (cell) => (cell ? `${cell.kind[0]} ${cell.text}` : ''));
      lines.push(`${number}: ${texts.join('|')}`);
    }
  return lines;
}
