import { define } from '../options.ts';
import { ofDays, ofSeries } from './options.ts';

export const historical = define({
  name: 'historical',
  description: 'Rates of one or more days.',
  examples: [
    ['ratebook historical yesterday', 'every currency'],
    ['ratebook historical 2024-01-17 -s EUR,GBP', 'two currencies'],
    ['ratebook historical 2024-01-17 --source ecb', 'real rates without a key'],
    ['ratebook historical 2023-12-29 2024-12-31 -f csv', 'two days, for a script'],
  ],
  options: ofDays,
  shape: (command) =>
    command.argument(
      '<day...>',
      "YYYY-MM-DD, '17 Jan 2024', yesterday, monday, or 7d for 7 days ago; in UTC",
    ),
  run: async (cli, given, [texts]) => (await import('./rates.ts')).historical(texts, given, cli),
});

export const latest = define({
  name: 'latest',
  description: 'The newest rates there are, of a day that may not be over yet.',
  examples: [
    ['ratebook latest', 'every currency'],
    ['ratebook latest -s EUR,GBP,JPY', 'three of them'],
    ['ratebook latest -b EUR -s USD -f json', 'for a script'],
    ['ratebook latest -s EUR -f value', 'the rate alone'],
  ],
  options: ofDays,
  run: async (cli, given) => (await import('./rates.ts')).latest(given, cli),
});

export const series = define({
  name: 'series',
  description: 'Rates of every day of a range, both ends included.',
  examples: [
    ['ratebook series 2024 -s EUR -f chart', 'a year as a chart'],
    ['ratebook series 2024-01 -s EUR,JPY', 'a month, a row per day'],
    ['ratebook series 2024 --every month -o means.csv', 'monthly means, into a file'],
    ['ratebook series 2024 --dry-run', 'what a year would cost'],
  ],
  options: ofSeries,
  shape: (command) =>
    command
      .argument('<start>', 'a day, a month YYYY-MM, a year YYYY, or 30d, last-month, 2024-Q1')
      .argument('[end]', 'the same, but 7d is the day 7 days ago; without it, <start> is the whole range'),
  run: async (cli, given, ends) => (await import('./rates.ts')).series(ends, given, cli),
});
