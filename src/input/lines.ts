import { bytesOf, byteText } from './csv/text.ts';

/**
 * Lines that are not blank, numbered from 1. The text of one that is longer than it can be is undefined, and
 * no more of it is kept.
 */
export async function* linesIn(pieces: AsyncIterable<Buffer>, mostBytes: number) {
  let open = '';
  let line = 1;
  const textNow = () => (open.length > mostBytes ? undefined : bytesOf(open).toString().trim());
  for await (const piece of pieces)
    for (const [at, part] of byteText(piece).split('\n').entries()) {
      if (at > 0) {
        const text = open && textNow();
        if (text !== '') yield { line, text };
        open = '';
        line++;
      }
      if (open.length <= mostBytes) open += part;
    }
  const text = textNow();
  if (text !== '') yield { line, text };
}
