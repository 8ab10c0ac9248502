import type { Command } from 'commander';
import { keyNames } from '../../config/keys.ts';
import type { Code } from '../../rates/code.ts';
import { inShell } from '../../words.ts';
import { hasFlag } from '../help.ts';
import { type SortedWords, sortWords } from './sorted-words.ts';
import { isArgument } from './usage-failure.ts';

/**
 * The command that was meant, if the words of a wrong one are enough to know it.
 * @param message what was wrong
 */
export function commandMeantBy(
  argv: readonly string[],
  message: string,
  program: Command,
): string | undefined {
  // an error about the value of an option is not about the words
  if (message.startsWith('--')) return undefined;
  const line = typed(argv, program);
  const optionsCameFirst = argv[0]?.startsWith('-');
  const meant = setting(line) ?? rates(line) ?? (optionsCameFirst ? line : undefined);
  const command = program.commands.find((child) => child.name() === meant?.words[0]);
  const has = (flag: string) => command?.options.some((option) => hasFlag(option, flag));
  if (!meant?.options.every(({ flag }) => has(flag))) return undefined;
  return optionsCameFirst || line.hasFlagged || !isSame(line, meant) ? commandLine(meant) : undefined;
}

function setting({ words: [command, name, value], options }: Typed): Typed | undefined {
  if (command !== 'config' || !keyNames.some((key) => key === name)) return undefined;
  // the key must not appear on a screen
  const given = name === 'app_id' ? [name] : [name, value];
  const verb = value === undefined ? 'get' : 'set';
  return { words: [command, verb, ...given.filter((word) => word !== undefined)], options };
}

function rates({ words, options }: Typed): Typed | undefined {
  const command = ['historical', 'series', 'latest', 'convert'].find((name) => name === words[0]);
  const sorted = sortWords(command ? words.slice(1) : words, command);
  if (!sorted) return undefined;
  const { dates, amounts, codes, newest } = sorted;
  if (command === 'convert' || amounts.length > 0) return conversion(sorted, options);
  if (dates.length === 0 && !command && !newest && codes.length > 1) return conversion(sorted, options);
  const target = newest || dates.length === 0 ? 'latest' : datesCommand(sorted, command);
  if (!target || (target === 'latest' && (dates.length > 0 || (!newest && codes.length === 0))))
    return undefined;
  return { words: [target, ...dates.map(({ text }) => text)], options: withSymbols(options, codes) };
}

function datesCommand({ dates, range }: SortedWords, command?: string): string | undefined {
  const isRange = range || dates.some(({ whole }) => whole);
  if (dates.length > 2) return isRange ? undefined : 'historical';
  return isRange || command === 'series' ? 'series' : 'historical';
}

function conversion(
  { dates, amounts, codes }: SortedWords,
  options: readonly TypedOption[],
): Typed | undefined {
  const [day, ...more] = dates;
  const hasDay = options.some(({ flag }) => flag === '--on');
  if (amounts.length > 1 || codes.length < 2 || more.length > 0 || day?.whole || (day && hasDay))
    return undefined;
  const on = day ? [{ flag: '--on', value: day.text }] : [];
  return { words: ['convert', amounts[0] ?? '1', ...codes], options: [...options, ...on] };
}

function withSymbols(options: readonly TypedOption[], codes: readonly Code[]): readonly TypedOption[] {
  if (codes.length === 0) return options;
  const isSymbols = ({ flag }: TypedOption) => flag === '-s' || flag === '--symbols';
  const before = options.filter(isSymbols).flatMap(({ value = '' }) => value.split(/[\s,]+/));
  const value = [...new Set([...before.filter((code) => code && code !== '*'), ...codes])].join(',');
  return [...options.filter((option) => !isSymbols(option)), { flag: '-s', value }];
}

function isSame(line: Typed, meant: Typed): boolean {
  const [command = '', amount = '', ...rest] = line.words;
  // `convert` accepts `250 eur to USD,CHF`
  const codes = rest.filter((word) => !/^(to|in)$/.test(word)).flatMap((word) => word.split(/[\s,]+/));
  const words = [command, amount, ...codes.map((code) => code.toUpperCase())];
  return commandLine(command === 'convert' ? { ...line, words } : line) === commandLine(meant);
}

interface TypedOption {
  readonly flag: string;
  readonly value?: string | undefined;
}

interface Typed {
  readonly words: readonly string[];
  readonly options: readonly TypedOption[];
}

function typed(argv: readonly string[], program: Command): Typed & { readonly hasFlagged: boolean } {
  const words: string[] = [];
  let hasFlagged = false;
  const found: TypedOption[] = [];
  const rest = [...argv];
  const command = program.commands.find((child) => child.name() === argv[0]);
  const takesValue = (flag: string) =>
    program.commands.some(({ options }) =>
      options.some((option) => option.required && hasFlag(option, flag)),
    );
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') words.push(...rest.splice(0));
    else if (!/^-[^\d.,]/.test(word)) words.push(word);
    else {
      const [, flag = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? /^(-[^-])(.+)$/s.exec(word) ?? [];
      if (command && isArgument(command, flag)) {
        hasFlagged = true;
        words.push(value ?? rest.shift() ?? '');
      } else found.push(takesValue(flag) ? { flag, value: value ?? rest.shift() } : { flag: word });
    }
  }
  return { words, options: found, hasFlagged };
}

function commandLine({ words, options }: Typed): string {
  const given = options.flatMap(({ flag, value }) => (value === undefined ? [flag] : [flag, value]));
  return ['ratebook', ...words, ...given].map(inShell).join(' ');
}
