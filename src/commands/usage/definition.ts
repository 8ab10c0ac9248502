import { define } from '../definition.ts';
import { records, voice, what } from '../options.ts';

export const usage = define({
  name: 'usage',
  use: 'Account and set-up:',
  summary: 'plan, requests used and left this month',
  description: 'Your plan, and the requests used and left this month.',
  examples: [
    ['ratebook usage', 'what is left this month'],
    ['ratebook usage -f json', 'for a script'],
  ],
  options: [what.source, ...records, ...voice],
  run: async (cli, given) => (await import('./usage.ts')).usage(given, cli),
});
