import { Failure } from '../errors.ts';
import {
  endingOf,
  endingsOf,
  foreignEnding,
  formatNamed,
  formatNames,
  formatOfFile,
  formats,
  isRecordsFormat,
  type RecordsFormat,
  recordsFormats,
} from '../output/formats.ts';
import { inShell } from '../words.ts';

export const formatsWith = (ability: 'wide' | 'decimal' | 'delimited') =>
  formatNames.filter((name) => formats[name][ability]);

/** @throws a usage error if an option means nothing to the format */
export function checkFormat(option: string, works: readonly string[], format: string): void {
  if (works.includes(format)) return;

  const list = works.join(', ').replace(/, (\w+)$/, ' and $1');
  throw new Failure('options_conflict', `${option} works with ${list}, not with ${format}`);
}

/**
 * @throws a usage error if the format is one of bytes.
 * @param name of a file that they could be written to
 */
export function refuseOnTerminal(format: string, name: 'rates' | 'records'): void {
  if (!formatNamed(format)?.binary) return;
  throw new Failure('wrong_format', `${format} is not for a terminal`, `-o ${name}${endingOf(format)}`);
}

/** @throws a usage error if the format that the ending stands for has no records */
export function formatByEnding(path = ''): RecordsFormat | undefined {
  refuseForeign(path);
  const format = formatOfFile(path);
  if (!format || isRecordsFormat(format)) return format;

  const words = `this command does not write ${format}, only ${recordsFormats.join(', ')}`;
  throw new Failure('wrong_format', `--output: ${words}`, '-f csv keeps the name');
}

/** @throws a usage error if a program expects another format in a file of this name */
export function refuseForeign(path: string): void {
  const ending = foreignEnding(path);
  if (!ending) return;

  const endings = formatNames.flatMap((name) => endingsOf(name)).join(', ');
  const name = path.slice(0, -ending.length);
  const nearest = /^\.(xls|ods|numbers)/i.test(ending) ? 'xlsx' : 'csv';
  throw new Failure(
    'wrong_format',
    `--output: ratebook writes no ${ending} files, only ${endings}`,
    `-o ${inShell(formatOfFile(name) ? name : `${name}.${nearest}`)}, or -f csv to keep the name`,
  );
}
