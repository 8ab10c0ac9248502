import fc from 'fast-check';

/** Texts of CSV signs and a few others, valid or not. */
export const anyCsv = fc
  .array(fc.constantFrom('"', '""', ';', '\n', '\r', '\r\n', ' ', 'a', 'bc', '1', '\0', '\xe9'), { maxLength: 60 })
  .map((signs) => signs.join(''));

export const anyLengths = fc.array(fc.nat(7), { minLength: 1, maxLength: 10 });

/** The lengths are used again and again; a length of 0 gives an empty piece. */
export function* inPieces(text: string, lengths: readonly number[]): Generator<string> {
  const lasting = lengths.some((length) => length > 0) ? lengths : [...lengths, 1];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const length = lasting[turn % lasting.length] ?? 1;
    yield text.slice(at, at + length);
    at += length;
  }
}
