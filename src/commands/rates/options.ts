import { everyNames } from '../../calendar/period.ts';
import { takeNames } from '../../rates/aggregate.ts';
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
