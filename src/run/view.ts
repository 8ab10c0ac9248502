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
  isBinary,
  isPicture,
} from '../output/formats.ts';
import type { Code } from '../rates/code.ts';
import { type DayRates, derive, pick } from '../rates/day-rates.ts';
import type { RatesOptions } from './options.ts';
import type { SettingOptions } from './setup.ts';

export interface View {
  readonly base: Code;
  /** In this order; undefined: all, sorted by code. */
  readonly symbols: readonly Code[] | undefined;
}

export function viewOf({ base, symbols }: Settings): View {
  return { base: base.value, symbols: symbols.value === '*' ? undefined : symbols.value };
}

/** Undefined if the day has no rate for the base. */
export function show(day: DayRates, { base, symbols }: View): DayRates | undefined {
  const derived = derive(day, base);
  return derived && symbols ? pick(derived, symbols) : derived;
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
  if (given.wide && !formatsWithColumns.includes(format))
    throw usageError(`--wide works with csv and table, not with ${format}`);
  if (given.summary && format !== 'table') throw usageError(`--summary works with table, not with ${format}`);
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
