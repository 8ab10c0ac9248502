import { InvalidArgumentError, Option } from 'commander';
import { formatNames } from '../output/formats.ts';

/** Every option there is, each in one place; the placeholder's name says what a shell completes. */
export const options = {
  base: () => new Option('-b, --base <code>', 'currency that the rates are relative to (default: USD)'),
  symbols: () =>
    new Option('-s, --symbols <codes>', "only these, comma separated, in this order; '*' is all").argParser(
      (text: string, before: string | undefined) => (before === undefined ? text : `${before},${text}`),
    ),
  showAlternative: () =>
    new Option('--show-alternative', 'also alternative, black-market and digital currencies'),
  format: () =>
    new Option(
      '-f, --format <format>',
      'how to print the rates (default: table on a terminal, else csv)',
    ).choices(formatNames),
  fileFormat: () =>
    new Option('-f, --format <format>', 'format of the files of --to (default: csv)').choices(formatNames),
  json: () => new Option('-f, --format <format>', 'how to print it').choices(['table', 'json']),
  output: () => new Option('-o, --output <file>', 'write there, whole or not at all; - is stdout'),
  wide: () => new Option('--wide', 'one column a currency (csv and table)'),
  summary: () =>
    new Option('--summary', 'a row a currency: first, last, change, low, high, mean (table)').conflicts(
      'wide',
    ),
  noPager: () => new Option('--no-pager', 'print a long table straight to the terminal'),
  dryRun: () => new Option('--dry-run', 'print what would be asked and what it costs, ask nothing'),
  maxCost: () =>
    new Option('--max-cost <requests>', 'refuse where the cost is over this').argParser(wholeNumber),
  biteCost: () =>
    new Option('--max-cost <requests>', 'spend at most this in a run (default: 100)').argParser(wholeNumber),
  yes: () => new Option('-y, --yes', 'go ahead without asking, whatever the cost'),
  noStore: () =>
    new Option('--no-store', 'neither read nor write the store').conflicts(['offline', 'refresh']),
  refresh: () =>
    new Option('--refresh', 'ask again for days that are held, and for gaps').conflicts('offline'),
  offline: () => new Option('--offline', 'never open a connection: days not held are gaps'),
  raw: () =>
    new Option('--raw', "the service's bodies as they came (implies --no-store)")
      .implies({ store: false })
      .conflicts(['format', 'wide', 'summary', 'offline', 'refresh']),
  prettyprint: () => new Option('--prettyprint', 'with --raw: ask for the readable form'),
  since: () => new Option('--since <day>', 'first day of the archive; remembered'),
  to: () => new Option('--to <folder>', 'also keep a file a day there'),
  reserve: () =>
    new Option(
      '--reserve <requests>',
      'leave so many of the quota to new days and look-ups (default: one a day, and a tenth)',
    ).argParser(wholeNumber),
  demo: () => new Option('--demo', 'use the built-in demonstration service: no key, made-up rates'),
  concurrency: () => new Option('--concurrency <requests>', 'under way at once, 1 to 64 (default: 4)'),
  quiet: () => new Option('-q, --quiet', 'no notes on stderr; errors stay'),
  debug: () => new Option('--debug', 'each request, its wait and its outcome on stderr'),
  color: () => new Option('--color', 'colour, even where there is no terminal'),
  noColor: () => new Option('--no-color', 'no colour'),
  serveOffline: () => new Option('--offline', 'only what is held: never open a connection'),
  dailyCost: () =>
    new Option('--max-cost <requests>', 'spend at most this in a UTC day (default: confirm_above)').argParser(
      wholeNumber,
    ),
  serveDemo: () =>
    new Option('--demo', 'made-up rates, for trying out clients').conflicts(['offline', 'maxCost']),
  port: () =>
    new Option('--port <port>', 'where to listen; 0 takes a free one').argParser(portNumber).default(8787),
} satisfies Record<string, () => Option>;

export type OptionName = keyof typeof options;

const voice = ['quiet', 'debug', 'color', 'noColor'] as const;
const cost = ['dryRun', 'maxCost'] as const;
const origin = ['yes', 'raw', 'prettyprint', 'noStore', 'refresh', 'offline'] as const;
const choice = ['base', 'symbols', 'showAlternative', 'format', 'output'] as const;
const service = ['demo', 'concurrency'] as const;

/** What each command takes, in the order of its help. */
export const optionsOf = {
  historical: [...choice, ...cost, ...origin, ...service, 'noPager', ...voice],
  series: [...choice, 'wide', 'summary', ...cost, ...origin, ...service, 'noPager', ...voice],
  archive: [
    'since',
    'to',
    'fileFormat',
    'showAlternative',
    'dryRun',
    'biteCost',
    'reserve',
    ...service,
    ...voice,
  ],
  usage: ['json', ...voice],
  serve: ['port', 'serveOffline', 'dailyCost', 'serveDemo', 'concurrency', ...voice],
} satisfies Record<string, readonly OptionName[]>;

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is no whole number.');
  return Number(text);
}

function portNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) throw new InvalidArgumentError('It is no port.');
  return Number(text);
}
