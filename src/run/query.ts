import type { RatesOptions } from '../cli/options.ts';
import type { KeyName } from '../config/keys.ts';
import type { Settings } from '../config/settings.ts';
import { usageError } from '../errors.ts';
import { type FormatName, formatOfFile } from '../output/format.ts';
import { isStdout } from '../output/sink.ts';
import type { Code } from '../rates/code.ts';
import type { Cli } from './host.ts';

/** The keys of the configuration that options stand over. */
export function settingOptions(given: RatesOptions): { readonly [K in KeyName]?: string | undefined } {
  return { base: given.base, symbols: given.symbols };
}

/** The currencies to show, in order; nothing: all. */
export function symbolsOf(settings: Settings): readonly Code[] | undefined {
  const { value } = settings.symbols;
  return value === '*' ? undefined : value;
}

/**
 * Refuses options that cannot go together.
 * @throws usage
 */
export function checkOptions(given: RatesOptions): void {
  if (given.prettyprint && !given.raw) throw usageError('--prettyprint goes with --raw');
  for (const [first, second] of apart(given))
    if (first && second) throw usageError(`${first} and ${second} do not go together`);
}

/** Pairs of options of which one at the most may be given. */
function apart(given: RatesOptions): (readonly [string | undefined, string | undefined])[] {
  const raw = given.raw && '--raw';
  const offline = given.offline && '--offline';
  const refresh = given.refresh && '--refresh';
  const noStore = given.store ? undefined : '--no-store';
  return [
    [raw, given.format && '--format'],
    [raw, given.wide && '--wide'],
    [raw, offline],
    [raw, refresh],
    [noStore, offline],
    [noStore, refresh],
    [offline, refresh],
  ];
}

/** The option, else the ending of the output file, else the configuration, else what suits the stream. */
export function formatOf(given: RatesOptions, settings: Settings, isTerminal: boolean): FormatName {
  const format =
    given.format ??
    formatOfFile(given.output ?? '') ??
    settings.format.value ??
    (isTerminal ? 'table' : 'csv');
  if (given.wide && format !== 'csv' && format !== 'table')
    throw usageError(`--wide goes with csv and table, not with ${format}`);
  return format;
}

/** Whether a person reads the data as it comes. */
export function isTerminal(path: string | undefined, { host }: Pick<Cli, 'host'>): boolean {
  return isStdout(path) && host.stdout.isTTY === true;
}
