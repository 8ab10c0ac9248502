const newline = 0x0a;

/** Where the text ends that is being read, from this byte of the piece on; negative if not in this piece. */
type FindEnd = (piece: Buffer, start: number) => number;

const endOfLine: FindEnd = (piece, start) => piece.indexOf(newline, start);

/** Answers may follow one another with nothing between them. */
export function endOfDocument(): FindEnd {
  const [quote, backslash] = [0x22, 0x5c];
  let depth = 0;
  let isQuoted = false;
  let isEscaped = false;
  return (piece, start) => {
    for (let at = start; at < piece.length; at++) {
      const sign = piece[at] as number;
      if (isEscaped) isEscaped = false;
      else if (isQuoted && sign === backslash) isEscaped = true;
      else if (sign === quote) isQuoted = !isQuoted;
      else if (isQuoted) continue;
      // [ and {, ] and }
      else if (sign === 0x5b || sign === 0x7b) depth++;
      else if ((sign === 0x5d || sign === 0x7d) && --depth === 0) return at + 1;
    }
    return -1;
  };
}

/** Texts that are not blank; without the text if it is longer than one may be, as no more of it is kept. */
export async function* textsIn(pieces: AsyncIterable<Buffer>, mostBytes: number, findEnd = endOfLine) {
  let parts: Buffer[] = [];
  let length = 0;
  let line = 1;
  for await (const piece of pieces) {
    let start = 0;
    for (let end = findEnd(piece, start); end >= 0; end = findEnd(piece, start)) {
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

  function* taken() {
    const text = length > mostBytes ? undefined : Buffer.concat(parts).toString().trim();
    parts = [];
    length = 0;
    if (text !== '') yield { line, text };
  }
}
