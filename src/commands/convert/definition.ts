import { decimalMarks } from '../../rates/decimal.ts';
import { type Command, define, Option, uses } from '../definition.ts';
import { outputOf, termsOf } from '../door.ts';
import { decimalCount } from '../option-values.ts';
import { days, output, under, voice, what } from '../options.ts';
import { conversionFormats } from './formats.ts';

const inWhat = under('What:', {
  on: () => new Option('--on <day>', 'convert at the rate of this day (default: the newest rate)'),
  digits: () =>
    new Option('--digits <count>', "decimals of the result, 0 to 20 (default: the currency's)").argParser(
      decimalCount,
    ),
});

const inOutput = under('Output:', {
  format: () =>
    new Option('-f, --format <format>', 'output format (default: sentence)').choices(conversionFormats),
  decimal: () =>
    new Option(
      '--decimal <mark>',
      'comma: 0,955, of the amount too (csv then has ; between cells; not with json or parquet)',
    ).choices(decimalMarks),
});

const options = [
  ...days,
  inWhat.on,
  what.rate,
  inWhat.digits,
  inOutput.format,
  output.output,
  output.noHeader,
  output.noPager,
  inOutput.decimal,
  ...voice,
] as const;

export const convert = define({
  name: 'convert',
  use: uses.rates,
  summary: 'an amount in other currencies',
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
  run: async (cli, given, [amount, from, to]) => {
    const { on, rate: rule, digits, color } = given;
    const converting = { on, rule, digits, output: outputOf(given), color, terms: termsOf(given) };
    return (await import('./convert.ts')).convert(amount, from, to, converting, cli);
  },
});

/** Commander takes `-1,234.50` for an option, but not if it starts with a typographic minus. */
function withNegativeAmounts(command: Command): Command {
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (words) => parse(words.map((word) => word.replace(/^-(?=[.,]?\d)/, '−')));
  return command;
}
