import { type Day, dayLength, startOf } from '../calendar/day.ts';
import { shortNameOf } from '../currencies/names.ts';
import { figureInWords } from '../rates/aggregate.ts';
import { pivotFor } from '../rates/day-rates.ts';
import type { AllDays, Document, FormatFindings, ShownRates } from './format.ts';
import { seriesOf } from './rate-series.ts';
import { extentOf, figureTexts } from './table/figures.ts';
import { madeUp } from './table/style.ts';

/** The drawing of some days: lines of rates, or of an index where those would be squeezed on one axis. */
export type Picture = NonNullable<Awaited<ReturnType<typeof pictureOf>>>;

/** Undefined without a rate. */
export async function pictureOf(
  { days: rated, missing }: AllDays,
  document: Document,
  findings: FormatFindings,
) {
  const { kind, base, inverted, isMadeUp } = document;
  const scales = await import('d3-scale');
  const pivot = pivotFor(document);
  // a period is drawn on its last day
  const shown: ShownRates[] = [
    ...rated.map(({ period: _, ...day }) => day),
    ...missing.map((day) => ({ day, ...pivot, rates: new Map() })),
  ].sort((one, other) => (one.day < other.day ? -1 : 1));
  const days = shown.map(({ day }) => day);
  const series = seriesOf(shown, document, findings);
  const [first, last] = kind.of === 'days' ? [days[0], days.at(-1)] : [kind.start, kind.end];
  if (series.length === 0 || !first || !last) return undefined;

  const rates = series.map(({ rates }) => rates);
  const index = isSqueezed(rates) ? indexOf(rates, days) : undefined;
  const lines = series.map((one, at) => ({
    code: one.code,
    name: shortNameOf(one.code),
    /** Of the rates, also where an index is drawn. */
    figures: figureTexts(one),
    /** One per day. */
    values: index?.values[at] ?? one.rates,
  }));

  const codes = lines.map(({ code }) => code);
  const listed = codes.join(', ').replace(/, (\w+)$/, ' and $1');
  const subtitle = [
    first === last ? first : `${first} to ${last}`,
    kind.of === 'periods' && figureInWords(kind),
    index?.unit,
    isMadeUp && madeUp,
  ];
  return {
    title: inverted ? `${listed} in ${base}` : `1 ${base} in ${listed}`,
    subtitle: subtitle.filter(Boolean).join('; '),
    first,
    last,
    days,
    lines,
    scales,
  };
}

/** A value per day; undefined interrupts the line. */
type LineValues = readonly (number | undefined)[];

type Extent = readonly [from: number, to: number];

/**
 * A scale with about that number of round values, two at least where numbers are fine enough.
 * @param isNice it reaches from one round value to another
 */
export function valueAxis({ lines, scales }: Picture, extent: Extent, count: number, isNice = false) {
  const scale = scales.scaleLinear(domainOf(lines.flatMap(({ values }) => values)), extent);
  if (isNice) scale.nice(count);

  let enough = count;
  while (enough < count + 9 && scale.ticks(enough).length < 2) enough++;
  const labelOf = scale.tickFormat(enough, 'f');
  const ticks = scale.ticks(enough).map((value) => ({ at: scale(value), label: labelOf(value) }));
  return { scale, ticks };
}

type DayScale = ReturnType<typeof dayScale>;

export const dayScale = ({ first, last, scales }: Picture, extent: Extent) =>
  scales.scaleUtc([startOf(first), startOf(last)], extent);

/** The first day, and about that number of round ones: days, months or years. */
function dateTicks(scale: DayScale, count: number) {
  const [start = new Date(), end = start] = scale.domain();
  const days = scale.ticks(count).filter((time) => Number(time) % dayLength === 0);
  const isOfMonths = end > start && days.every((day) => day.getUTCDate() === 1);
  return [start, ...days.filter((day) => day > start)].map((day, at) => {
    // as in `Wed, 17 Jan 2024`
    const [, date, month = '', year = ''] = day.toUTCString().split(' ');
    if (!isOfMonths) return { day, label: `${Number(date)} ${month}` };
    // the first has its year, in which the months after it are
    return { day, label: month === 'Jan' ? year : at === 0 ? `${month} ${year}` : month };
  });
}

interface LabelRoom {
  readonly from: number;
  readonly to: number;
  /** The least distance between labels. */
  readonly apart: number;
}

/** As many dates as have room for their labels, which are centred, but within the room. */
export function datesOf(
  scale: DayScale,
  position: (day: Date) => number,
  { from, to, apart, maxLabels, letter }: LabelRoom & { readonly maxLabels: number; readonly letter: number },
) {
  let fewest: { at: number; label: string; start: number; end: number }[] = [];
  for (let count = maxLabels; count > 0; count--) {
    const shown: typeof fewest = [];
    const ticks = dateTicks(scale, count);
    let isCrowded = false;
    for (const { day, label } of ticks) {
      const at = position(day);
      const width = label.length * letter;
      const start = Math.round(Math.max(from, Math.min(to - width, at - width / 2)));
      // each gives way to one before it that is too close, which may only be the first
      if (start >= (shown.at(-1)?.end ?? start)) shown.push({ at, label, start, end: start + width + apart });
      else if (shown.length > 1) isCrowded = true;
    }
    if (shown.length > 1 && !isCrowded) return shown;
    if (ticks.length > 1 || fewest.length === 0) fewest = shown;
  }
  return fewest;
}

/**
 * Where the names of the lines are, beside their last values: moved down until they are `apart` from one
 * another, and up where that leads out of the room.
 */
export function endsOf(
  lines: Picture['lines'],
  position: (value: number) => number,
  { from, to, apart }: LabelRoom,
) {
  const ends = lines.flatMap(({ values }, line) => {
    const value = values.findLast((value) => value !== undefined);
    return value === undefined ? [] : [{ line, at: position(value) }];
  });
  ends.sort((a, b) => a.at - b.at);
  let least = from;
  for (const end of ends) {
    end.at = Math.max(least, end.at);
    least = end.at + apart;
  }
  let limit = to;
  for (const end of ends.reverse()) {
    end.at = Math.min(limit, end.at);
    limit = end.at - apart;
  }
  return ends;
}

const around = 0.01;

/** Between smaller values there are no round ones: their power of ten is not a number. */
const leastShown = 1e-300;

/** Widened if flat, so that noise does not fill the height. */
function domainOf(values: LineValues): Extent {
  const { min, max, isFlat } = extentOf(values);
  if (max < leastShown) return [0, 1];
  return isFlat ? [min * (1 - around), max * (1 + around)] : [min, max];
}

/** Part of the height that each line that moves must have on a shared axis. */
const leastPart = 1 / 5;

function isSqueezed(lines: readonly LineValues[]) {
  const all = extentOf(lines.flat());
  const least = leastPart * (all.max - all.min);
  return lines.map(extentOf).some(({ min, max, isFlat }) => !isFlat && max - min < least);
}

/** 100 on the first day on which all lines have a rate; undefined if there is none. */
function indexOf(lines: readonly LineValues[], days: readonly Day[]) {
  // a rate of 0 cannot be 100
  const common = days.findIndex((_, at) => lines.every((rates) => rates[at]));
  const start = days[common];
  if (!start) return undefined;
  const values = lines.map((rates) =>
    rates.map((rate = Number.NaN) => {
      const index = (rate / (rates[common] ?? 1)) * 100;
      return Number.isFinite(index) ? index : undefined;
    }),
  );
  return { unit: `index, ${start} = 100`, values };
}
