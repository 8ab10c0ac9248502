import type * as typed from '@commander-js/extra-typings';
import { InvalidArgumentError, Argument as UntypedArgument, Option as UntypedOption } from 'commander';
import type { App } from '../app.ts';
import { errorsForms } from '../config/settings.ts';
import type { ExitCode } from '../errors.ts';
import { formatNames, recordsFormats } from '../output/formats.ts';
import { decimalMarks } from '../rates/decimal.ts';
import { type BasicRule, rateRuleNames } from '../rates/rules.ts';
import { basesInWords, sourceChoices, sourcesInWords } from '../sources/table.ts';
import { inShell } from '../words.ts';

export type Command<Args extends unknown[] = []> = typed.Command<Args>;
const Option = UntypedOption as unknown as typeof typed.Option;
export const Argument = UntypedArgument as unknown as typeof typed.Argument;

/** Collects the values of a repeatable option. */
export function collected(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

export type Example = readonly [typed: string, meaning: string];

/** The type of the values that Commander makes of a list of options. */
export type OptionsOf<List extends readonly object[], Values = object> = List extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? OptionsOf<Rest, WithOption<Values, First>>
  : Values;

type WithOption<Values, One> =
  One extends typed.Option<
    infer Usage,
    infer Preset,
    infer Default,
    infer Coerced,
    infer Mandatory,
    infer Choice
  >
    ? typed.InferOptions<Values, Usage, Default, Coerced, Mandatory, Preset, Choice>
    : never;

/** A command, with the arguments that `shape` gives it. */
export interface Definition<
  Args extends unknown[] = unknown[],
  List extends readonly object[] = readonly object[],
> {
  readonly name: string;
  readonly description: string;
  /** Two to four, with which its help begins. */
  readonly examples: readonly Example[];
  readonly commands?: readonly Definition[];
  readonly options?: List;
  readonly shape?: (command: Command, app: App) => { readonly processedArgs: Args };
  readonly run?: (app: App, options: OptionsOf<List>, args: NoInfer<Args>) => ExitCode | Promise<ExitCode>;
}

export const define = <Args extends unknown[] = [], const List extends readonly object[] = []>(
  command: Definition<Args, List>,
) => command as unknown as Definition;

// Options of several commands; those of one command are in its own definition. Parser, help, man page and
// completions are made from these lines. The name of the placeholder decides what a shell completes.

/** Parses a number that looks like this, and is at most that. @param what such as `a port` */
export function numberIn(text: string, look: RegExp, what: string, maximum = Number.POSITIVE_INFINITY) {
  if (look.test(text) && Number(text) <= maximum) return Number(text);
  throw new InvalidArgumentError(`is not ${what}`);
}

export const wholeNumber = (text: string) => numberIn(text, /^\d{1,9}$/, 'a whole number of at least 0');

const decimalCount = (text: string) => numberIn(text, /^\d{1,2}$/, 'a whole number from 0 to 20', 20);

export const headings = ['What:', 'Output:', 'Cost:', 'Store:', 'Run:'] as const;

function under(heading: (typeof headings)[number]) {
  return <Flags extends string>(flags: Flags, meaning: string) =>
    new Option(flags, meaning).helpGroup(heading);
}

export const inWhat = under('What:');
export const inOutput = under('Output:');
export const inCost = under('Cost:');
export const inStore = under('Store:');
export const inRun = under('Run:');

const ruleWords: Readonly<Record<BasicRule, string>> = {
  day: 'the day itself',
  weekday: 'the day, or the last Monday to Friday before it',
  'weekday-before': 'the last Monday to Friday strictly before it',
  'last-published': 'the day, or the nearest before it that has the pair',
  'published-before': 'the nearest day strictly before it with the pair',
  'month-mean': 'mean of all days of its month',
  'weekday-mean': 'mean of Monday to Friday of its month',
  'month-end': 'last day of its month on which there are rates',
  'quarter-mean': 'mean of all days of its quarter',
  'quarter-end': 'last day of its quarter on which there are rates',
  'year-mean': 'mean of all days of its year',
  'year-end': 'last day of its year on which there are rates',
  'published-month-mean': 'as ministries do: a rounded mean, then divided',
  'published-quarter-mean': 'the same of its quarter',
  'published-year-mean': 'the same of its year',
};

/** For help. Rules of the period before have one line. */
export const ruleMeanings: readonly (readonly [rule: string, meaning: string])[] = [
  ...Object.entries(ruleWords),
  ['previous-...', 'such a rule of the period before: previous-month-mean'],
];

export const what = {
  source: inWhat('--source <source>', `whose rates: ${sourcesInWords}`)
    .choices(sourceChoices)
    .conflicts('demo'),
  base: inWhat('-b, --base <code>', `currency that the rates are relative to (default: ${basesInWords})`),
  symbols: inWhat(
    '-s, --symbols <codes>',
    `only these, separated by commas, in this order; ${inShell('*')} shows all`,
  ).argParser((text: string, before: string | undefined) =>
    before === undefined ? text : `${before},${text}`,
  ),
  invert: inWhat('--invert', 'one unit of each symbol in the base, instead of the reverse'),
  showAlternative: inWhat('--show-alternative', 'include alternative, black-market and digital currencies'),
  withoutOdd: inWhat('--without-odd', 'leave out rates that are out of line with the days around them'),
  digits: inWhat('--digits <count>', "decimals of the result, 0 to 20 (default: the currency's)").argParser(
    decimalCount,
  ),
  rate: inWhat(
    '--rate <rule>',
    'which rate counts, see Rules (default: day; last-published on a day when the source is closed)',
  ).choices(rateRuleNames),
  rates: inWhat('--rates <file>', 'use rates from a file (CSV or HMRC XML); repeatable')
    .argParser(collected)
    .conflicts(['source', 'demo', 'dryRun', 'refresh', 'withoutOdd']),
};

/** Its choices have a line of help each, below the options. */
export const isRateRule = (option: object): boolean => option === what.rate;

const format = '-f, --format <format>';
const tableOrCsv = 'output format (default: table on a terminal, else csv)';

export const output = {
  format: inOutput(format, tableOrCsv).choices(formatNames),
  listFormat: inOutput(format, tableOrCsv).choices(recordsFormats),
  recordsFormat: inOutput(format, 'output format (default: table)').choices(recordsFormats),
  output: inOutput('-o, --output <file>', 'write to this file, completely or not at all; - is stdout'),
  noHeader: inOutput('--no-header', 'omit the header row (csv and tsv)'),
  decimal: inOutput('--decimal <mark>', 'comma: 0,955 (csv and tsv; csv then has ; between cells)').choices(
    decimalMarks,
  ),
  noPager: inOutput('--no-pager', 'print a long table straight to the terminal'),
  color: inOutput('--color', 'use colour even if the output is not a terminal'),
  noColor: inOutput('--no-color', 'no colour'),
};

export const cost = {
  dryRun: inCost('--dry-run', 'print what would be requested and its cost, request nothing'),
  maxCost: inCost('--max-cost <requests>', 'refuse if the cost is higher').argParser(wholeNumber),
  yes: inCost('-y, --yes', 'do not ask for confirmation, whatever the cost'),
};

export const run = {
  demo: inRun('--demo', 'use the built-in demonstration service: no key, made-up rates'),
  concurrency: inRun('--concurrency <requests>', 'requests at the same time, 1 to 64 (default: 4)'),
  quiet: inRun('-q, --quiet', 'no notes on stderr; warnings and errors stay'),
  errors: inRun(
    '--errors <form>',
    'how errors and notes are written; json: a line each (default: text)',
  ).choices(errorsForms),
  debug: inRun('--debug', 'log each request, wait and result to stderr'),
};

export const reporting = [run.quiet, run.errors, run.debug, output.color, output.noColor] as const;

/**
 * The value has a name of its own: to Commander, what conflicts with `--no-store` would conflict with this,
 * too.
 */
const storeFolder = Object.assign(
  inStore('--store <folder>', 'where the stored days are, relative to the current folder').conflicts('store'),
  { attributeName: () => 'storeFolder' },
) as unknown as typed.Option<'--store-folder <folder>'>;

/** Whose days, and where they are stored. */
export const fromSource = [what.source, storeFolder] as const;

export const days = [
  what.source,
  what.showAlternative,
  what.withoutOdd,
  cost.dryRun,
  cost.maxCost,
  cost.yes,
  inStore('--no-store', 'neither read nor write the store').conflicts(['offline', 'refresh']),
  // only what follows `--no-store` leaves it its default
  storeFolder,
  inStore('--refresh', 'fetch stored and unavailable days again').conflicts('offline'),
  inStore('--offline', 'never open a connection; use stored days only'),
  run.demo,
  run.concurrency,
] as const;

export const place = [output.output, output.noHeader, output.noPager] as const;

export const records = [output.recordsFormat, ...place] as const;
