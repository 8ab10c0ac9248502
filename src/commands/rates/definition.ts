import { everyNames } from '../../periods/period.ts';
import { takeNames } from '../../periods/take.ts';
import { define, type Given } from '../definition.ts';
import { days, inOutput, inWhat, output, outputOf, termsOf, voice, what } from '../options.ts';

const first = [
  what.base,
  what.symbols,
  what.invert,
  ...days,
  output.format,
  output.output,
  output.noHeader,
] as const;

const last = [
  () =>
    inOutput('--raw', "the service's answers exactly as they came (implies --no-store)")
      .implies({ store: false })
      .conflicts(['format', 'header', 'invert', 'decimal', 'wide', 'summary', 'offline', 'refresh']),
  () => inOutput('--prettyprint', 'with --raw: ask the service for indented JSON'),
  output.noPager,
  ...voice,
] as const;

const ofDays = [...first, output.decimal, ...last] as const;

const ofSeries = [
  ...first,
  () =>
    inWhat('--every <period>', 'one figure per period instead of one rate per day')
      .choices(everyNames)
      .conflicts(['raw', 'summary']),
  () =>
    inWhat('--take <figure>', 'with --every: which figure of the days (default: mean)').choices(takeNames),
  () => inWhat('--weekdays', 'only Monday to Friday; other days are not fetched either'),
  () => inOutput('--wide', 'one column per currency (csv, tsv and table)'),
  output.decimal,
  () =>
    inOutput('--summary', 'one row per currency: first, last, change, low, high, mean (table)').conflicts(
      'wide',
    ),
  ...last,
] as const;

export const historical = define({
  name: 'historical',
  use: 'Rates:',
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
  use: 'Rates:',
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
  use: 'Rates:',
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

/** What to show of the days; base and symbols may also be configured. */
export type Showing = ReturnType<typeof showing>;

/** `historical` and `latest` have no columns and no summary. */
function showing(given: Given<typeof ofDays> & Partial<Given<typeof ofSeries>>) {
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
