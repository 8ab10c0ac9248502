import type { Command } from 'commander';
import { inShell } from '../../words.ts';
import { childOf, hasFlag } from '../help.ts';
import { codeIn, pairIn } from './sorted-words.ts';
import { isArgument } from './usage-failure.ts';

export interface TypedOption {
  readonly flag: string;
  readonly value?: string | undefined;
}

export interface Typed {
  readonly words: readonly string[];
  readonly options: readonly TypedOption[];
}

export const isOption =
  (...flags: readonly string[]) =>
  ({ flag }: TypedOption) =>
    flags.includes(flag);

const isOfCodes = isOption('-b', '--base', '-s', '--symbols');

const ofPair: Readonly<Record<string, string>> = { '--from': '-b', '--to': '-s' };

/** `hasFlagged`: some of the words stood behind a flag that does not take them here. */
export function typed(argv: readonly string[], program: Command): Typed & { readonly hasFlagged: boolean } {
  const words: string[] = [];
  let hasFlagged = false;
  const found: TypedOption[] = [];
  const rest = [...argv];
  const command = childOf(program, argv[0]);
  const takesBase = command?.options.some(({ long }) => long === '--base');
  const takesValue = (flag: string) =>
    program.commands.some(({ options }) => options.some((option) => option.required && hasFlag(option, flag)));
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') words.push(...rest.splice(0));
    else if (!/^-[^\d.,\s]/.test(word)) words.push(word);
    else {
      const [, flag = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? /^(-[^-])(.+)$/s.exec(word) ?? [];
      const isWord = isArgument(command, flag);
      const option = isWord || takesValue(flag) ? { flag, value: value ?? rest.shift() } : { flag: word };
      const { value: text = '' }: TypedOption = option;
      const isPair = isOfCodes(option) && pairIn(text) !== undefined;
      const asOption = isWord && takesBase && codeIn(text) && ofPair[flag];
      hasFlagged ||= isWord || isPair;
      if (asOption) found.push({ flag: asOption, value: text });
      else if (isWord || isPair) words.push(...(/^--(?:to|end)$/.test(flag) ? ['to', text] : [text]));
      else found.push(option);
    }
  }
  // options stood before the command, a pair among them
  const at = words.findIndex((word) => childOf(program, word));
  if (at > 0 && argv[0]?.startsWith('-')) words.unshift(...words.splice(at, 1));
  return { words, options: found, hasFlagged };
}

export function argvOf({ words, options }: Typed): string[] {
  const given = options.flatMap(({ flag, value }) => (value === undefined ? [flag] : [flag, value]));
  return [...words, ...given];
}

export function commandLine(line: Typed): string {
  return ['ratebook', ...argvOf(line)].map(inShell).join(' ');
}
