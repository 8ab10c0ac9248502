import { isTerminal } from '../../app.ts';
import type { Day } from '../../calendar/day.ts';
import type { Settings } from '../../config/settings.ts';
import type { Code } from '../../currencies/code.ts';
import { twoBeside } from '../../currencies/names.ts';
import { isReplaced, publishedCode, publishedPair } from '../../currencies/replaced.ts';
import { Failure } from '../../errors.ts';
import { forUser } from '../../hint.ts';
import type { Document } from '../../output/format.ts';
import { type FormatName, formats, recordsFormats } from '../../output/formats.ts';
import { atFixedRates, pairRate } from '../../rates/cross.ts';
import {
  type DayRates,
  inSide,
  pairOf,
  pick,
  pivotOf,
  rateIn,
  relativeTo,
  type Side,
  sideOf,
} from '../../rates/day-rates.ts';
import { checkFormat, formatsWith, resolveFormat } from '../../run/output.ts';
import type { Run } from '../../run/run.ts';
import { inShell } from '../../words.ts';
import type { RatesOptions } from './options.ts';

/** The rates of a day that are shown. */
export interface View {
  readonly base: Code;
  readonly inverted: boolean;
  /** In this order; undefined: all, sorted by code. */
  readonly symbols: readonly Code[] | undefined;
}

/** Those whose rates are needed for these, on any of the days. */
export const publishedCodes = (codes: readonly Code[], days: readonly Day[]): ReadonlySet<Code> =>
  new Set(days.flatMap((day) => codes.map((code) => publishedCode(code, day))));

/** Undefined if the day has no rate for the base. */
export function show(day: DayRates, view: View): DayRates | undefined {
  const { base, symbols } = view;
  if ([base, ...(symbols ?? [])].some((code) => isReplaced(code, day.day)))
    return showAtFixedRates(day, view);
  const shown = relativeTo(day, sideOf(view));
  return shown && symbols ? pick(shown, symbols) : shown;
}

function showAtFixedRates(day: DayRates, view: View): DayRates | undefined {
  if (!rateIn(day, publishedCode(view.base, day.day))) return undefined;
  const side = sideOf(view);
  const all = () => [...new Set([...day.rates.keys(), pivotOf(day)])].sort();
  const rates = new Map<Code, number>();
  for (const code of view.symbols ?? all()) {
    const pair = publishedPair(...pairOf(side, code), day.day);
    const found = pairRate(day, pair.from, pair.to);
    if (found)
      rates.set(code, Number(pair.replaced.length > 0 ? atFixedRates(found, pair).rate : found.rate));
  }
  return inSide(day, side, rates);
}

/** @param published what the rates are relative to */
export function isDerived({ base, inverted, symbols }: View, published: Side): boolean {
  const pivot = pivotOf(published);
  const isSameWayRound = inverted === 'quote' in published;
  if (isSameWayRound) return base !== pivot;
  return !symbols?.every((code) => code === pivot || code === base);
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
