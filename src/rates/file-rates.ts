import { countDays, type Day, isWeekend } from '../calendar/day.ts';
import { everyNames, type Period, periodOf } from '../calendar/period.ts';
import type { Code } from '../currencies/code.ts';
import { isReplaced, publishedPair } from '../currencies/replaced.ts';
import { derivedRate } from './cross.ts';
import { plain, timesExactly } from './decimal.ts';
import {
  type FoundRate,
  foundAtFixedRates,
  foundInItself,
  foundOn,
  meanFrom,
  type RateResult,
} from './found-rate.ts';
import { basisOf, daysBack, daysIn, type RateBasis, type RateRule } from './rules.ts';

/** A text if no number has all the digits. */
export type RateInFile = number | string;

interface Dated {
  readonly period: Period;
}

/** The rate of a pair in a period, in a file. */
interface FileFigure extends Dated {
  readonly base: Code;
  readonly quote: Code;
  readonly rate: RateInFile;
  readonly file: string;
}

/** The figures of a period, by base and quote. */
interface FilePeriod extends Dated {
  readonly byBase: Map<Code, Map<Code, FileFigure>>;
}

/** By the name of their period. */
export type FilePeriods = Map<string, FilePeriod>;

/** Adds a figure, or returns another one for the pair in that period, if there is one. */
export function addFigure(periods: FilePeriods, figure: FileFigure): FileFigure | undefined {
  const { period, base, quote, rate } = figure;
  const { byBase } = periods.get(period.name) ?? { byBase: new Map() };
  const quotes = byBase.get(base) ?? new Map<Code, FileFigure>();
  const earlier = quotes.get(quote);
  if (earlier && earlier.rate !== rate) return earlier;

  periods.set(period.name, { period, byBase: byBase.set(base, quotes.set(quote, figure)) });
  return undefined;
}

/** Rates of files: of days and longer periods. */
export type FileRates = ReturnType<typeof fileRates>;

export function fileRates(files: readonly string[], codes: ReadonlySet<Code>, periods: FilePeriods) {
  const newestFirst = [...periods.values()].sort(newerFirst);
  const name = files.join(', ');
  const first = newestFirst.at(-1)?.period.first;
  const last = newestFirst.reduce((day, { period }) => (period.last > day ? period.last : day), '');
  return {
    /** As a receipt names them. */
    name,
    /** `own.csv has`, to go on with. */
    nameAndVerb: `${name} ${files.length > 1 ? 'have' : 'has'}`,
    files,
    codes,
    periods,
    /** Those that begin last first, of these the shortest. */
    newestFirst,
    /** Those of any two days, as offices have them, which may overlap. */
    spans: newestFirst.filter(({ period }) => period.name.includes('/')),
    newestDay: newestFirst.find(({ period }) => period.first === period.last)?.period.first,
    /** `2024-01-05 to 2024-01-31`; undefined if there is none. */
    extent: first && (first === last ? first : `${first} to ${last}`),
  };
}

/** @param day undefined: the newest period that has the pair */
export function findFileRate(
  fileRates: FileRates,
  rule: RateRule,
  day: Day | undefined,
  from: Code,
  to: Code,
): RateResult {
  const reference = day ?? fileRates.newestFirst[0]?.period.last;
  // the year 0 has no weeks
  if (!reference || reference < '0001') return undefined;

  const basis = day && basisInFiles(fileRates, rule, day);
  const counting = countingPeriods(fileRates, basis, rule);
  const { replaced } = publishedPair(from, to, reference);
  // rates in the files take precedence over fixed rates
  for (const attempt of [replaced, [from], [to], []]) {
    const pair = publishedPair(from, to, reference, attempt);
    const rateOf = (each: FilePeriod) => rateOfPeriod(fileRates, each, day, reference, pair.from, pair.to);
    let found: RateResult = pair.from === pair.to ? foundInItself(reference) : undefined;
    if (!found && basis?.of === 'mean') {
      const rates = counting.flatMap((each) => rateOf(each) ?? []);
      found = meanFrom(basis, rates, [pair.from, pair.to]);
    } else for (const each of counting) found ??= rateOf(each);
    const listed = replaced.filter((code) => attempt.includes(code));
    if (found) return foundAtFixedRates({ ...found, listed }, pair);
  }
  return undefined;
}

/** The basis of the rule. The end of a period is the last day in it that the files have. */
export function basisInFiles({ newestFirst, periods }: FileRates, rule: RateRule, day: Day): RateBasis {
  const newest = newestFirst[0]?.period.first ?? '';
  // before the newest row every day is known; after it, weekdays may still be added
  return basisOf(rule, day, (each) => periods.has(each) || (each > newest && !isWeekend(each)));
}

/** Those that count, in that order. */
function countingPeriods(
  { periods, newestFirst, spans }: FileRates,
  basis: RateBasis | undefined,
  rule: RateRule,
): readonly FilePeriod[] {
  if (!basis) return newestFirst;
  const named = (names: readonly string[]) => names.flatMap((name) => periods.get(name) ?? []);
  if (basis.of === 'mean') return named(daysIn(basis));
  if (basis.of === 'last') return named(daysBack(basis.day, basis.back));
  const { day } = basis;
  if (rule !== 'day') return named([day]);
  // the day and each period that has it, the shortest first
  const periodNames = everyNames.map((every) => periodOf(day, every).name);
  const spanning = spans.filter(({ period }) => isIn(period, day));
  const length = ({ period: { first, last } }: FilePeriod) => countDays(first, last);
  return [...spanning, ...named([day, ...periodNames])].sort((a, b) => length(a) - length(b));
}

function rateOfPeriod(
  { files, spans }: FileRates,
  fileRates: FilePeriod,
  on: Day | undefined,
  reference: Day,
  from: Code,
  to: Code,
): FoundRate | undefined {
  const { first, last } = fileRates.period;
  // one leg may be replaced from a later day on, while the other stays
  const replacing = spans.filter(
    ({ period }) => first < period.first && period.first <= last && (!on || isIn(period, on)),
  );
  const legs = legsOf([...replacing, fileRates], reference, from, to);
  const [newest, other] = legs.map(({ figure }) => figure).sort(newerFirst);
  if (!newest) return undefined;
  const dividend = legs.map((leg) => leg.dividend).reduce(timesExactly);
  const divisor = legs.map((leg) => leg.divisor).reduce(timesExactly);
  const isPublished = !other && divisor === '1';
  return {
    ...foundOn(newest.period.first, isPublished ? { rate: dividend } : derivedRate(dividend, divisor)),
    date: newest.period.name,
    files: files.filter((name) => legs.some(({ figure }) => figure.file === name)),
  };
}

const isIn = ({ first, last }: Period, day: Day) => first <= day && day <= last;

/** The one that begins last first, of these the shortest. */
function newerFirst({ period: a }: Dated, { period: b }: Dated): number {
  if (a.first !== b.first) return a.first > b.first ? -1 : 1;
  return a.last < b.last ? -1 : 1;
}

type Layers = readonly FilePeriod[];

/**
 * The rate itself, or that of the way back, or one over the first common currency by its code; none: empty.
 */
function legsOf(layers: Layers, reference: Day, from: Code, to: Code) {
  const direct = legIn(layers, reference, from, to);
  if (direct) return [direct];
  const others = layers.flatMap(({ byBase }) => [...byBase.keys(), ...(byBase.get(from)?.keys() ?? [])]);
  for (const over of [...new Set(others)].sort()) {
    const first = legIn(layers, reference, from, over);
    const second = legIn(layers, reference, over, to);
    if (first && second) return [first, second];
  }
  return [];
}

/** That of the first layer that has it, as a quotient. */
function legIn(layers: Layers, reference: Day, from: Code, to: Code) {
  for (const { period, byBase } of layers) {
    // no rule leads back to when a currency was its own
    const isOver = (code: Code) => isReplaced(code, reference) && !isReplaced(code, period.last);
    if (isOver(from) || isOver(to)) continue;

    const figure = byBase.get(from)?.get(to);
    if (figure) return { dividend: decimalOf(figure.rate), divisor: '1', figure };
    const inverse = byBase.get(to)?.get(from);
    if (inverse) return { dividend: '1', divisor: decimalOf(inverse.rate), figure: inverse };
  }
  return undefined;
}

export const decimalOf = (rate: RateInFile) => (typeof rate === 'number' ? plain(rate) : rate);
