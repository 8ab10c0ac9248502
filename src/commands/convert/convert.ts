import type { App } from '../../app.ts';
import type { ExitCode } from '../../errors.ts';
import { decimalMarks } from '../../rates/decimal.ts';
import { type Command, days, define, type Given, inOutput, inWhat, output, voice, what } from '../options.ts';

import { conversionFormats, withFormat } from './print.ts';
import { convertFromFiles, convertFromSource } from './rates.ts';
import { readTyped } from './typed.ts';

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
  run: (app, given, words) => convert(words, given, app),
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

export async function convert([amount, from, to]: Words, options: Converting, app: App): Promise<ExitCode> {
  const format = withFormat(options, app);
  const { on, ...typed } = await readTyped([amount, from, ...to], format, app);
  const given = on === undefined ? format : { ...format, on };
  return given.rates === undefined
    ? convertFromSource(typed, given, app)
    : convertFromFiles(given.rates, typed, given, app);
}
