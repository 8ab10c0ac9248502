import type { Command } from 'commander';
import { keyNames } from '../../config/keys.ts';
import { codeIn } from '../../convert/words.ts';
import type { Hint } from '../../hint.ts';
import { readAmount } from '../../rates/amount.ts';
import { decimalMarks, withMark } from '../../rates/decimal.ts';
import { childOf, hasFlag } from '../help.ts';
import { commandsElsewhere, formatElsewhere } from './elsewhere.ts';
import { onlyConversion, onlyMeaning, ratesMeant } from './rates-meant.ts';
import { argvOf, commandLine, isOption, type Typed, typed } from './typed.ts';

export interface Meaning {
  /** The command line that can only have been meant. */
  readonly only?: readonly string[];
  /** Command lines to type, if the words are enough to know them. */
  readonly hints: readonly Hint[];
}

interface Mistake {
  readonly argv: readonly string[];
  /** Of the error. */
  readonly message: string;
  readonly now: number;
}

export function meaningOf({ argv, message, now }: Mistake, program: Command): Meaning {
  const line = typed(argv, program);
  const told = (meant: readonly Typed[]): Meaning => {
    const fitting = meant.filter((each) => fits(each, program));
    const lines = fitting.flatMap(eachAmount).map(commandLine);
    // nobody but the user can choose among several
    return { hints: lines.length > 1 ? lines.map(String) : lines };
  };

  // an error about the value of an option is not about the words
  if (message.startsWith('--') && !(line.hasFlagged && /^--(base|symbols):/.test(message))) {
    const mended = /^--(format|output):/.test(message) && formatElsewhere(line);
    return told(mended ? [mended] : []);
  }

  const isCommand = childOf(program, line.words[0]) !== undefined;
  const mayMean = isCommand ? lacksWords(line, message) && onlyConversion : onlyMeaning;
  const only = line.hasFlagged || !mayMean ? undefined : mayMean(line, now);
  if (only) return { only: argvOf(only), hints: [] };

  const named = isCommand ? [] : commandsElsewhere(line, program, now);
  if (named.length > 0) return told(named);

  const optionsCameFirst = argv[0]?.startsWith('-');
  const meant = setting(line) ?? ratesMeant(line, now) ?? (optionsCameFirst ? line : undefined);
  const isNew = meant && (optionsCameFirst || line.hasFlagged || !isSame(line, meant));
  return told(isNew ? [meant] : []);
}

/** `convert EUR USD`, `convert eurusd` */
const lacksWords = ({ words: [command] }: Typed, message: string): boolean =>
  command === 'convert' && message.endsWith(' is missing');

function fits({ words: [name, second], options }: Typed, program: Command): boolean {
  const parent = childOf(program, name);
  const command = (parent && childOf(parent, second)) ?? parent;
  return options.every(({ flag, value }) =>
    command?.options.some((option) => hasFlag(option, flag) && (value !== undefined || !option.required)),
  );
}

/** A line for each reading of an amount that has two. */
function eachAmount(line: Typed): readonly Typed[] {
  const { words, options } = line;
  const [command, text = '', ...codes] = words;
  const named = options.find(isOption('--decimal'))?.value;
  const mark = decimalMarks.find((name) => name === named);
  const amount = readAmount(text, mark);
  if (command !== 'convert' || amount.is !== 'ambiguous') return [line];
  return amount.either.map((one) => ({ words: [command, withMark(one.amount, mark), ...codes], options }));
}

/** `config base EUR`, `config set base=EUR`, `config set symbols EUR GBP` */
function setting({ words: [command, ...rest], options }: Typed): Typed | undefined {
  const isSet = rest[0] === 'set';
  const given = isSet ? rest.slice(1) : rest;
  const [name = '', ...values] = given.flatMap((word) => word.split('='));
  if (command !== 'config' || !keyNames.some((key) => key === name)) return undefined;
  if (isSet && given.length === 2) return undefined;
  const verb = isSet || values.length > 0 ? 'set' : 'get';
  // the key must not appear on a screen
  const shown = name === 'app_id' || values.length === 0 ? [] : [values.join(',')];
  return { words: [command, verb, name, ...shown], options };
}

const isSame = (line: Typed, meant: Typed): boolean => plainLine(line) === plainLine(meant);

/** `convert` accepts `250 eur to USD,CHF`. */
function plainLine(line: Typed): string {
  const [command = '', first = '', ...rest] = line.words;
  if (command !== 'convert') return `${commandLine(line)}`;
  const codes = rest.filter((word) => !/^(to|in)$/.test(word)).flatMap((word) => word.split(/[\s,]+/));
  const words = [command, codeIn(first) ?? first, ...codes.map((code) => codeIn(code) ?? code.toUpperCase())];
  return `${commandLine({ ...line, words })}`;
}
