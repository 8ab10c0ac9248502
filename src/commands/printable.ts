const longest = 20;

/**
 * A word of the service's as it may be shown: nothing in it steers a terminal. Of one that is too long nothing is shown,
 * since a part of the key would not be known for what it is.
 */
export function printable(word: string): string {
  if (word.length > longest) return `a name of ${word.length} letters`;
  return escaped(word);
}

/** Words in which nothing steers a terminal. */
export function escaped(words: string): string {
  return words.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
