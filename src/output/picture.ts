import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { shortNameOf } from '../currencies/names.ts';
import { figureInWords } from '../rates/aggregate.ts';
import { sideOf } from '../rates/day-rates.ts';
import { asIndex, isSqueezed } from './axes.ts';
import type { Document, ShownRates, WholeFormat } from './format.ts';
import { seriesOf, seriesProblems } from './rate-series.ts';
import { figureTexts } from './table/figures.ts';
import { madeUp } from './table/style.ts';

/** Draws after the last day, and nothing without a requested day. */
export const drawing =
  (draw: (picture: Picture, document: Document) => Iterable<string>): WholeFormat =>
  ({ days, missing }, document, { problems }) => {
    const side = sideOf(document);
    const all: ShownRates[] = [
      ...days.map(({ period: _, ...day }) => day),
      ...missing.map((day) => ({ day, ...side, rates: new Map() })),
    ].sort((one, other) => (one.day < other.day ? -1 : 1));
    problems.push(...seriesProblems(all, document));
    const [first, last] = [all[0]?.day, all.at(-1)?.day];
    return first && last ? [...draw(pictureOf(first, last, all, document), document)] : [];
  };

export type Picture = ReturnType<typeof pictureOf>;

function pictureOf(firstShown: Day, lastShown: Day, shown: readonly ShownRates[], document: Document) {
  const { kind, symbols, base, inverted, isMadeUp } = document;
  const days = shown.map(({ day }) => day);
  const [first, last] = kind.of === 'days' ? [firstShown, lastShown] : [kind.start, kind.end];

  const lines = seriesOf(shown, document).flatMap((series) => {
    const figures = figureTexts(series);
    const { code, rates: values } = series;
    return figures ? [{ code, name: shortNameOf(code), figures, values }] : [];
  });
  const rates = lines.map(({ values }) => values);
  const index = isSqueezed(rates) ? asIndex(rates, days) : undefined;

  const codes = listed(lines.length > 0 ? lines.map(({ code }) => code) : (symbols ?? []));
  const subtitle = [
    first === last ? first : `${first} to ${last}`,
    ...(kind.of === 'periods' ? [figureInWords(kind)] : []),
    ...(index ? [index.unit] : []),
    ...(isMadeUp ? [madeUp] : []),
  ];
  return {
    title: inverted ? `${codes} in ${base}` : `1 ${base} in ${codes}`,
    subtitle: subtitle.join('; '),
    first,
    last,
    days,
    /** With the figures of the rates, also where an index is drawn, and a value per day. */
    lines: lines.map((line, at) => ({ ...line, values: index?.values[at] ?? line.values })),
  };
}

const listed = (codes: readonly Code[]) =>
  codes.length > 1 ? `${codes.slice(0, -1).join(', ')} and ${codes.at(-1)}` : codes.join();
