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
  formats,
} from '../output/formats.ts';
import type { RatesOutput } from './output.ts';
import type { View } from './view.ts';

/** @throws a usage error if an option means nothing to it, or it to the file or the terminal */
export function formatOf(output: RatesOutput, settings: Settings, isTerminal: boolean): FormatName {
  const { path = '', raw } = output;
  if (!output.format && !raw) refuseForeign(path);
  const format =
    output.format ?? formatOfFile(path) ?? settings.format.value ?? (isTerminal ? 'table' : 'csv');
  if (output.wide) checkFormat('--wide', formatsWith('wide'), format);
  if (output.decimal === 'comma') checkFormat('--decimal comma', formatsWith('decimal'), format);
  if (!output.header) checkFormat('--no-header', formatsWithHeader, format);
  if (output.summary) checkFormat('--summary', ['table'], format);
  if (!raw) checkChosen(format, settings);
  if (formats[format].binary && isTerminal)
    throw usageError(`${format} is not for a terminal`, `-o rates${endingOf(format)}`);
  return format;
}

const formatsWith = (ability: 'wide' | 'decimal') => formatNames.filter((name) => formats[name][ability]);

/** @throws a usage error if a program expects another format in a file of this name */
export function refuseForeign(path: string): void {
  const ending = foreignEnding(path);
  if (!ending) return;
  const endings = formatNames.flatMap((name) => endingsOf(name)).join(', ');
  const name = path.slice(0, -ending.length);
  throw usageError(
    `--output: ratebook writes no ${ending} files, only ${endings}`,
    `-o ${formatOfFile(name) ? name : `${name}.csv`}, or -f csv to keep the name`,
  );
}

/** @throws a usage error if the format needs symbols, and nobody has said which */
function checkChosen(format: FormatName, { symbols }: Settings): void {
  if (!formats[format].needsSymbols || symbols.value !== '*' || symbols.source === 'option') return;
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

/** A first line that is no row. */
export const formatsWithHeader = ['csv', 'tsv'];

const mostLines = 5;

/** @throws a usage error if the format cannot show this */
export function checkPicture(format: FormatName, kind: Document['kind'], { symbols }: View): void {
  if (!formats[format].picture) return;
  if (kind.of === 'days' && !kind.several)
    throw usageError(`${format} needs several days`, `ratebook series <start> [end] -f ${format}`);
  const count = symbols?.length ?? 'all';
  if (count === 'all' || count > mostLines)
    throw usageError(`${format} shows 1 to ${mostLines} currencies, not ${count}`, '-s EUR,GBP');
}
