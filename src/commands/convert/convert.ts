import type { App } from '../../app.ts';
import { type ExitCode, Failure } from '../../errors.ts';
import { type Amount, readAmount } from '../../rates/amount.ts';
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
  const named = words.join().split(',').filter(Boolean);
  const to = named.length > 0 ? named : words;
  const { digits, decimal } = options;
  const typed =
    from === 'in'
      ? { amount: undefined, from: amount, to, digits }
      : { amount: amountIn(amount, decimal, app.reporter), from, to, digits };
  return options.rates === undefined
    ? convertFromSource(typed, options, app)
    : convertFromFiles(options.rates, typed, options, app);
}

function amountIn(text: string, mark: DecimalMark | undefined, reporter: Pick<Reporter, 'note'>): Amount {
  const [meaning, ...others] = readAmount(text, mark);
  // as it was typed, before Commander could take it for an option
  const word = text.replace('−', '-');
  if (!meaning || others.length > 0) throw unclear(word, mark);
  const { amount, inThousands } = meaning;
  if (inThousands) {
    const short = amount.replace(/\.?0+$/, '');
    const isRead = short === word ? 'is read with three decimals' : `is read as ${short}`;
    const many = inThousands === '1000' ? 'a thousand' : 'thousands';
    reporter.note(`${word} ${isRead}; write ${inThousands} for ${many}`);
  }
  return amount;
}

/** Of a text that is not an amount, or can be several. */
function unclear(text: string, mark: DecimalMark | undefined): Failure {
  const meanings = readAmount(text, mark);
  const amounts = (meanings.length > 0 ? meanings : readAmount(text)).map(({ amount }) =>
    withMark(amount, mark),
  );
  const quoted = JSON.stringify(text);
  const none = `${quoted} is not an amount`;
  if (amounts.length === 0) return new Failure('bad_amount', none, 'write it as 1234.50');
  const words = meanings.map(({ as }, at) => `${amounts[at]} (${as})`);
  const message =
    words.length > 0
      ? `${quoted} can be read in ${inWords(words.length)} ways: ${either(words)}`
      : `${none} with a decimal ${mark}`;
  return new Failure('ambiguous_amount', message, `write ${either(amounts.map(inShell))}`);
}
