import type { Settings } from '../../config/settings.ts';
import { twoBeside } from '../../currencies/names.ts';
import { Failure } from '../../errors.ts';
import { forUser } from '../../hint.ts';
import type { Document } from '../../output/format.ts';
import { type FormatName, formatOfFile, formats, recordsFormats } from '../../output/formats.ts';
import { tooManyRows } from '../../output/xlsx/limits.ts';
import { checkFormat, formatsWith, refuseForeign, refuseOnTerminal } from '../../run/output.ts';
import { inShell } from '../../words.ts';
import type { Showing } from './options.ts';

/** @throws a usage error if an option, or where it goes, does not suit it */
export function formatOf(showing: Showing, settings: Settings, isTerminal: boolean): FormatName {
  const { output: path = '', raw, wide, summary, decimal, header } = showing;
  if (!showing.format && !raw) refuseForeign(path);
  const format: FormatName =
    showing.format ??
    formatOfFile(path) ??
    (summary ? 'table' : (settings.format.value ?? (isTerminal ? 'table' : 'csv')));

  if (wide) checkFormat('--wide', formatsWith('wide'), format);
  if (decimal === 'comma') checkFormat('--decimal comma', formatsWith('decimal'), format);
  if (!header) checkFormat('--no-header', formatsWith('delimited'), format);
  if (summary) checkFormat('--summary', recordsFormats, format);

  const { base, symbols } = settings;
  if (!raw && formats[format].needsSymbols && symbols.value === '*' && symbols.origin !== 'option')
    throw new Failure(
      'missing_option',
      `${format} needs symbols: a price file is read on every run`,
      `${optionFor(twoBeside(base.value))} selects some, -s ${inShell('*')} all`,
    );
  if (isTerminal) refuseOnTerminal(format, 'rates');
  return format;
}

interface Room {
  readonly days: number;
  /** Of all currencies, if none was named. */
  readonly symbols: number;
}

/** Before anything is spent. @throws a usage error for more rates than the format has room for */
export function checkRoom(format: FormatName, { days, symbols }: Room): void {
  const { mostRows = Number.POSITIVE_INFINITY } = formats[format];
  if (days * symbols > mostRows) throw tooManyRows();
}

const mostLines = 5;
const optionFor = (codes: readonly string[]) => `-s ${inShell(codes.join())}`;

/** @throws a usage error if the days, or how many currencies there are, do not suit the format */
export function checkSuits(format: FormatName, kind: Document['kind'], settings: Settings): void {
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

  const asked = origin === 'option' ? ['-b', base] : [];
  if (kind.of === 'days' && !kind.several)
    throw new Failure(
      'wrong_format',
      `${format} needs several days`,
      forUser('series', '30d', '-s', fitting.join(), ...asked, '-f', format),
    );
  if (count === 'all' || count > mostLines)
    throw new Failure(
      'wrong_format',
      `${format} shows 1 to ${mostLines} currencies, not ${count}`,
      optionFor(fitting),
    );
}
