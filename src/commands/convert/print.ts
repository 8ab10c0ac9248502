import type { App } from '../../app.ts';
import { type Day, parseDay, weekdayOf } from '../../calendar/day.ts';
import type { Unit } from '../../currencies/code.ts';
import { fixedRateOf } from '../../currencies/replaced.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { formatNamed, formats, type RecordsFormat, recordsFormats } from '../../output/formats.ts';
import { isTerminal, type Output } from '../../output/output.ts';
import type { Columns, Records } from '../../output/records.ts';
import { type Colors, loadColors, styledLines } from '../../output/table/columns.ts';
import { ratedDaysInWords } from '../../rates/aggregate.ts';
import { type Conversion, isConversion, type TargetResult } from '../../rates/conversion.ts';
import { inGroups, withMark } from '../../rates/decimal.ts';
import { caveatsOf, type ReceiptTerms, receiptOf } from '../../rates/found-rate.ts';
import { noteFixed } from '../../report/coverage.ts';
import { type Reporter, wantsColor } from '../../report/reporter.ts';
import {
  type AppWithSource,
  checkFormat,
  type Printing,
  resolveFormat,
  writeRecordsTo,
} from '../../run/output.ts';
import { escapeControls, wrap } from '../../words.ts';
import type { Converting } from './convert.ts';

type ConversionFormat = 'sentence' | 'value' | RecordsFormat;

export const conversionFormats: readonly ConversionFormat[] = ['sentence', ...recordsFormats, 'value'];

export type WithFormat = Converting & Printing<ConversionFormat>;

/** @throws a usage error if an option means nothing to the format */
export function withFormat(options: Converting, app: App): WithFormat {
  const format = resolveFormat<ConversionFormat>(options, 'sentence', app, 'records');
  const hasMark = (name: string) => !formatNamed(name)?.objects && !formatNamed(name)?.binary;
  if (options.decimal === 'comma') checkFormat('--decimal comma', conversionFormats.filter(hasMark), format);
  const isColored =
    format === 'sentence' && wantsColor(options.color, app.host.env, isTerminal(options.output, app));
  return { ...options, format, isColored };
}

interface ConversionResult {
  /** Of each target. */
  readonly results: readonly TargetResult[];
  readonly receipts: ReceiptTerms;
  /** Who published the rates, or the name of their file. */
  readonly sourceName: string;
  /** The rates mean nothing. */
  readonly isMadeUp?: boolean | undefined;
}

/** Prints the conversions of a result, and closes the output. */
export async function print(
  result: ConversionResult,
  options: WithFormat,
  output: Output,
  app: AppWithSource,
): Promise<void> {
  const { format, decimal } = options;
  const conversions = result.results.filter(isConversion);
  // a sentence says it itself
  if (format !== 'sentence')
    noteFixed(new Set(conversions.flatMap(({ found }) => found.fixed)), app.reporter);
  if (format !== 'sentence' && format !== 'value') {
    const to = { ...options, format };
    return writeRecordsTo(recordsOf(conversions, result.receipts, to), to, output, app);
  }

  const lines =
    format === 'value'
      ? conversions.map(({ converted }) => withMark(converted, decimal))
      : sentences(conversions, result, options, app, options.isColored ? await loadColors() : undefined);
  if (lines.length > 0) await output.write(`${lines.join('\n')}\n`);
  await output.close();
}

/** The date is text, as that of a mean is a month or a year. */
const conversionColumns: Columns = {
  date: 'text',
  from: 'text',
  amount: 'number',
  to: 'text',
  rate: 'number',
  converted: 'number',
};

/** How many days a mean rests on, in formats without objects. */
const countColumns: Columns = {
  days: 'integer',
  of: 'integer?',
};

/** Additional members in json and ndjson. */
const receiptNames = ['rule', 'derived', 'source', 'published', 'odd', 'table', 'days', 'of'] as const;

function recordsOf(
  conversions: readonly Conversion[],
  receipts: ReceiptTerms,
  { format, rate: rule }: WithFormat & Printing,
): Records {
  const { objects } = formats[format];
  const hasCounts = !objects && rule?.endsWith('mean');
  const inReceipt = objects ? receiptNames.map((name) => [name, 'json'] as const) : [];
  const columns = {
    ...conversionColumns,
    ...Object.fromEntries(inReceipt),
    ...(hasCounts && countColumns),
  };
  const rows = conversions.map(({ found, from, amount, to, rate, converted, published = null }) => {
    const receipt = { ...receiptOf(found, [from.code, to.code], receipts), published };
    const counts = hasCounts ? [receipt.days, receipt.of ?? undefined] : [];
    const cells = objects ? receiptNames.map((name) => receipt[name]) : counts;
    return [found.date, from.name, amount, to.name, rate.rate, converted, ...cells];
  });
  return { columns, rows };
}

/** Lines: the results, the rates of each pair in both directions, and where they come from. */
function sentences(
  conversions: readonly Conversion[],
  { sourceName, isMadeUp = false }: ConversionResult,
  { output, decimal: mark = 'point', rate: rule }: WithFormat,
  app: App,
  chalk: Colors,
): readonly string[] {
  if (conversions.length === 0) return [];
  const line = (amount: string, from: Unit, result: string, to: Unit, derived: boolean, madeUp = false) => {
    const kinds = [derived && 'derived', madeUp && 'made-up rates'].filter(Boolean).join(', ');
    const words = `${inGroups(amount, mark)} ${from.name} = ${inGroups(result, mark)} ${to.name}`;
    return kinds ? `${words} (${kinds})` : words;
  };
  const terminal = isTerminal(output, app);
  const width = (terminal && app.host.stdout.columns) || 80;
  const lines: string[] = [];
  const pairs: string[][] = [];
  const joinedPairs: string[] = [];
  const days: string[] = [];
  const laws = new Set<string>();
  let isPublished = false;
  let mayChange: string | undefined;
  let isWide = false;
  for (const conversion of conversions) {
    const { amount, from, converted, to, isRate, rate, back, found } = conversion;
    days.push(whenOf(conversion, rule));
    for (const code of found.fixed) laws.add(`${code} fixed since ${fixedRateOf(code)?.since}`);
    // one of a currency in itself, or a fixed one alone, is nobody's
    isPublished ||= found.days.length > 0;
    mayChange ??= conversion.mayChange;
    lines.push(line(amount, from, converted, to, isRate && rate.derived, isMadeUp));
    if (from.name === to.name) continue;
    const inverse = line('1', to, back.rate, from, back.derived);
    const pair = isRate ? [inverse] : [line('1', from, rate.rate, to, rate.derived), inverse];
    pairs.push(pair);
    const joined = pair.join(', ');
    joinedPairs.push(joined);
    isWide ||= joined.length > width;
  }

  const source = isPublished && !isMadeUp ? `, ${chalk ? escapeControls(sourceName) : sourceName}` : '';
  // named each with its currency where they differ
  const when =
    new Set(days).size === 1
      ? days[0]
      : conversions.map(({ to }, at) => `${to.name}: ${days[at]}`).join('; ');
  const last = [`${when}${source}`, ...laws, mayChange].filter(Boolean).join('; ');
  const rates = isWide ? pairs.flat() : joinedPairs;
  const others = [...rates, ...(terminal ? wrap(last, width) : [last])];
  return [...lines, ...styledLines(others, chalk, 'quiet')];
}

/** `2026-08-14, Friday`, or `2024-01, mean of 1 of 23 days`; any other period as it is. */
function whenOf({ found, published, mayChange }: Conversion, rule = ''): string {
  const { date, days, of } = found;
  // a currency in itself needs no day
  if (rule.endsWith('mean') && days.length > 0)
    return `${date}, mean of ${ratedDaysInWords(days.length, of)}`;
  const day = parseDay(date);
  if (!day) return date;
  const time = mayChange && published ? `${published.slice(0, 16).replace('T', ' ')} UTC` : day;
  return `${time}, ${weekdayOf(day)}`;
}

/**
 * Reports caveats of the rates, each once, and the targets without a rate.
 * @param day that is asked about; undefined: the newest
 */
export function reportResult(
  results: readonly TargetResult[],
  from: Unit,
  day: Day | undefined,
  reporter: Pick<Reporter, 'problem' | 'missing'>,
): ExitCode {
  const texts = new Set<string>();
  let isPartial = false;
  for (const { to, found } of results) {
    isPartial ||= !found;
    for (const caveat of found ? caveatsOf([from.code, to.code], found, day) : []) {
      texts.add(caveat.text);
      isPartial ||= caveat.exit !== exit.ok;
    }
  }
  for (const text of texts) reporter.problem(text);
  for (const result of results) if (!result.found) reporter.missing(result.to.name, result.why);
  return isPartial ? exit.partial : exit.ok;
}
