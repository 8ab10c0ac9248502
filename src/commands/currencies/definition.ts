import { define } from '../definition.ts';
import { output, place, run, voice, what } from '../options.ts';

export const currencies = define({
  name: 'currencies',
  use: 'Rates:',
  summary: 'codes, names, decimals, first and last day',
  description: 'Codes, names and decimals of currencies, and the first and last stored day. Costs nothing.',
  examples: [
    ['ratebook currencies', 'all of them'],
    ['ratebook currencies franc', 'by part of a name'],
    ['ratebook currencies dollar canadian -f json', 'for a script'],
  ],
  options: [what.source, what.showAlternative, output.listFormat, ...place, run.demo, ...voice],
  shape: (command) => command.argument('[word...]', 'a code, a name or a part of either; all must match'),
  run: async (cli, given, [words]) => (await import('./currencies.ts')).currencies(words, given, cli),
});
