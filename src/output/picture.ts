import { shortNameOf } from '../currencies/names.ts';
import { figureInWords } from '../rates/aggregate.ts';
import { sideOf } from '../rates/day-rates.ts';
import { asIndex, isSqueezed } from './axes.ts';
import type { AllDays, Document, Findings, ShownRates } from './format.ts';
import { seriesOf, seriesProblems } from './rate-series.ts';
import { figureTexts } from './table/figures.ts';
import { madeUp } from './table/style.ts';

/** What is drawn of some days: lines of rates, or of an index where those would be squeezed on one axis. */
export type Picture = NonNullable<ReturnType<typeof pictureOf>>;

/** Undefined without a requested day. */
export function pictureOf({ days: rated, missing }: AllDays, document: Document, { problems }: Findings) {
  const { kind, symbols, base, inverted, isMadeUp } = document;
  const side = sideOf(document);
  // a period is drawn on its last day
  const shown: ShownRates[] = [
    ...rated.map(({ period: _, ...day }) => day),
    ...missing.map((day) => ({ day, ...side, rates: new Map() })),
  ].sort((one, other) => (one.day < other.day ? -1 : 1));
  const days = shown.map(({ day }) => day);
  const [first, last] = kind.of === 'days' ? [days[0], days.at(-1)] : [kind.start, kind.end];
  if (!days[0] || !first || !last) return undefined;

  const all = seriesOf(shown, document);
  problems.push(...seriesProblems(all, document));
  const series = all.filter(({ figures }) => figures);
  const rates = series.map(({ rates }) => rates);
  const index = isSqueezed(rates) ? asIndex(rates, days) : undefined;
  const lines = series.map((one, at) => ({
    code: one.code,
    name: shortNameOf(one.code),
    /** Of the rates, also where an index is drawn. */
    figures: figureTexts(one),
    /** One per day. */
    values: index?.values[at] ?? one.rates,
  }));

  const codes = lines.length > 0 ? lines.map(({ code }) => code) : (symbols ?? []);
  const listed = codes.join(', ').replace(/, (\w+)$/, ' and $1');
  const subtitle = [
    first === last ? first : `${first} to ${last}`,
    ...(kind.of === 'periods' ? [figureInWords(kind)] : []),
    ...(index ? [index.unit] : []),
    ...(isMadeUp ? [madeUp] : []),
  ];
  return {
    title: inverted ? `${listed} in ${base}` : `1 ${base} in ${listed}`,
    subtitle: subtitle.join('; '),
    first,
    last,
    days,
    lines,
  };
}
