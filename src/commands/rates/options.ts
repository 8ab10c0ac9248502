import { everyNames } from '../../calendar/period.ts';
import { takeNames } from '../../rates/aggregate.ts';
import { days, inOutput, inWhat, type OptionsOf, output, reporting, what } from '../options.ts';

const first = [what.symbols, what.base, what.invert] as const;

const place = [output.output, output.noHeader] as const;

const notWithRaw = 'format header invert withoutOdd decimal wide summary offline refresh'.split(' ');

const last = [
  inOutput('--raw', "the service's answers exactly as they came (implies --no-store)")
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

/** Of Commander's options. */
interface TypedOption {
  readonly short?: string;
  readonly long?: string;
  /** It takes a value. */
  readonly required: boolean;
}

/** Where the words of a line stand that are neither options nor their values. */
export function argumentPlaces(argv: readonly string[], typed: readonly object[]): readonly number[] {
  const options = typed as readonly TypedOption[];
  const takesNext = (word: string) =>
    word.startsWith('--')
      ? options.some(({ long, required }) => long === word && required)
      : endsInValue(word.slice(1), options);

  const end = argv.indexOf('--');
  const places: number[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    const isOption = /^-./.test(word) && (end < 0 || at < end);
    if (isOption && takesNext(word)) at++;
    else if (!isOption && at !== end) places.push(at);
  }
  return places;
}

/**
 * Of short options in one word, `-qs EUR`, the last one may take the next word; `-sEUR` has its own value.
 */
function endsInValue(letters: string, options: readonly TypedOption[]): boolean {
  const at = Array.from(letters).findIndex((letter) =>
    options.some(({ short, required }) => short === `-${letter}` && required),
  );
  return at >= 0 && at === letters.length - 1;
}
