import { Chalk } from 'chalk';
import type { Day } from '../../calendar/day.ts';
import { mixedInWords } from '../../currencies/ended.ts';
import { fixedRateOf, publishedCode } from '../../currencies/replaced.ts';
import type { Unit } from '../../currencies/units.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { formatNamed, formats, type RecordsFormat, recordsFormats } from '../../output/formats.ts';
import type { Output } from '../../output/output.ts';
import type { Column } from '../../output/records.ts';
import { caveatsOf } from '../../rates/caveats.ts';
import type { Conversion, PrintedRate } from '../../rates/conversion.ts';
import type { ConversionQuestion, Converted } from '../../rates/converted.ts';
import { type DayRates, rateIn } from '../../rates/day-rates.ts';
import { type DecimalMark, inGroups, withMark } from '../../rates/decimal.ts';
import type { Receipts } from '../../rates/receipt.ts';
import { nameOfBasis, type RateBasis } from '../../rates/rules.ts';
import { noteFixed } from '../../report/coverage.ts';
import { type Reporter, wantsColor } from '../../report/reporter.ts';
import { type Cli, isTerminal } from '../../run/host.ts';
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
export function withFormat(given: Converting, cli: Cli): WithFormat {
  const { format } = printing(given, 'sentence', cli);
  if (given.decimal === 'comma') checkFormat('--decimal comma', formatsWithMark, format);
  const isColored =
    format === 'sentence' && wantsColor(given.color, cli.host.env, isTerminal(given.output, cli));
  return { ...given, format, isColored };
}

interface Answer {
  readonly converted: Converted;
  readonly receiptOf: Receipts;
  readonly whose: string;
  readonly given: WithFormat;
}

export async function print(
  { converted, receiptOf, whose, given }: Answer,
  output: Output,
  cli: Teller,
): Promise<void> {
  const { format, rate: rule } = given;
  const fixed = new Set(converted.conversions.flatMap((made) => made.fixed ?? []));
  // a sentence says it itself
  if (format !== 'sentence') noteFixed(fixed, cli.reporter);
  if (format !== 'sentence' && format !== 'value') {
    const more = rule?.endsWith('mean') ? countColumns(receiptOf) : [];
    const columns = [...conversionColumns, ...(formats[format].objects ? receiptColumns(receiptOf) : more)];
    return writeRecords({ columns, items: converted.conversions }, { ...given, format }, output, cli);
  }

  const text = format === 'value' ? values(converted, given) : paragraph(converted, whose, given, cli);
  if (text) await output.write(text);
  await output.close();
}

function values({ conversions }: Converted, { decimal }: WithFormat): string {
  return conversions.map(({ converted }) => `${withMark(converted, decimal)}\n`).join('');
}

function paragraph(
  converted: Converted,
  whose: string,
  { output, isColored, decimal = 'point' }: WithFormat,
  cli: Cli,
): string {
  const { host } = cli;
  const terminal = isTerminal(output, cli);
  const { dim } = new Chalk({ level: isColored ? 1 : 0 });
  const width = (terminal && host.stdout.columns) || 80;
  const source = isColored ? escapeControls(whose) : whose;
  return sentences(converted, { mark: decimal, width, isTerminal: terminal, whose: source, dim });
}

/** The date is text, as that of a mean is a month or a year. */
const conversionColumns: readonly Column<Conversion>[] = [
  { name: 'date', kind: 'text', of: ({ date }) => date },
  { name: 'from', kind: 'text', of: ({ from }) => from.name },
  { name: 'amount', kind: 'number', of: ({ amount }) => amount },
  { name: 'to', kind: 'text', of: ({ to }) => to.name },
  { name: 'rate', kind: 'number', of: ({ rate }) => rate.rate },
  { name: 'converted', kind: 'number', of: ({ converted }) => converted },
];

/** What a mean rests on, in any format. */
function countColumns(receiptOf: Receipts): readonly Column<Conversion>[] {
  const count = (made: Conversion) => receiptOf([made.from.code, made.to.code], made);
  return [
    { name: 'days', kind: 'integer', of: (made) => count(made).days },
    { name: 'of', kind: 'integer', optional: true, of: (made) => count(made).of ?? undefined },
  ];
}

/** What json and ndjson have beside the columns. */
function receiptColumns(receiptOf: Receipts): readonly Column<Conversion>[] {
  const receipt = (made: Conversion) => ({
    ...receiptOf([made.from.code, made.to.code], made),
    published: made.published ?? null,
  });
  const names = ['rule', 'derived', 'source', 'published', 'odd', 'table', 'days', 'of'] as const;
  return names.map((name) => ({
    name,
    kind: 'text',
    of: () => undefined,
    json: (made) => receipt(made)[name],
  }));
}

interface SentenceStyle {
  readonly mark: DecimalMark;
  /** Of a line, in terminal columns. */
  readonly width: number;
  readonly isTerminal: boolean;
  /** Who published the rates, or the name of their file. */
  readonly whose: string;
  /** Makes a line less prominent. */
  readonly dim: (line: string) => string;
}

/** Of conversions of the same day. */
function sentences(
  { conversions, when, mayChange, isMadeUp }: Converted,
  { mark, width, isTerminal, dim, whose }: SentenceStyle,
): string {
  if (conversions.length === 0) return '';
  const answers = conversions.map(({ amount, from, converted, to, isRate, rate }) => {
    const kinds = [isRate && rate.derived ? 'derived' : [], isMadeUp ? 'made-up rates' : []].flat();
    const end = kinds.length > 0 ? ` (${kinds.join(', ')})` : '';
    return `${inGroups(amount, mark)} ${from.name} = ${inGroups(converted, mark)} ${to.name}${end}`;
  });
  // those of a currency in itself, or fixed ones alone, are nobody's
  const isPublished = !isMadeUp && conversions.some(({ from, to, days }) => from.code !== to.code && days[0]);
  const fixed = new Set(conversions.flatMap((made) => made.fixed ?? []));
  const law = Array.from(fixed, (code) => `${code} fixed since ${fixedRateOf(code)?.since}`);
  const last = [isPublished ? `${when}, ${whose}` : when, ...law, mayChange ?? []].flat().join('; ');
  const rates = [
    ...bothWays(conversions, mark, width),
    ...wrap(last, isTerminal ? width : Number.POSITIVE_INFINITY),
  ].map((line) => dim(line));
  return `${[...answers, ...rates].join('\n')}\n`;
}

function bothWays(conversions: readonly Conversion[], mark: DecimalMark, width: number): string[] {
  const way = (from: Unit, { rate, derived }: PrintedRate, to: Unit) =>
    `1 ${from.name} = ${inGroups(rate, mark)} ${to.name}${derived ? ' (derived)' : ''}`;
  const pairs = conversions
    .filter(({ from, to }) => from.name !== to.name)
    .map(({ from, to, rate, back, isRate }) => [
      ...(isRate ? [] : [way(from, rate, to)]),
      ...(back ? [way(to, back, from)] : []),
    ]);
  const lines = pairs.map((ways) => ways.join(', ')).filter(Boolean);
  return lines.some((line) => line.length > width) ? pairs.flat() : lines;
}

interface Asked {
  /** Undefined: the newest day. */
  readonly asked: Day | undefined;
  readonly reporter: Pick<Reporter, 'problem'>;
}

/** What has to be known of the rates, each once, and which mean is refused. */
export function tellCaveats(
  { conversions, refused }: Converted,
  { from }: Pick<ConversionQuestion, 'from'>,
  { asked, reporter }: Asked,
): ExitCode {
  const caveats = conversions.flatMap((made) => {
    const found = { date: made.date, origin: made };
    return caveatsOf([made.from.code, made.to.code], found, asked);
  });
  for (const text of new Set(caveats.map((caveat) => caveat.text))) reporter.problem(text);
  for (const { to, mixed } of refused)
    reporter.problem(`no mean of ${from.name}/${to.name}: ${mixedInWords(mixed)}`);

  const isPartial = refused.length > 0 || caveats.some((caveat) => caveat.exit !== exit.ok);
  return isPartial ? exit.partial : exit.ok;
}

interface Answered {
  readonly question: ConversionQuestion;
  readonly converted: Converted;
  readonly days: readonly DayRates[];
  readonly basis: RateBasis;
  readonly on: Day;
}

/** Names the targets without a rate, where other days or targets have one. */
export function tellMissing(
  { question: { from, to: targets }, converted, days, basis, on }: Answered,
  { reporter }: { readonly reporter: Pick<Reporter, 'missing'> },
): ExitCode {
  if (days.length === 0) return exit.ok;
  const missing = targets.filter((to) => converted.conversions.every((made) => made.to !== to));
  const isOnNone = ({ code }: Unit) =>
    days.every((day) => rateIn(day, publishedCode(code, on)) === undefined);
  for (const to of missing) {
    // a code that no day has is named with the days
    const isNone = basis.of !== 'last' && [from, to].some(isOnNone);
    const isTold = isNone || converted.refused.some((refused) => refused.to === to);
    const why = `no rate for ${from.name}/${to.name} that counts for ${nameOfBasis(basis)}`;
    reporter.missing(to.name, isTold ? undefined : why);
  }
  return missing.length > 0 ? exit.partial : exit.ok;
}
