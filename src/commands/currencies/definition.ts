import { define, type Given, Option, uses } from '../definition.ts';
import { output, run, under, voice, what } from '../options.ts';

const inOutput = under('Output:', {
  format: () =>
    new Option('-f, --format <format>', 'output format (default: table on a terminal, else csv)').choices([
      'table',
      'csv',
      'json',
    ]),
});

const options = [what.showAlternative, inOutput.format, output.noPager, run.demo, ...voice] as const;

export type CurrenciesOptions = Given<typeof options>;

export const currencies = define({
  name: 'currencies',
  use: uses.rates,
  summary: 'codes, names, decimals, first and last day',
  description: 'Codes, names and decimals of currencies, and the first and last stored day. Costs nothing.',
  examples: [
    ['ratebook currencies', 'all of them'],
    ['ratebook currencies franc', 'by part of a name'],
    ['ratebook currencies dollar canadian -f json', 'for a script'],
  ],
  options,
  shape: (command) => command.argument('[word...]', 'a code, a name or a part of either; all must match'),
  run: async (cli, given, [words]) => (await import('./currencies.ts')).currencies(words, given, cli),
});
