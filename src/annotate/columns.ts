import { nearest } from '../config/choice.ts';
import type { HeaderLine } from '../input/csv/header.ts';
import { quoted } from '../words.ts';

const mostNames = 50;

export function columnsInWords(names: readonly string[], whose = 'the header'): string {
  const listed = names.slice(0, mostNames).map(quoted);
  if (names.length > mostNames) listed.push(`and ${names.length - mostNames} more`);
  return `${whose} has ${listed.join(', ')}`;
}

export function didYouMean(name: string, names: readonly string[]): readonly string[] {
  const meant = nearest(name, names.map(asTyped));
  return meant === undefined ? [] : [`did you mean ${quoted(meant)}?`];
}

/** One that is there twice is typed with its number. */
function asTyped(name: string, at: number, names: readonly string[]): string {
  const number = (until?: number) => names.slice(0, until).filter((other) => other === name).length;
  return number() > 1 ? `${name}#${number(at + 1)}` : name;
}

/** How much a line is like a header with these names: it has them, or nearly has them, or words. */
export function likeness({ names }: Pick<HeaderLine, 'names'>, wanted: readonly string[]): number {
  const here = wanted.filter((name) => names.includes(name));
  const nearly = names.length > 1 ? wanted.filter((name) => nearest(name, names)) : [];
  const words = names.filter((name) => /^\p{L}[^=\p{N}]*$/u.test(name));
  return here.length * 1e6 + nearly.length * 1e3 + words.length;
}

/** All things with the highest score. */
export function withMost<T>(things: readonly T[], score: (thing: T) => number): T[] {
  const scores = things.map(score);
  const most = Math.max(...scores);
  return things.filter((_, at) => scores[at] === most);
}
