import type { Settings } from '../config/settings.ts';
import { usageError } from '../errors.ts';
import { type FormatName, formatOfFile, formatsWithColumns } from '../output/formats.ts';
import type { Code } from '../rates/code.ts';
import { type DayRates, derive, pick } from '../rates/day-rates.ts';
import type { RatesOptions } from './options.ts';
import type { SettingOptions } from './setup.ts';

/** What a run shows of each day. */
export interface View {
  readonly base: Code;
  /** In this order; nothing: all, by code. */
  readonly symbols: readonly Code[] | undefined;
}

export function viewOf({ base, symbols }: Settings): View {
  return { base: base.value, symbols: symbols.value === '*' ? undefined : symbols.value };
}

/** The day's rates as they are shown; nothing where the base has none. */
export function show(day: DayRates, { base, symbols }: View): DayRates | undefined {
  const derived = derive(day, base);
  return derived && symbols ? pick(derived, symbols) : derived;
}

/** Options that override configured values. */
export function settingOptions(given: RatesOptions): SettingOptions {
  return { base: given.base, symbols: given.symbols };
}

/** The option, else the ending of the output file, else the configuration, else what suits the stream. */
export function formatOf(given: RatesOptions, settings: Settings, isTerminal: boolean): FormatName {
  const format =
    given.format ??
    formatOfFile(given.output ?? '') ??
    settings.format.value ??
    (isTerminal ? 'table' : 'csv');
  if (given.wide && !formatsWithColumns.includes(format))
    throw usageError(`--wide goes with csv and table, not with ${format}`);
  if (given.summary && format !== 'table') throw usageError(`--summary goes with table, not with ${format}`);
  return format;
}
