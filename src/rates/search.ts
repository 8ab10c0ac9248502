export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’ʻ]/gu, '')
    .toLowerCase();
}

/** @param names what it is called besides, of which a word stands for a beginning */
export function matches(words: readonly string[], texts: readonly string[], names: readonly string[] = []): boolean {
  const searched = texts.map(folded);
  const begins = names.map((name) => `-${name}`);
  return words
    .map(folded)
    .every((word) => searched.some((text) => text.includes(word)) || begins.some((name) => name.includes(`-${word}`)));
}
