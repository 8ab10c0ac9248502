import type { Settings } from '../../config/settings.ts';
import { usageError } from '../../errors.ts';
import type { Document } from '../../output/format.ts';
import {
  endingOf,
  type FormatName,
  formatOfFile,
  formatsWithColumns,
  formatsWithDecimal,
  isBinary,
  isPicture,
  needsSymbols,
} from '../../output/formats.ts';
import type { Code } from '../../rates/code.ts';
import { type DayRates, derive, invert, pick, type ShownRates } from '../../rates/day-rates.ts';
import type { RatesOutput } from '../../run/output.ts';
import { checkFormat, formatsWithHeader, refuseForeign } from '../../run/records.ts';

export interface View {
  readonly base: Code;
  readonly inverted: boolean;
  /** In this order; undefined: all, sorted by code. */
  readonly symbols: readonly Code[] | undefined;
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

/** @throws a usage error if an option means nothing to it, or it to the file or the terminal */
export function formatOf(output: RatesOutput, settings: Settings, isTerminal: boolean): FormatName {
  const { path = '', raw } = output;
  if (!output.format && !raw) refuseForeign(path);
  const format =
    output.format ?? formatOfFile(path) ?? settings.format.value ?? (isTerminal ? 'table' : 'csv');
  if (output.wide) checkFormat('--wide', formatsWithColumns, format);
  if (output.decimal === 'comma') checkFormat('--decimal comma', formatsWithDecimal, format);
  if (!output.header) checkFormat('--no-header', formatsWithHeader, format);
  if (output.summary) checkFormat('--summary', ['table'], format);
  const { value: symbols, source } = settings.symbols;
  if (!raw && needsSymbols(format) && symbols === '*' && source !== 'option')
    throw usageError(
      `${format} needs symbols: a price file is read on every run`,
      "-s EUR,GBP selects some, -s '*' all",
    );
  if (isBinary(format) && isTerminal)
    throw usageError(`${format} is not for a terminal`, `-o rates${endingOf(format)}`);
  return format;
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
