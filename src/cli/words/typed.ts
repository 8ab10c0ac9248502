import type { Command } from 'commander';
import { hasFlag } from '../help/sections.ts';

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
export function typed(argv: readonly string[], program: Command): Typed {
  const words: string[] = [];
  const found: TypedOption[] = [];
  const rest = [...argv];
  const takesValue = (flag: string) =>
    program.commands.some(({ options }) =>
      options.some((option) => option.required && hasFlag(option, flag)),
    );
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') words.push(...rest.splice(0));
    else if (!/^-[^\d.,]/.test(word)) words.push(word);
    else found.push(optionFrom(word, rest, takesValue));
  }
  return { words, options: found };
}

/** Takes the value from what follows. */
function optionFrom(word: string, rest: string[], takesValue: (flag: string) => boolean): TypedOption {
  const [, flag = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? /^(-[^-])(.+)$/s.exec(word) ?? [];
  if (value === undefined) return takesValue(flag) ? { flag, value: rest.shift() } : { flag };
  return takesValue(flag) ? { flag, value } : { flag: word };
}

/** For a shell. */
export function commandLine({ words, options }: Typed): string {
  const given = options.flatMap(({ flag, value }) => (value === undefined ? [flag] : [flag, value]));
  return ['ratebook', ...words, ...given].map(inShell).join(' ');
}

function inShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
