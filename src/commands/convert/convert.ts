import type { App } from '../../app.ts';
import { type ExitCode, Failure } from '../../errors.ts';
import { type Amount, type AmountMeaning, readAmount } from '../../rates/amount.ts';
import { type DecimalMark, decimalMarks, withMark } from '../../rates/decimal.ts';
import type { Reporter } from '../../report/reporter.ts';
import { either, inShell, inWords } from '../../words.ts';
import { days, define, inOutput, inWhat, type OptionsOf, output, reporting, what } from '../options.ts';
import { conversionFormats, withFormat } from './print.ts';
import { convertFromFiles, convertFromSource } from './rates.ts';

const options = [
  inWhat('--on <day>', 'convert at the rate of this day (default: the newest rate)'),
  what.rate,
  what.digits,
  what.rates,
  ...days,
  inOutput('-f, --format <format>', 'output format (default: sentence)').choices(conversionFormats),
  output.output,
  output.noHeader,
  output.noPager,
  inOutput(
    '--decimal <mark>',
    'comma: 0,955, of the amount too (csv then has ; between cells; not with json or parquet)',
  ).choices(decimalMarks),
  ...reporting,
] as const;

export type Converting = OptionsOf<typeof options>;

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
    command
      .argument('<amount>', '250, 1,234.50, 1.234,50, -5')
      .argument('<from>', 'its currency')
      .argument('<to...>', 'one or more others'),
  run: (app, options, words) => convert(words, options, app),
});

type Words = readonly [amount: string, from: string, to: readonly string[]];

/** @param words `AMOUNT FROM TO…`, or `FROM in TO…` where the rate is asked for */
export async function convert(
  [amount, from, words]: Words,
  converting: Converting,
  app: App,
): Promise<ExitCode> {
  const options = withFormat(converting, app);
  const to = words.flatMap((word) => word.split(',')).filter(Boolean);
  const typed =
    from === 'in'
      ? { amount: undefined, from: amount, to }
      : { amount: amountIn(amount, options.decimal, app.reporter), from, to };
  return options.rates === undefined
    ? convertFromSource(typed, options, app)
    : convertFromFiles(options.rates, typed, options, app);
}

function amountIn(text: string, mark: DecimalMark | undefined, reporter: Pick<Reporter, 'note'>): Amount {
  const meanings = readAmount(text, mark);
  const [meaning, ...others] = meanings;
  // as it was typed, before Commander could take it for an option
  const word = text.replace('−', '-');
  if (!meaning) throw unreadable(word, mark);
  if (others.length > 0) throw ambiguous(word, meanings, mark);
  const { amount, inThousands } = meaning;
  if (inThousands) {
    const short = amount.replace(/\.?0+$/, '');
    const isRead = short === word ? 'is read with three decimals' : `is read as ${short}`;
    const many = inThousands === '1000' ? 'a thousand' : 'thousands';
    reporter.note(`${word} ${isRead}; write ${inThousands} for ${many}`);
  }
  return amount;
}

function ambiguous(text: string, meanings: readonly AmountMeaning[], mark: DecimalMark | undefined) {
  const amounts = meanings.map(({ amount }) => withMark(amount, mark));
  const words = meanings.map(({ as }, at) => `${amounts[at]} (${as})`);
  const message = `${JSON.stringify(text)} can be read in ${inWords(words.length)} ways: ${either(words)}`;
  // a shell that takes a comma away leaves it in quotes
  const toWrite = amounts.map((amount) => (amount.includes(',') ? `'${amount}'` : inShell(amount)));
  return new Failure('ambiguous_amount', message, `write ${either(toWrite)}`);
}

function unreadable(text: string, mark: DecimalMark | undefined): Failure {
  const message = `${JSON.stringify(text)} is not an amount`;
  const [other, ...more] = readAmount(text);
  if (other && more.length === 0)
    return new Failure(
      'ambiguous_amount',
      `${message} with a decimal ${mark}`,
      `write ${withMark(other.amount, mark)}`,
    );
  // of `1,000` PowerShell makes `1 0`
  const hadComma = process.platform === 'win32' && /^\S*\d \d/.test(text);
  const hint = hadComma
    ? 'write it without commas, or in quotes, as in "1,000": PowerShell makes blanks of commas'
    : 'write it as 1234.50';
  return new Failure('bad_amount', message, hint);
}
