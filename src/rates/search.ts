/** Without accents, apostrophes and case, for comparing. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’ʻ]/gu, '')
    .toLowerCase();
}

/** Whether each word is in one of the texts, ignoring accents and case. */
export function matches(words: readonly string[], ...texts: readonly string[]): boolean {
  const searched = texts.map(folded);
  return words.map(folded).every((word) => searched.some((text) => text.includes(word)));
}
