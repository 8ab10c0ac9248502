import { formatNames } from '../output/formats.ts';
import { recordsFormats } from '../output/records/records.ts';
import { rateRuleNames } from '../periods/rate-rules.ts';
import { decimalMarks } from '../rates/decimal.ts';
import { type MakeOption, Option } from './definition.ts';
import { wholeNumber } from './option-values.ts';

// What several commands take; what one takes alone stands in its own definition. Parser, help, man page and completions
// are made from these lines. The name of the placeholder decides what a shell completes.

/** Under which help lists options, in this order. */
export const headings = ['What:', 'Output:', 'Cost:', 'Store:', 'Run:'] as const;

export function under<G extends Readonly<Record<string, MakeOption>>>(
  heading: (typeof headings)[number],
  group: G,
): G {
  const grouped = (make: MakeOption) => () => (make() as InstanceType<typeof Option>).helpGroup(heading);
  return Object.fromEntries(Object.entries(group).map(([name, make]) => [name, grouped(make)])) as G;
}

export const what = under('What:', {
  base: () => new Option('-b, --base <code>', 'currency that the rates are relative to (default: USD)'),
  symbols: () =>
    new Option(
      '-s, --symbols <codes>',
      "only these, separated by commas, in this order; '*' shows all",
    ).argParser((text: string, before: string | undefined) =>
      before === undefined ? text : `${before},${text}`,
    ),
  invert: () => new Option('--invert', 'one unit of each symbol in the base, instead of the reverse'),
  showAlternative: () =>
    new Option('--show-alternative', 'include alternative, black-market and digital currencies'),
  withoutOdd: () =>
    new Option('--without-odd', 'leave out rates that are out of line with the days around them'),
  rate: () =>
    new Option('--rate <rule>', 'which rate counts: that of the day, of another day, or a mean')
      .choices(rateRuleNames)
      .default('day'),
});

export const output = under('Output:', {
  format: () =>
    new Option('-f, --format <format>', 'output format (default: table on a terminal, else csv)').choices(
      formatNames,
    ),
  records: () =>
    new Option('-f, --format <format>', 'output format (default: table)').choices(recordsFormats),
  output: () =>
    new Option('-o, --output <file>', 'write to this file, completely or not at all; - is stdout'),
  noHeader: () => new Option('--no-header', 'without the first line that names the columns (csv and tsv)'),
  decimal: () =>
    new Option('--decimal <mark>', 'comma: 0,955 (csv and tsv; csv then has ; between cells)').choices(
      decimalMarks,
    ),
  raw: () =>
    new Option('--raw', "the service's answers exactly as they came (implies --no-store)")
      .implies({ store: false })
      .conflicts([
        'format',
        'header',
        'invert',
        'withoutOdd',
        'decimal',
        'wide',
        'summary',
        'offline',
        'refresh',
      ]),
  prettyprint: () => new Option('--prettyprint', 'with --raw: ask the service for indented JSON'),
  noPager: () => new Option('--no-pager', 'print a long table straight to the terminal'),
  color: () => new Option('--color', 'use colour even if the output is not a terminal'),
  noColor: () => new Option('--no-color', 'no colour'),
});

export const cost = under('Cost:', {
  dryRun: () => new Option('--dry-run', 'print what would be requested and its cost, request nothing'),
  maxCost: () => new Option('--max-cost <requests>', 'refuse if the cost is higher').argParser(wholeNumber),
  yes: () => new Option('-y, --yes', 'do not ask for confirmation, whatever the cost'),
});

export const store = under('Store:', {
  noStore: () =>
    new Option('--no-store', 'neither read nor write the store').conflicts(['offline', 'refresh']),
  refresh: () => new Option('--refresh', 'fetch stored days and known gaps again').conflicts('offline'),
  offline: () => new Option('--offline', 'never open a connection; days that are not stored are gaps'),
});

export const run = under('Run:', {
  demo: () => new Option('--demo', 'use the built-in demonstration service: no key, made-up rates'),
  concurrency: () =>
    new Option('--concurrency <requests>', 'requests at the same time, 1 to 64 (default: 4)'),
  quiet: () => new Option('-q, --quiet', 'no notes on stderr, only errors'),
  debug: () => new Option('--debug', 'log each request, wait and result to stderr'),
});

/** How a run speaks, for every command that can say something. */
export const voice = [run.quiet, run.debug, output.color, output.noColor] as const;

/** Where the days come from, and what they may cost. */
export const days = [
  what.showAlternative,
  what.withoutOdd,
  cost.dryRun,
  cost.maxCost,
  cost.yes,
  store.noStore,
  store.refresh,
  store.offline,
  run.demo,
  run.concurrency,
] as const;

/** How and where records are printed. */
export const records = [output.records, output.output, output.noHeader, output.noPager] as const;
