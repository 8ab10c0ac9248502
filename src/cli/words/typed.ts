import type { Option } from 'commander';
import { hasFlag, options } from '../options.ts';

export interface TypedOption {
  /** `-s`, `--symbols`, or as it stands if there is no such option. */
  readonly flag: string;
  readonly value?: string | undefined;
}

/** A command line, before any of its words has been given a meaning. */
export interface Typed {
  readonly words: readonly string[];
  readonly options: readonly TypedOption[];
}

/** Knows the options of all commands, wherever they stand. */
export function typed(argv: readonly string[]): Typed {
  const words: string[] = [];
  const found: TypedOption[] = [];
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') words.push(...rest.splice(0));
    else if (!/^-[^\d.,]/.test(word)) words.push(word);
    else found.push(optionFrom(word, rest));
  }
  return { words, options: found };
}

/** Takes the value from what follows. */
function optionFrom(word: string, rest: string[]): TypedOption {
  const [, flag = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? /^(-[^-])(.+)$/s.exec(word) ?? [];
  const takesValue = all.some((option) => option.required && hasFlag(option, flag));
  if (value === undefined) return takesValue ? { flag, value: rest.shift() } : { flag };
  return takesValue ? { flag, value } : { flag: word };
}

/** For a shell. */
export function commandLine({ words, options }: Typed): string {
  const given = options.flatMap(({ flag, value }) => (value === undefined ? [flag] : [flag, value]));
  return ['ratebook', ...words, ...given].map(inShell).join(' ');
}

function inShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

const all: readonly Option[] = Object.values(options).map((option) => option());
