import type { Command } from 'commander';
import { codeIn, pairIn } from '../../convert/words.ts';
import { ratebook, type ToType } from '../../hint.ts';
import { childOf, hasFlag } from '../help.ts';
import { isArgument, optionMeant } from './usage-failure.ts';

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

const ofPair: ReadonlyMap<string, string> = new Map(Object.entries({ '--from': '-b', '--to': '-s' }));

interface TypedLine extends Typed {
  /** Some of the words stood behind a flag that does not take them here. */
  readonly hasFlagged: boolean;
}

export function typed(argv: readonly string[], program: Command): TypedLine {
  const words: string[] = [];
  const found: TypedOption[] = [];
  let hasFlagged = false;

  const command = childOf(program, argv[0]);
  const takesBase = command?.options.some(({ long }) => long === '--base');
  const takesValue = (flag: string) =>
    program.commands.some((each) => each.options.some((option) => option.required && hasFlag(option, flag)));

  const rest = [...argv];
  const readFlag = (word: string) => {
    const [, flag = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? /^(-[^-])(.+)$/s.exec(word) ?? [];
    const isWord = isArgument(command, flag);
    const meant = optionMeant(command, flag);
    const hasValue = isWord || (meant ? meant.required : takesValue(flag));
    const option: TypedOption = hasValue
      ? { flag: meant?.long ?? flag, value: value ?? rest.shift() }
      : { flag: meant?.long ?? word };

    const { value: text = '' } = option;
    const isPair = isOfCodes(option) && pairIn(text) !== undefined;
    const asOption = isWord && takesBase && codeIn(text) && ofPair.get(flag);
    hasFlagged ||= isWord || isPair || meant !== undefined;

    if (asOption) found.push({ flag: asOption, value: text });
    else if (isWord || isPair) words.push(...(/^--(?:to|end)$/.test(flag) ? ['to', text] : [text]));
    else found.push(option);
  };

  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') words.push(...rest.splice(0));
    else if (/^-[^\d.,\s]/.test(word)) readFlag(word);
    else words.push(word);
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

export const commandLine = (line: Typed): ToType => ratebook(...argvOf(line));
