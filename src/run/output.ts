import type { App, RunOptions } from '../app.ts';
import { Failure } from '../errors.ts';
import { openFile } from '../output/file.ts';
import type { Provenance } from '../output/format.ts';
import {
  endingOf,
  endingsOf,
  type FormatName,
  foreignEnding,
  formatNamed,
  formatNames,
  formatOfFile,
  formats,
  isRecordsFormat,
  type RecordsFormat,
  recordsFormats,
  writeRecords,
} from '../output/formats.ts';
import { isStdout, isTerminal, type Output, streamOutput, wantsAscii } from '../output/output.ts';
import type { Records } from '../output/records.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import type { Source } from '../sources/source.ts';
import { count, inPosixShell, inShell, withoutSecrets } from '../words.ts';

/** The options of these names. */
export interface OutputOptions<F extends string> {
  readonly format?: F | undefined;
  /** Undefined, or `-`: stdout. */
  readonly output?: string | undefined;
  /** False: csv and tsv without their first line. */
  readonly header: boolean;
  readonly decimal?: DecimalMark | undefined;
  readonly pager: boolean;
  /** It has colours of our own, and nothing of others that is not escaped. */
  readonly isColored?: boolean | undefined;
}

export type Listing = OutputOptions<RecordsFormat> & RunOptions;

export interface Printing<F extends string = RecordsFormat> extends OutputOptions<F> {
  readonly format: F;
}

/**
 * @param usual the format where nobody has said which
 * @throws a usage error if an option means nothing to the format, or the format to the file or the terminal
 */
export function printing<F extends string>(options: OutputOptions<F>, usual: NoInfer<F>, app: App) {
  return { ...options, format: resolveFormat<F | RecordsFormat>(options, usual, app, 'records') };
}

/** @param content of the file; of records, not all formats are known @throws a usage error, as `printing` */
export function resolveFormat<F extends string>(
  { format: typed, output: path, header }: OutputOptions<F>,
  usual: NoInfer<F>,
  app: App,
  content: 'rates' | 'records',
): F {
  const byEnding = typed || path === undefined ? typed : (formatByEnding(path, content) as F | undefined);
  const format = byEnding ?? usual;
  if (!header) checkFormat('--no-header', ['csv', 'tsv'], format);
  if (isTerminal(path, app) && formatNamed(format)?.binary)
    throw new Failure('wrong_format', `${format} is not for a terminal`, `-o ${content}${endingOf(format)}`);
  return format;
}

/** A command of one source has it in its run. */
export type AppWithSource = App & { readonly source?: Source };

export async function openOutput(
  { format, output: path, pager, isColored }: Partial<OutputOptions<string>>,
  app: App,
): Promise<Output> {
  const { host } = app;
  if (!isStdout(path)) return openFile(path, host.signal, isColored);
  const stream = isColored ? host.stdout.colored : host.stdout;
  const output = streamOutput(stream, 'standard output', host.signal);
  return format === 'table' && pager && host.stdout.isTTY ? throughPager(output, host, isColored) : output;
}

/** Holds the whole document back, and shows it in a pager if it is longer than the terminal. */
function throughPager(output: Output, { page }: App['host'], isColored: boolean | undefined): Output {
  let text = '';
  return {
    ...output,
    write: async (data) => {
      text += data;
    },
    close: async () => {
      if (!(await page(text, { isColored }))) await output.write(text);
    },
  };
}

/** Leaves the output as it was if the work fails. */
export async function withOutput<T>(
  to: Partial<OutputOptions<string>>,
  app: App,
  work: (output: Output) => Promise<T>,
): Promise<T> {
  const output = await openOutput(to, app);
  try {
    return await work(output);
  } catch (error) {
    await output.abandon();
    throw error;
  }
}

export function printRecords(records: Records, to: Printing, app: AppWithSource): Promise<void> {
  return withOutput(to, app, (output) => writeRecordsTo(records, to, output, app));
}

export async function writeRecordsTo(
  records: Records,
  { format, output: path, header, decimal = 'point' }: Printing,
  output: Output,
  app: AppWithSource,
): Promise<void> {
  const { host } = app;
  const layout = {
    noHeader: !header,
    decimal,
    width: isTerminal(path, app) ? host.stdout.columns || 120 : undefined,
    ascii: wantsAscii(host),
    provenance: format === 'xlsx' ? provenanceOf(app) : undefined,
  };
  for await (const piece of writeRecords(format, records, layout))
    if (piece.length > 0) await output.write(piece);
  await output.close();
  noteWritten(path, count(records.rows.length, 'row'), app);
}

export function noteWritten(path: string | undefined, extent: string, { host, reporter }: App): void {
  if (!isStdout(path) && host.stderr.isTTY) reporter.note(`wrote ${path}: ${extent}`);
}

export const formatsWith = (ability: 'wide' | 'decimal') =>
  formatNames.filter((name) => formats[name][ability]);

/** @throws a usage error if an option means nothing to the format */
export function checkFormat(option: string, works: readonly string[], format: string): void {
  if (works.includes(format)) return;

  const list = works.join(', ').replace(/, (\w+)$/, ' and $1');
  throw new Failure('options_conflict', `${option} works with ${list}, not with ${format}`);
}

/** @throws a usage error if a program expects a format in a file of this name that cannot be written to it */
function formatByEnding(path: string, content: 'rates' | 'records'): FormatName | undefined {
  const ending = foreignEnding(path);
  if (ending) {
    const endings = formatNames.flatMap((name) => endingsOf(name)).join(', ');
    const name = path.slice(0, -ending.length);
    const nearest = /^\.(xls|ods|numbers)/i.test(ending) ? 'xlsx' : 'csv';
    throw new Failure(
      'wrong_format',
      `--output: ratebook writes no ${ending} files, only ${endings}`,
      `-o ${inShell(formatOfFile(name) ? name : `${name}.${nearest}`)}, or -f csv to keep the name`,
    );
  }
  const format = formatOfFile(path);
  if (!format || content === 'rates' || isRecordsFormat(format)) return format;
  const words = `this command does not write ${format}, only ${recordsFormats.join(', ')}`;
  throw new Failure('wrong_format', `--output: ${words}`, '-f csv keeps the name');
}

export function provenanceOf({ host, source }: AppWithSource): Provenance {
  // quoted in one way, since a document is the same on every system
  const typed = ['ratebook', ...withoutPlace(host.argv)].map((word) => inPosixShell(withoutSecrets(word)));
  return { command: typed.join(' '), source };
}

/** Without `-o`, `-f` and `-q`, in all the ways to type them. */
function withoutPlace(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (/^(-q+|--quiet|-q*[of].+|--(output|format)=.*)$/s.test(word)) continue;
    if (/^(-q*[of]|--(output|format))$/.test(word)) at++;
    else words.push(word);
  }
  return words;
}
