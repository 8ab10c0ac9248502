import { Option } from 'commander';
import { dayForms } from '../annotate/days.ts';
import { conversionFormats } from '../commands/convert/formats.ts';
import { formatNames, formatsOfADay } from '../output/formats.ts';
import { recordsFormats } from '../output/records/records.ts';
import { takeNames } from '../periods/figures.ts';
import { everyNames } from '../periods/period.ts';
import { rateRuleNames } from '../periods/rate-rules.ts';
import { decimalMarks } from '../rates/decimal.ts';
import { decimalCount, delimiterSign, percent, portNumber, wholeNumber } from './option-values.ts';

// Each option once, in its group: parser, help, man page and completions are made from these lines. The name of the
// placeholder decides what a shell completes.

const inWhat = {
  base: () => new Option('-b, --base <code>', 'currency that the rates are relative to (default: USD)'),
  symbols: () =>
    new Option(
      '-s, --symbols <codes>',
      "only these, separated by commas, in this order; '*' shows all",
    ).argParser((text: string, before: string | undefined) =>
      before === undefined ? text : `${before},${text}`,
    ),
  dateColumn: () => new Option('--date <column>', 'column with the day of each row').makeOptionMandatory(),
  amountColumn: () =>
    new Option('--amount <column>', 'column with the amount of each row').makeOptionMandatory(),
  fromColumn: () =>
    new Option(
      '--from <column>',
      'column with the currency of the amount, or one code for all rows',
    ).makeOptionMandatory(),
  toColumn: () =>
    new Option(
      '--to <column>',
      'column with the currency to convert to, or one code for all rows',
    ).makeOptionMandatory(),
  invert: () => new Option('--invert', 'one unit of each symbol in the base, instead of the reverse'),
  showAlternative: () =>
    new Option('--show-alternative', 'include alternative, black-market and digital currencies'),
  every: () =>
    new Option('--every <period>', 'one figure per period instead of one rate per day')
      .choices(everyNames)
      .conflicts(['raw', 'summary']),
  take: () =>
    new Option('--take <figure>', 'with --every: which figure of the days (default: mean)').choices(
      takeNames,
    ),
  weekdays: () => new Option('--weekdays', 'only Monday to Friday; other days are not fetched either'),
  on: () => new Option('--on <day>', 'convert at the rate of this day (default: the newest rate)'),
  rate: () =>
    new Option('--rate <rule>', 'which rate counts: that of the day, of another day, or a mean')
      .choices(rateRuleNames)
      .default('day'),
  threshold: () =>
    new Option('--threshold <percent>', 'rates that differ by this are a jump')
      .argParser(percent)
      .default(25),
  digits: () =>
    new Option('--digits <count>', "decimals of the result, 0 to 20 (default: the currency's)").argParser(
      decimalCount,
    ),
  dateFormat: () =>
    new Option('--date-format <form>', 'how all days are written (default: as each looks)').choices(dayForms),
  columnDecimal: () =>
    new Option(
      '--decimal <mark>',
      'of the amounts (default: as they look) and the added numbers (a point)',
    ).choices(decimalMarks),
  delimiter: () =>
    new Option(
      '--delimiter <sign>',
      'what is between the cells, such as , ; | or tab (default: as the header looks)',
    ).argParser(delimiterSign),
  since: () => new Option('--since <day>', 'first day of the archive; remembered for later runs'),
} satisfies Group;

const inOutput = {
  format: () =>
    new Option('-f, --format <format>', 'output format (default: table on a terminal, else csv)').choices(
      formatNames,
    ),
  fileFormat: () =>
    new Option('-f, --format <format>', 'format of the --to files (default: csv)').choices(formatsOfADay),
  recordsFormat: () =>
    new Option('-f, --format <format>', 'output format (default: table)').choices(recordsFormats),
  conversionFormat: () =>
    new Option('-f, --format <format>', 'output format (default: sentence)').choices(conversionFormats),
  conversionDecimal: () =>
    new Option(
      '--decimal <mark>',
      'comma: 0,955 (csv then has ; between cells; not with json or parquet)',
    ).choices(decimalMarks),
  listFormat: () =>
    new Option('-f, --format <format>', 'output format (default: table on a terminal, else csv)').choices(
      recordsFormats,
    ),
  output: () =>
    new Option('-o, --output <file>', 'write to this file, completely or not at all; - is stdout'),
  noHeader: () => new Option('--no-header', 'without the first line that names the columns (csv and tsv)'),
  prefix: () => new Option('--prefix <text>', 'put this before the names of the added columns, such as fx_'),
  to: () => new Option('--to <folder>', 'also keep one file per day in this folder (parquet: per year)'),
  wide: () => new Option('--wide', 'one column per currency (csv, tsv and table)'),
  decimal: () =>
    new Option('--decimal <mark>', 'comma: 0,955 (csv and tsv; csv then has ; between cells)').choices(
      decimalMarks,
    ),
  summary: () =>
    new Option('--summary', 'one row per currency: first, last, change, low, high, mean (table)').conflicts(
      'wide',
    ),
  raw: () =>
    new Option('--raw', "the service's answers exactly as they came (implies --no-store)")
      .implies({ store: false })
      .conflicts(['format', 'header', 'invert', 'decimal', 'wide', 'summary', 'offline', 'refresh']),
  prettyprint: () => new Option('--prettyprint', 'with --raw: ask the service for indented JSON'),
  noPager: () => new Option('--no-pager', 'print a long table straight to the terminal'),
  color: () => new Option('--color', 'use colour even if the output is not a terminal'),
  noColor: () => new Option('--no-color', 'no colour'),
} satisfies Group;

const inCost = {
  dryRun: () => new Option('--dry-run', 'print what would be requested and its cost, request nothing'),
  maxCost: () => new Option('--max-cost <requests>', 'refuse if the cost is higher').argParser(wholeNumber),
  costPerRun: () =>
    new Option('--max-cost <requests>', 'spend at most this per run (default: 100)').argParser(wholeNumber),
  dailyCost: () =>
    new Option('--max-cost <requests>', 'spend at most this per UTC day (default: confirm_above)').argParser(
      wholeNumber,
    ),
  reserve: () =>
    new Option(
      '--reserve <requests>',
      'leave this many for new days and look-ups (default: one a day, plus a tenth of the quota)',
    ).argParser(wholeNumber),
  yes: () => new Option('-y, --yes', 'do not ask for confirmation, whatever the cost'),
} satisfies Group;

const inStore = {
  noStore: () =>
    new Option('--no-store', 'neither read nor write the store').conflicts(['offline', 'refresh']),
  refresh: () => new Option('--refresh', 'fetch stored days and known gaps again').conflicts('offline'),
  offline: () => new Option('--offline', 'never open a connection; days that are not stored are gaps'),
  serveOffline: () => new Option('--offline', 'serve stored days only; never open a connection'),
} satisfies Group;

const inRun = {
  dryImport: () => new Option('--dry-run', 'print what would be imported, write nothing'),
  port: () =>
    new Option('--port <port>', 'port to listen on; 0 picks a free one').argParser(portNumber).default(8787),
  demo: () => new Option('--demo', 'use the built-in demonstration service: no key, made-up rates'),
  serveDemo: () =>
    new Option('--demo', 'serve made-up rates, to try out clients').conflicts(['offline', 'maxCost']),
  concurrency: () =>
    new Option('--concurrency <requests>', 'requests at the same time, 1 to 64 (default: 4)'),
  quiet: () => new Option('-q, --quiet', 'no notes on stderr, only errors'),
  debug: () => new Option('--debug', 'log each request, wait and result to stderr'),
} satisfies Group;

export const options = {
  ...under('What:', inWhat),
  ...under('Output:', inOutput),
  ...under('Cost:', inCost),
  ...under('Store:', inStore),
  ...under('Run:', inRun),
};

export type OptionName = keyof typeof options;

export const optionNames = Object.keys(options) as readonly OptionName[];

export const hasFlag = ({ short, long }: Option, flag: string) => short === flag || long === flag;

type Group = Readonly<Record<string, () => Option>>;

function under<G extends Group>(heading: string, group: G): G {
  const entries = Object.entries(group);
  return Object.fromEntries(entries.map(([name, make]) => [name, () => make().helpGroup(heading)])) as G;
}
