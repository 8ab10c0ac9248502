import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { shortNameOf } from '../currencies/names.ts';
import { figureInWords } from '../rates/aggregate.ts';
import { sideOf } from '../rates/day-rates.ts';
import { asIndex, isSqueezed } from './axes.ts';
import type { Document, Formatter, ShownRates } from './format.ts';
import { seriesOf, seriesProblems } from './rate-series.ts';
import { figureTexts } from './table/figures.ts';
import { madeUp } from './table/style.ts';

/** Draws after the last day, and nothing without a requested day. */
export function drawing(document: Document, draw: (picture: Picture) => Iterable<string>): Formatter {
  const days: ShownRates[] = [];
  return {
    day({ period: _, ...day }) {
      days.push(day);
      return '';
    },
    gap(day, isOff) {
      if (!isOff) days.push({ day, ...sideOf(document), rates: new Map() });
    },
    *end() {
      const [first, last] = [days[0]?.day, days.at(-1)?.day];
      if (first && last) for (const line of draw(pictureOf(first, last, days, document))) yield `${line}\n`;
    },
    problems: () => seriesProblems(days, document),
  };
}

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
