import { isTerminal } from '../../app.ts';
import { everyNames } from '../../calendar/period.ts';
import type { Settings } from '../../config/settings.ts';
import { twoBeside } from '../../currencies/names.ts';
import { Failure } from '../../errors.ts';
import { forUser } from '../../hint.ts';
import type { Document } from '../../output/format.ts';
import { type FormatName, formats, recordsFormats } from '../../output/formats.ts';
import { takeNames } from '../../rates/aggregate.ts';
import { checkFormat, formatsWith, resolveFormat } from '../../run/output.ts';
import type { Run } from '../../run/run.ts';
import { inShell } from '../../words.ts';
import { days, inOutput, inWhat, type OptionsOf, output, reporting, what } from '../options.ts';

const first = [what.symbols, what.base, what.invert] as const;

const place = [output.output, output.noHeader] as const;

const notWithRaw = 'format header invert withoutOdd decimal wide summary offline refresh'.split(' ');

const last = [
  inOutput('--raw', "the service's responses, unchanged (implies --no-store)")
    .implies({ store: false })
    .conflicts(notWithRaw),
  inOutput('--prettyprint', 'with --raw: ask the service for indented JSON'),
  output.noPager,
  ...reporting,
] as const;

export const dayOptions = [...first, ...days, output.format, ...place, output.decimal, ...last] as const;

export const seriesOptions = [
  ...first,
  inWhat('--every <period>', 'one figure per period instead of one rate per day')
    .choices(everyNames)
    .conflicts(['raw', 'summary']),
  inWhat('--take <figure>', 'with --every: which figure of the days (default: mean)').choices(takeNames),
  inWhat('--weekdays', 'only Monday to Friday; other days are not fetched either'),
  ...days,
  output.format,
  output.output,
  inOutput(
    '--summary',
    'one row per currency: first, last, change, low and high with their days, mean',
  ).conflicts('wide'),
  inOutput('--wide', 'one column per currency (csv, tsv, xlsx and table)'),
  output.noHeader,
  output.decimal,
  ...last,
] as const;

/** `historical` and `latest` have no periods, no columns and no summary. */
export type RatesOptions = OptionsOf<typeof dayOptions> & Partial<OptionsOf<typeof seriesOptions>>;

/** The options of a line, each with its value: no words that are an argument. */
export function optionsIn(argv: readonly string[]): readonly string[] {
  const options: readonly { short?: string; long?: string; required: boolean }[] = seriesOptions;
  const valued = options.filter(({ required }) => required);
  // of `-qs EUR`, the last letter takes the next word; `-sEUR` has its value
  const letters = valued.map(({ short = '' }) => short.slice(1)).join('');
  const endsInValued = new RegExp(`^-[^-${letters}]*[${letters}]$`);

  const found: string[] = [];
  for (let at = 0; at < argv.length && argv[at] !== '--'; at++) {
    const word = argv[at] ?? '';
    const takesNext = endsInValued.test(word) || valued.some(({ long }) => long === word);
    if (/^-./.test(word)) found.push(...argv.slice(at, at + (takesNext ? 2 : 1)));
    if (takesNext) at++;
  }
  return found;
}

/** @throws a usage error if an option, the days or how many currencies there are do not suit it */
export function formatOf(options: RatesOptions, kind: Document['kind'], run: Run): FormatName {
  const { raw, wide, summary, decimal } = options;
  if (raw) return 'json';
  const { settings } = run;
  const usual = settings.format.value ?? (isTerminal(options.output, run) ? 'table' : 'csv');
  const format = resolveFormat<FormatName>(options, summary ? 'table' : usual, run, 'rates');
  if (wide) checkFormat('--wide', formatsWith('wide'), format);
  if (decimal === 'comma') checkFormat('--decimal comma', formatsWith('decimal'), format);
  if (summary) checkFormat('--summary', recordsFormats, format);

  const { base, symbols } = settings;
  if (formats[format].needsSymbols && symbols.value === '*' && symbols.origin !== 'option')
    throw new Failure(
      'missing_option',
      `${format} needs symbols: a price file is read on every run`,
      `${optionFor(twoBeside(base.value))} selects some, -s ${inShell('*')} all`,
    );
  checkSuits(format, kind, settings);
  return format;
}

const mostLines = 5;
const optionFor = (codes: readonly string[]) => `-s ${inShell(codes.join())}`;

function checkSuits(format: FormatName, kind: Document['kind'], settings: Settings) {
  const { picture, single } = formats[format];
  const { value: symbols } = settings.symbols;
  const { value: base, origin } = settings.base;
  const fitting = (symbols === '*' ? twoBeside(base) : symbols).slice(0, mostLines);
  const count = symbols === '*' ? 'all' : symbols.length;

  if (single && count !== 1)
    throw new Failure(
      'wrong_format',
      `${format} shows one currency, not ${count}`,
      optionFor(fitting.slice(0, 1)),
    );
  if (!picture) return;

  const baseOption = origin === 'option' ? ['-b', base] : [];
  if (kind.of === 'days' && !kind.several)
    throw new Failure(
      'wrong_format',
      `${format} needs several days`,
      forUser('series', '30d', '-s', fitting.join(), ...baseOption, '-f', format),
    );
  if (count === 'all' || count > mostLines)
    throw new Failure(
      'wrong_format',
      `${format} shows 1 to ${mostLines} currencies, not ${count}`,
      optionFor(fitting),
    );
}
