import { daysInWords } from '../calendar/runs.ts';
import { type ExitCode, exit, usageError } from '../errors.ts';
import type { Plan } from '../fetch/plan.ts';
import type { Column, Records } from '../output/columns.ts';
import { endingsOf, foreignEnding, formatNames, formatOfFile } from '../output/formats.ts';
import { isRecordsFormat, type RecordsFormat, recordsFormats, written } from '../output/records.ts';
import type { Sink } from '../output/sink.ts';
import { type Json, jsonText } from '../rates/json.ts';
import { costLine } from '../report/kept.ts';
import { count, grouped } from '../words.ts';
import { type Cli, isTerminal, wantsAscii } from './host.ts';
import { type Output, openPlace, tellWritten, withSink } from './output.ts';

export interface Printing<F extends string = RecordsFormat> extends Output<F> {
  readonly format: F;
}

/**
 * @param usual the format where nobody has said which
 * @throws a usage error if an option means nothing to the format, or the format to the file or the terminal
 */
export function printing<F extends string>(asked: Output<F>, usual: NoInfer<F>, cli: Cli): Printing<F | RecordsFormat> {
  const format = asked.format ?? formatByEnding(asked.output) ?? usual;
  if (!asked.header) checkFormat('--no-header', formatsWithHeader, format);
  if (format === 'parquet' && isTerminal(asked.output, cli))
    throw usageError('parquet is not for a terminal', '-o records.parquet');
  return { ...asked, format };
}

function formatByEnding(path = ''): RecordsFormat | undefined {
  refuseForeign(path);
  const format = formatOfFile(path);
  if (!format || isRecordsFormat(format)) return format;
  throw usageError(
    `--output: this command does not write ${format}, only ${recordsFormats.join(', ')}`,
    '-f csv keeps the name',
  );
}

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

export const formatsWithHeader = ['csv', 'tsv'];

/** @throws a usage error if an option means nothing to the format */
export function checkFormat(option: string, works: readonly string[], format: string): void {
  if (works.includes(format)) return;
  const list = works.join(', ').replace(/, (\w+)$/, ' and $1');
  throw usageError(`${option} works with ${list}, not with ${format}`);
}

export async function withPlace<T>(to: Printing<string>, cli: Cli, work: (sink: Sink) => Promise<T>): Promise<T> {
  return withSink(await openPlace(to, cli), work);
}

export function printRecords<Item>(records: Records<Item>, to: Printing, cli: Cli): Promise<void> {
  return withPlace(to, cli, (sink) => writeRecords(records, to, sink, cli));
}

export async function writeRecords<Item>(
  records: Records<Item>,
  { format, output: path, header, decimal = 'point' }: Printing,
  sink: Sink,
  cli: Cli,
): Promise<void> {
  const { host } = cli;
  const width = isTerminal(path, cli) ? host.stdout.columns || 120 : Number.POSITIVE_INFINITY;
  const look = { noHeader: !header, decimal, width, ascii: wantsAscii(host) };
  const piece = await written(format, records, look);
  if (piece.length > 0) await sink.write(piece);
  await sink.finish();
  tellWritten(path, count(records.items.length, 'row'), cli);
}

const columns: readonly Column<Plan['requests'][number]>[] = [
  { name: 'endpoint', kind: 'text', of: ({ endpoint }) => endpoint },
  { name: 'start', kind: 'date', of: ({ run }) => run.first },
  { name: 'end', kind: 'date', of: ({ run }) => run.last },
  { name: 'cost', kind: 'integer', of: ({ cost }) => cost },
];

/** What the plan would ask for, as text on stdout, whatever else the run would write, and wherever. */
export async function printPlan(
  plan: Plan,
  { format, header = true }: { readonly format?: string | undefined; readonly header?: boolean },
  cli: Cli,
  { line, whole }: { readonly line: string; readonly whole: { readonly [name: string]: Json } } = wholeOf(plan),
): Promise<ExitCode> {
  cli.reporter.note(line);
  const { cost, requests: items } = plan;
  const requests = items.map((item) => Object.fromEntries(columns.map(({ name, of }) => [name, of(item)])));
  const records = {
    columns,
    items,
    foot: ['total', '', '', grouped(cost)],
    json: () => `${jsonText({ ...whole, cost, requests }, false)}\n`,
  };
  const isText = format !== undefined && format !== 'parquet' && isRecordsFormat(format);
  await printRecords(records, { format: isText ? format : 'table', header, pager: true }, cli);
  return exit.ok;
}

function wholeOf(plan: Plan) {
  const gaps = plan.gaps();
  const words = gaps.length > 0 ? `; ${count(gaps.length, 'gap')}: ${daysInWords(gaps)}` : '';
  const whole = { days: plan.days, held: plan.countHeld(), gaps: gaps.length, fetch: plan.missing };
  return { line: costLine(plan) + words, whole };
}
