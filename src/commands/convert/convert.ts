import { writtenDay } from '../../calendar/parse.ts';
import type { ConversionWords } from '../../convert/words.ts';
import { type ExitCode, Failure } from '../../errors.ts';
import { ratebook } from '../../hint.ts';
import { type Amount, type AmountMeaning, readAmount, withWholeAmount } from '../../rates/amount.ts';
import { type DecimalMark, decimalMarks, withMark } from '../../rates/decimal.ts';
import type { Reporter } from '../../report/reporter.ts';
import type { Cli } from '../../run/host.ts';
import { either, inShell, inWords } from '../../words.ts';
import { type Command, days, define, type Given, inOutput, inWhat, output, voice, what } from '../options.ts';
import { convertAtDays } from './at-days.ts';
import { conversionFormats, withFormat } from './print.ts';

const options = [
  () => inWhat('--on <day>', 'convert at the rate of this day (default: the newest rate)'),
  what.rate,
  what.digits,
  what.rates,
  ...days,
  () => inOutput('-f, --format <format>', 'output format (default: sentence)').choices(conversionFormats),
  output.output,
  output.noHeader,
  output.noPager,
  () =>
    inOutput(
      '--decimal <mark>',
      'comma: 0,955, of the amount too (csv then has ; between cells; not with json or parquet)',
    ).choices(decimalMarks),
  ...voice,
] as const;

export type Converting = Given<typeof options>;

export const convertCommand = define({
  name: 'convert',
  description: "An amount in other currencies, at a day's rate.",
  examples: [
    ['ratebook convert 250 EUR USD', 'at the newest rate'],
    ['ratebook convert 250 EUR USD CHF --on 2024-01-17', "at a day's rate"],
    ['ratebook convert 250 EUR USD -f value', 'the result alone'],
  ],
  options,
  shape: (command) =>
    withNegativeAmounts(command)
      .argument('<amount>', '250, 1,234.50, 1.234,50, -5')
      .argument('<from>', 'its currency')
      .argument('<to...>', 'one or more others'),
  run: (cli, given, words) => convert(words, given, cli),
});

/** Commander takes `-1,234.50` for an option, but not if it starts with a typographic minus. */
function withNegativeAmounts(command: Command): Command {
  const parse = command.parseOptions.bind(command);
  const takesValue = (word = '') =>
    command.options.some(({ required, short, long }) => required && [short, long].includes(word));
  const withMinus = (word: string) => word.replace(/^-(?=\s*[.,]?\d)/, '−');
  command.parseOptions = (words) =>
    parse(words.map((word, at) => (takesValue(words[at - 1]) ? word : withMinus(word))));
  return command;
}

type Words = readonly [amount: string, from: string, to: readonly string[]];

export async function convert([amount, from, to]: Words, options: Converting, cli: Cli): Promise<ExitCode> {
  const asked = withFormat(options, cli);
  const words = await sortTyped([amount, from, ...to], asked.on, cli.host.now());
  const typed = readTyped(words, asked.decimal, cli.reporter);
  const given = words.on === undefined ? asked : { ...asked, on: words.on };
  if (given.rates === undefined) return convertAtDays(typed, given, cli);

  const { convertFromFiles } = await import('./from-files.ts');
  return convertFromFiles(given.rates, typed, given, cli);
}

/** The words of a conversion, whose currencies may be codes, signs or names. */
export interface Typed {
  /** Undefined: the rate is asked for. */
  readonly amount: Amount | undefined;
  readonly from: string;
  readonly to: readonly string[];
}

type Telling = Pick<Reporter, 'note'>;

/** @param mark undefined: as the amount looks. @throws a usage error */
function readTyped(
  { amount, from, to }: ConversionWords,
  mark: DecimalMark | undefined,
  reporter: Telling,
): Typed {
  if (to.length === 0)
    throw new Failure(
      'missing_argument',
      'there is no currency to convert to',
      ratebook('convert', '--help'),
    );
  return { amount: amount === undefined ? undefined : amountIn(amount, mark, reporter), from, to };
}

/**
 * What is an amount, a currency or a day, whichever of the usual ways it is said in.
 * @param on of the option, which may be the first word of a day. @throws a usage error
 */
async function sortTyped(
  words: readonly string[],
  on: string | undefined,
  now: number,
): Promise<ConversionWords> {
  const [amount = '', from = '', ...to] = withWholeAmount(words);
  const at = on === undefined ? to.indexOf('on') : -1;
  const said = at < 1 ? { to, on } : { to: to.slice(0, at), on: to.slice(at + 1).join(' ') };
  const asTyped = { amount, from, to: targetsIn(said.to), on: said.on };
  const isDay = on === undefined || writtenDay(on, now) !== undefined;
  if (isDay && readAmount(amount).is !== 'unreadable' && [from, ...to].every(isPlain)) return asTyped;

  const { conversionIn, wholeDays } = await import('../../convert/words.ts');
  const ways = isDay ? [{ day: on, others: words }] : wholeDays(on, words);
  const [meant, ...others] = ways.flatMap(({ day, others }) => {
    const said = conversionIn(others, now, 'convert');
    if (said?.on !== undefined && on !== undefined)
      throw new Failure('options_conflict', `the day is given twice: ${said.on} and --on ${on}`);
    return said ? { ...said, on: said.on ?? day } : [];
  });
  return meant && others.length === 0 ? meant : asTyped;
}

/** A code, or a name of one word, and nothing that may be part of something else. */
function isPlain(word: string): boolean {
  return /^[a-z0-9_]{2,12}$/i.test(word) && !partOfOther.test(word);
}

const partOfOther =
  /^(?:in|into|to|and|on|at|for|of|is|as|from|till|until|last|today|yesterday|latest|newest|now|current|\d+[dwmy]?|(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)$/i;

function amountIn(text: string, mark: DecimalMark | undefined, reporter: Telling): Amount {
  const read = readAmount(text, mark);
  // as it was typed, before Commander could take it for an option
  const word = text.replace('−', '-');
  if (read.is === 'unreadable') throw unreadable(word, mark);
  if (read.is === 'ambiguous') throw inTwoWays(word, read.either, mark);
  if (read.inThousands) reporter.note(readAsPoint(word, read.amount, read.inThousands));
  return read.amount;
}

function readAsPoint(text: string, amount: Amount, inThousands: Amount): string {
  const many = inThousands === '1000' ? 'a thousand' : 'thousands';
  const short = amount.replace(/\.?0+$/, '');
  const isRead = short === text ? 'is read with three decimals' : `is read as ${short}`;
  return `${text} ${isRead}; write ${inThousands} for ${many}`;
}

function inTwoWays(text: string, meanings: readonly AmountMeaning[], mark: DecimalMark | undefined): Failure {
  const said = meanings.map(({ amount, as }) => `${withMark(amount, mark)} (${as})`);
  const toWrite = meanings.map(({ amount }) => inQuotes(withMark(amount, mark)));
  const ways = `can be read in ${inWords(said.length)} ways`;
  return new Failure(
    'ambiguous_amount',
    `${JSON.stringify(text)} ${ways}: ${either(said)}`,
    `write ${either(toWrite)}`,
  );
}

/** A shell that takes a comma away leaves it in quotes. */
function inQuotes(amount: string): string {
  const word = inShell(amount);
  return word === amount && amount.includes(',') ? `'${amount}'` : word;
}

function unreadable(text: string, mark: DecimalMark | undefined): Failure {
  const what = `${JSON.stringify(text)} is not an amount`;
  const otherwise = readAmount(text);
  if (otherwise.is !== 'read') return new Failure('bad_amount', what, hintFor(text));
  return new Failure(
    'ambiguous_amount',
    `${what} with a decimal ${mark}`,
    `write ${withMark(otherwise.amount, mark)}`,
  );
}

/** Of `1,000` PowerShell makes `1 0`. */
function hintFor(text: string): string {
  const hadComma = process.platform === 'win32' && /^\S*\d \d/.test(text);
  if (hadComma)
    return 'write it without commas, or in quotes, as in "1,000": PowerShell makes blanks of commas';
  return 'write it as 1234.50';
}

function targetsIn(words: readonly string[]): string[] {
  const meant = words.filter((word) => !/^(?:to|in|and|=)$/.test(word));
  return meant.flatMap((word) => word.split(/[\s,]+/)).filter(Boolean);
}
