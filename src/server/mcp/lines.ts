/** A line of more bytes than anybody needs, which was passed over. */
export const tooLong = Symbol('too long');

type Line = string | typeof tooLong;

const newline = 0x0a;

/** Also the last one where it has no end. @param longest in bytes: no more is ever held */
export async function* linesOf(
  input: AsyncIterable<Uint8Array | string>,
  longest: number,
): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let length = 0;

  const add = (piece: Uint8Array) => {
    length += piece.length;
    if (length > longest) pieces = [];
    else pieces.push(piece);
  };
  const take = (): Line => {
    const line = length > longest ? tooLong : Buffer.concat(pieces).toString('utf8');
    pieces = [];
    length = 0;
    return line;
  };

  for await (const piece of input) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield take();
}
