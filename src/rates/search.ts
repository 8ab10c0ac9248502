export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’ʻ]/gu, '')
    .toLowerCase();
}

/**
 * Each word is in one of the texts, or begins a part of a name.
 * @param names what people say: `swiss-franc`
 */
export function matches(
  words: readonly string[],
  texts: readonly string[],
  names: readonly string[] = [],
): boolean {
  const searched = texts.map(folded);
  const begins = names.map((name) => `-${name}`);
  const isIn = (word: string) => searched.some((text) => text.includes(word));
  const isBegun = (word: string) => begins.some((name) => name.includes(`-${word}`));
  return words.map(folded).every((word) => isIn(word) || isBegun(word));
}
