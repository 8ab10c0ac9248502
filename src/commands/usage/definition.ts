import { define, type Given, uses } from '../definition.ts';
import { output, voice } from '../options.ts';

const options = [output.json, ...voice] as const;

export type UsageOptions = Given<typeof options>;

export const usage = define({
  name: 'usage',
  use: uses.setUp,
  summary: 'plan, requests used and left this month',
  description: 'Your plan, and the requests used and left this month.',
  examples: [
    ['ratebook usage', 'what is left this month'],
    ['ratebook usage -f json', 'for a script'],
  ],
  options,
  run: async (cli, given) => (await import('./usage.ts')).usage(given, cli),
});
