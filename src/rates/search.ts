export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’ʻ]/gu, '')
    .toLowerCase();
}

interface Names {
  /** What people say: `swiss-franc`. */
  readonly names: readonly string[];
  /** Of such a name, a word has a whole part, or begins one. */
  readonly by: 'part' | 'beginning';
}

/** Each word is in one of the texts, or is found in a name. */
export function matches(words: readonly string[], texts: readonly string[], said?: Names): boolean {
  const searched = texts.map(folded);
  const parts = said?.names.map((name) => `-${name}-`) ?? [];
  const end = said?.by === 'part' ? '-' : '';
  const isIn = (word: string) => searched.some((text) => text.includes(word));
  const isSaid = (word: string) => parts.some((name) => name.includes(`-${word}${end}`));
  return words.map(folded).every((word) => isIn(word) || isSaid(word));
}
