import type { Settings } from '../config/settings.ts';
import { usageError } from '../errors.ts';
import type { Document } from '../output/format.ts';
import {
  endingOf,
  endingsOf,
  type FormatName,
  foreignEnding,
  formatNames,
  formatOfFile,
  formatsWithColumns,
  formatsWithDecimal,
  isBinary,
  isPicture,
  needsSymbols,
} from '../output/formats.ts';
import type { Code } from '../rates/code.ts';
import { type DayRates, derive, invert, pick, type ShownRates } from '../rates/day-rates.ts';
import type { RatesOptions } from './options.ts';
import type { SettingOptions } from './setup.ts';

export interface View {
  readonly base: Code;
  readonly inverted: boolean;
  /** In this order; undefined: all, sorted by code. */
  readonly symbols: readonly Code[] | undefined;
}

export function viewOf({ base, symbols }: Settings, { invert }: Pick<RatesOptions, 'invert'>): View {
  return {
    base: base.value,
    inverted: invert === true,
    symbols: symbols.value === '*' ? undefined : symbols.value,
  };
}

/** Undefined if the day has no rate for the base. */
export function show(day: DayRates, { base, inverted, symbols }: View): ShownRates | undefined {
  const shown = inverted ? invert(day, base) : derive(day, base);
  return shown && symbols ? pick(shown, symbols) : shown;
}

/** Whether any shown rate is computed, where they are published in this base. */
export function isDerived({ base, inverted, symbols }: View, published: Code): boolean {
  if (!inverted) return base !== published;
  return !symbols?.every((code) => code === published || code === base);
}

export function settingOptions(given: RatesOptions): SettingOptions {
  return { base: given.base, symbols: given.symbols };
}

function refuseForeign(path: string): void {
  const ending = foreignEnding(path);
  if (!ending) return;
  const endings = formatNames.flatMap((name) => endingsOf(name)).join(', ');
  const name = path.slice(0, -ending.length);
  throw usageError(
    `--output: ratebook writes no ${ending} files, only ${endings}`,
    `-o ${formatOfFile(name) ? name : `${name}.csv`}, or -f csv to keep the name`,
  );
}

export function formatOf(given: RatesOptions, settings: Settings, isTerminal: boolean): FormatName {
  if (!given.format && !given.raw) refuseForeign(given.output ?? '');
  const format =
    given.format ??
    formatOfFile(given.output ?? '') ??
    settings.format.value ??
    (isTerminal ? 'table' : 'csv');
  if (given.wide) checkFormat('--wide', formatsWithColumns, format);
  if (given.decimal === 'comma') checkFormat('--decimal comma', formatsWithDecimal, format);
  if (given.summary) checkFormat('--summary', ['table'], format);
  if (!given.raw) checkChosen(format, settings);
  if (isBinary(format) && isTerminal)
    throw usageError(`${format} is not for a terminal`, `-o rates${endingOf(format)}`);
  return format;
}

/** @throws a usage error if the format needs symbols, and nobody has said which */
function checkChosen(format: FormatName, { symbols }: Settings): void {
  if (!needsSymbols(format) || symbols.value !== '*' || symbols.source === 'option') return;
  throw usageError(
    `${format} needs symbols: a price file is read on every run`,
    "-s EUR,GBP selects some, -s '*' all",
  );
}

/** @throws a usage error if an option means nothing to the format */
export function checkFormat(option: string, works: readonly string[], format: string): void {
  if (works.includes(format)) return;
  const list = works.join(', ').replace(/, (\w+)$/, ' and $1');
  throw usageError(`${option} works with ${list}, not with ${format}`);
}

const mostLines = 5;

/** @throws a usage error if the format cannot show this */
export function checkPicture(format: FormatName, kind: Document['kind'], { symbols }: View): void {
  if (!isPicture(format)) return;
  if (kind.of === 'days' && !kind.several)
    throw usageError(`${format} needs several days`, `ratebook series <start> [end] -f ${format}`);
  const count = symbols?.length ?? 'all';
  if (count === 'all' || count > mostLines)
    throw usageError(`${format} shows 1 to ${mostLines} currencies, not ${count}`, '-s EUR,GBP');
}
