import { escapeToAscii } from '../escape.ts';
import { grouped } from '../grouped.ts';

const longest = 20;

/** Makes a word from the service safe to print. Long ones are not cut, because part of the key would not be recognised. */
export function printable(word: string): string {
  if (word.length > longest) return `a name of ${word.length} characters`;
  return escapeToAscii(word);
}

/** `10,186 days` */
export function count(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}
