import { Chalk } from 'chalk';
import { type App, isTerminal } from '../../app.ts';
import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { mixedInWords } from '../../currencies/ended.ts';
import { fixedRateOf } from '../../currencies/replaced.ts';
import type { Unit } from '../../currencies/units.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { formatNamed, formats, type RecordsFormat, recordsFormats } from '../../output/formats.ts';
import type { Output } from '../../output/output.ts';
import type { Column } from '../../output/records.ts';
import { caveatsOf } from '../../rates/caveats.ts';
import type { Conversion, ConversionQuestion, Converted, PrintedRate } from '../../rates/conversion.ts';
import { type DecimalMark, inGroups, withMark } from '../../rates/decimal.ts';
import type { Receipts } from '../../rates/receipt.ts';
import { noteFixed } from '../../report/coverage.ts';
import { type Reporter, wantsColor } from '../../report/reporter.ts';
import { checkFormat, type Printing, printing, type Teller, writeRecords } from '../../run/output.ts';
import { escapeControls, wrap } from '../../words.ts';
import type { Converting } from './convert.ts';

type ConversionFormat = 'sentence' | 'value' | RecordsFormat;

export const conversionFormats: readonly ConversionFormat[] = ['sentence', ...recordsFormats, 'value'];

/** Their decimal mark may be a comma. */
const formatsWithMark = conversionFormats.filter((name) => {
  const format = formatNamed(name);
  return !format?.objects && !format?.binary;
});

export type WithFormat = Converting & Printing<ConversionFormat>;

/** @throws a usage error if an option means nothing to the format */
export function withFormat(options: Converting, app: App): WithFormat {
  const { format } = printing(options, 'sentence', app);
  if (options.decimal === 'comma') checkFormat('--decimal comma', formatsWithMark, format);
  const isColored =
    format === 'sentence' && wantsColor(options.color, app.host.env, isTerminal(options.output, app));
  return { ...options, format, isColored };
}

export interface ConversionResult {
  readonly question: Pick<ConversionQuestion, 'from' | 'to'>;
  readonly converted: Converted;
  readonly receiptOf: Receipts;
  /** Who published the rates, or the name of their file. */
  readonly whose: string;
}

/** Prints the conversions of a result, and closes the output. */
export async function print(
  result: ConversionResult,
  options: WithFormat,
  output: Output,
  app: Teller,
): Promise<void> {
  const { format, rate: rule, decimal } = options;
  const { conversions } = result.converted;
  // a sentence says it itself
  if (format !== 'sentence') noteFixed(fixedIn(conversions), app.reporter);
  if (format !== 'sentence' && format !== 'value') {
    const more = formats[format].objects
      ? receiptColumns(result.receiptOf)
      : rule?.endsWith('mean')
        ? countColumns(result.receiptOf)
        : [];
    const columns = [...conversionColumns, ...more];
    return writeRecords({ columns, items: conversions }, { ...options, format }, output, app);
  }

  const values = () => conversions.map(({ converted }) => `${withMark(converted, decimal)}\n`).join('');
  const text = format === 'value' ? values() : sentences(result, options, app);
  if (text) await output.write(text);
  await output.close();
}

const fixedIn = (conversions: readonly Conversion[]): ReadonlySet<Code> =>
  new Set(conversions.flatMap((made) => made.fixed ?? []));

/** The date is text, as that of a mean is a month or a year. */
const conversionColumns: readonly Column<Conversion>[] = [
  { name: 'date', kind: 'text', of: ({ date }) => date },
  { name: 'from', kind: 'text', of: ({ from }) => from.name },
  { name: 'amount', kind: 'number', of: ({ amount }) => amount },
  { name: 'to', kind: 'text', of: ({ to }) => to.name },
  { name: 'rate', kind: 'number', of: ({ rate }) => rate.rate },
  { name: 'converted', kind: 'number', of: ({ converted }) => converted },
];

/** How many days a mean rests on, in formats without objects. */
function countColumns(receiptOf: Receipts): readonly Column<Conversion>[] {
  const receipt = receiptFor(receiptOf);
  return [
    { name: 'days', kind: 'integer', of: (made) => receipt(made).days },
    { name: 'of', kind: 'integer', optional: true, of: (made) => receipt(made).of ?? undefined },
  ];
}

/** Additional members in json and ndjson. */
function receiptColumns(receiptOf: Receipts): readonly Column<Conversion>[] {
  const receipt = receiptFor(receiptOf);
  const names = ['rule', 'derived', 'source', 'published', 'odd', 'table', 'days', 'of'] as const;
  return names.map((name) => ({
    name,
    kind: 'text',
    of: () => undefined,
    json: (made) => receipt(made)[name],
  }));
}

const receiptFor = (receiptOf: Receipts) => (made: Conversion) => ({
  ...receiptOf([made.from.code, made.to.code], made),
  published: made.published ?? null,
});

/** Of conversions of the same day. */
function sentences(
  { converted, whose }: ConversionResult,
  { output, isColored = false, decimal: mark = 'point' }: WithFormat,
  app: App,
): string {
  const { conversions, when, mayChange, isMadeUp } = converted;
  if (conversions.length === 0) return '';
  const lines = conversions.map(({ amount, from, converted, to, isRate, rate }) => {
    const kinds = [...(isRate && rate.derived ? ['derived'] : []), ...(isMadeUp ? ['made-up rates'] : [])];
    const end = kinds.length > 0 ? ` (${kinds.join(', ')})` : '';
    return `${inGroups(amount, mark)} ${from.name} = ${inGroups(converted, mark)} ${to.name}${end}`;
  });

  const terminal = isTerminal(output, app);
  const width = (terminal && app.host.stdout.columns) || 80;
  const { dim } = new Chalk({ level: isColored ? 1 : 0 });
  // those of a currency in itself, or fixed ones alone, are nobody's
  const isPublished = !isMadeUp && conversions.some(({ from, to, days }) => from.code !== to.code && days[0]);
  const source = isColored ? escapeControls(whose) : whose;
  const law = Array.from(fixedIn(conversions), (code) => `${code} fixed since ${fixedRateOf(code)?.since}`);
  const last = [isPublished ? `${when}, ${source}` : when, ...law, mayChange ?? []].flat().join('; ');
  const rates = [
    ...rateLines(conversions, mark, width),
    ...wrap(last, terminal ? width : Number.POSITIVE_INFINITY),
  ];
  return `${[...lines, ...rates.map((line) => dim(line))].join('\n')}\n`;
}

/** The rates of each pair in both directions. */
function rateLines(conversions: readonly Conversion[], mark: DecimalMark, width: number): string[] {
  const words = (from: Unit, { rate, derived }: PrintedRate, to: Unit) =>
    `1 ${from.name} = ${inGroups(rate, mark)} ${to.name}${derived ? ' (derived)' : ''}`;
  const pairs = conversions
    .filter(({ from, to }) => from.name !== to.name)
    .map(({ from, to, rate, back, isRate }) => [
      ...(isRate ? [] : [words(from, rate, to)]),
      ...(back ? [words(to, back, from)] : []),
    ]);
  const lines = pairs.map((pair) => pair.join(', ')).filter(Boolean);
  return lines.some((line) => line.length > width) ? pairs.flat() : lines;
}

interface Reporting {
  /** Undefined: the newest day. */
  readonly asked: Day | undefined;
  /** Why a target has no rate; undefined if that is reported elsewhere. */
  readonly whyMissing: (to: Unit) => string | undefined;
  readonly reporter: Pick<Reporter, 'problem' | 'missing'>;
}

/** Reports caveats of the rates, each once, and the targets without a rate. */
export function reportResult(
  { question: { from, to: targets }, converted: { conversions, refused } }: ConversionResult,
  { asked, whyMissing, reporter }: Reporting,
): ExitCode {
  const caveats = conversions.flatMap((made) =>
    caveatsOf([made.from.code, made.to.code], { date: made.date, origin: made }, asked),
  );
  for (const text of new Set(caveats.map((caveat) => caveat.text))) reporter.problem(text);
  for (const { to, mixed } of refused)
    reporter.problem(`no mean of ${from.name}/${to.name}: ${mixedInWords(mixed)}`);

  const missing = targets.filter((to) => conversions.every((made) => made.to !== to));
  for (const to of missing)
    reporter.missing(to.name, refused.some((each) => each.to === to) ? undefined : whyMissing(to));

  const isPartial = missing.length > 0 || caveats.some((caveat) => caveat.exit !== exit.ok);
  return isPartial ? exit.partial : exit.ok;
}
