import { everyNames } from '../../periods/period.ts';
import { takeNames } from '../../periods/take.ts';
import { define, type Given, Option, uses } from '../definition.ts';
import { outputOf, termsOf } from '../door.ts';
import { days, output, under, voice, what } from '../options.ts';
import type { Showing } from './rates.ts';

const inWhat = under('What:', {
  every: () =>
    new Option('--every <period>', 'one figure per period instead of one rate per day')
      .choices(everyNames)
      .conflicts(['raw', 'summary']),
  take: () =>
    new Option('--take <figure>', 'with --every: which figure of the days (default: mean)').choices(
      takeNames,
    ),
  weekdays: () => new Option('--weekdays', 'only Monday to Friday; other days are not fetched either'),
});

const inOutput = under('Output:', {
  wide: () => new Option('--wide', 'one column per currency (csv, tsv and table)'),
  summary: () =>
    new Option('--summary', 'one row per currency: first, last, change, low, high, mean (table)').conflicts(
      'wide',
    ),
});

const choice = [what.base, what.symbols, what.invert] as const;
const asItCame = [output.raw, output.prettyprint] as const;

const ofDays = [
  ...choice,
  ...days,
  output.format,
  output.output,
  output.noHeader,
  output.decimal,
  ...asItCame,
  output.noPager,
  ...voice,
] as const;

const ofSeries = [
  ...choice,
  ...days,
  inWhat.every,
  inWhat.take,
  inWhat.weekdays,
  output.format,
  output.output,
  output.noHeader,
  inOutput.wide,
  output.decimal,
  inOutput.summary,
  ...asItCame,
  output.noPager,
  ...voice,
] as const;

export const historical = define({
  name: 'historical',
  use: uses.rates,
  summary: 'rates of one or more days',
  description: 'Rates of one or more days.',
  examples: [
    ['ratebook historical yesterday', 'every currency'],
    ['ratebook historical 2024-01-17 -s EUR,GBP', 'two currencies'],
    ['ratebook historical 2024-01-17 -b EUR -s USD', 'dollars for a euro'],
    ['ratebook historical 2023-12-29 2024-12-31 -f csv', 'two days, for a script'],
  ],
  options: ofDays,
  shape: (command) => command.argument('<day...>', 'YYYY-MM-DD, today or yesterday, in UTC'),
  run: async (cli, given, [texts]) => (await import('./rates.ts')).historical(texts, showing(given), cli),
});

export const latest = define({
  name: 'latest',
  use: uses.rates,
  summary: 'the newest rates there are',
  description: 'The newest rates there are: those of the day that is not over yet.',
  examples: [
    ['ratebook latest', 'every currency'],
    ['ratebook latest -s EUR,GBP,JPY', 'three of them'],
    ['ratebook latest -b EUR -s USD -f json', 'for a script'],
  ],
  options: ofDays,
  run: async (cli, given) => (await import('./rates.ts')).latest(showing(given), cli),
});

export const series = define({
  name: 'series',
  use: uses.rates,
  summary: 'every day of a range',
  description: 'Rates of every day of a range, both ends included.',
  examples: [
    ['ratebook series 2024-01 -s EUR,JPY', 'a month, a row per day'],
    ['ratebook series 2024 -s EUR --summary', 'a year in a few figures'],
    ['ratebook series 2024 --every month -o means.csv', 'monthly means, into a file'],
    ['ratebook series 2024 --dry-run', 'what a year would cost'],
  ],
  options: ofSeries,
  shape: (command) =>
    command
      .argument('<start>', 'a day, a month YYYY-MM or a year YYYY')
      .argument('[end]', 'the same; without it, the range is the day, month or year of <start>'),
  run: async (cli, given, [start, end]) => {
    const { every, take, weekdays = false } = given;
    return (await import('./rates.ts')).series({ start, end, every, take, weekdays }, showing(given), cli);
  },
});

/** `historical` and `latest` have no columns and no summary. */
function showing(given: Given<typeof ofDays> & Partial<Given<typeof ofSeries>>): Showing {
  return {
    base: given.base,
    symbols: given.symbols,
    inverted: given.invert === true,
    prettyprint: given.prettyprint === true,
    terms: termsOf(given),
    output: {
      ...outputOf(given),
      color: given.color,
      wide: given.wide === true,
      summary: given.summary === true,
      raw: given.raw === true,
    },
  };
}
