import type { App } from '../../app.ts';
import { writtenDay } from '../../calendar/parse.ts';
import type { ConversionWords } from '../../convert/words.ts';
import { Failure } from '../../errors.ts';
import { ratebook } from '../../hint.ts';
import { type Amount, type AmountMeaning, readAmount, withWholeAmount } from '../../rates/amount.ts';
import type { ConversionQuestion } from '../../rates/converted.ts';
import { type DecimalMark, withMark } from '../../rates/decimal.ts';
import type { Reporter } from '../../report/reporter.ts';
import { type Known, readUnit, readUnits } from '../../run/known-codes.ts';
import { either, inShell, inWords } from '../../words.ts';

/** The words of a conversion, whose currencies may be codes, signs or names. */
export interface Typed {
  /** Undefined: the rate is asked for. */
  readonly amount: Amount | undefined;
  readonly from: string;
  readonly to: readonly string[];
}

/** What words typed in any of the usual ways, and the option, ask for. @throws a usage error */
export async function readTyped(
  words: readonly string[],
  { on, decimal }: { readonly on?: string | undefined; readonly decimal?: DecimalMark | undefined },
  { host, reporter }: App,
): Promise<Typed & Pick<ConversionWords, 'on'>> {
  const sorted = await sortTyped(words, on, host.now());
  const { amount, to } = sorted;
  if (to.length === 0)
    throw new Failure(
      'missing_argument',
      'a currency to convert to is missing',
      ratebook('convert', '--help'),
    );
  return { ...sorted, amount: amount === undefined ? undefined : amountIn(amount, decimal, reporter) };
}

/** @throws a usage error for a currency that is not known */
export function questionOf(
  { amount, from, to }: Typed,
  digits: number | undefined,
  known: Known,
  reporter: Reporter,
): ConversionQuestion {
  const unit = readUnit(from, known, reporter);
  return { amount, from: unit, to: readUnits(to, known, reporter), digits };
}

/** @param on of the option, which may be the first word of a day. @throws a usage error */
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

function amountIn(text: string, mark: DecimalMark | undefined, reporter: Pick<Reporter, 'note'>): Amount {
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
