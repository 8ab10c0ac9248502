const newline = 0x0a;

interface TextLine {
  /** From 1. */
  readonly line: number;
  /** Undefined if it is longer than a line may be. */
  readonly text: string | undefined;
}

/** Lines that are not blank. Of one that is too long, no more is kept than may be. */
export async function* linesIn(pieces: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<TextLine> {
  let parts: Buffer[] = [];
  let length = 0;
  let line = 1;

  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
      add(piece.subarray(start, end));
      yield* taken();
      // a search for each of a million blank lines would take longer
      for (start = end; piece[start] === newline; start++) line++;
    }
    add(piece.subarray(start));
  }
  yield* taken();

  function add(part: Buffer): void {
    length += part.length;
    if (length <= mostBytes) parts.push(part);
  }

  function* taken(): Generator<TextLine> {
    const text = length > mostBytes ? undefined : Buffer.concat(parts).toString().trim();
    parts = [];
    length = 0;
    if (text !== '') yield { line, text };
  }
}
