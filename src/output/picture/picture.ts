import { figureInWords } from '../../periods/figures.ts';
import { shortNameOf } from '../../rates/currencies.ts';
import type { Document, Formatter } from '../format.ts';
import { Grid } from '../grid.ts';
import { figureTexts } from '../table/figures.ts';
import { madeUp } from '../table/style.ts';
import { asIndex, isSqueezed } from './axes.ts';

export type Picture = NonNullable<ReturnType<typeof pictureOf>>;

export type Line = Picture['lines'][number];

/** Draws after the last day, and nothing without a requested day. */
export function drawing(document: Document, draw: (picture: Picture) => Iterable<string>): Formatter {
  const grid = new Grid();
  return {
    day(day) {
      grid.add(day);
      return '';
    },
    gap: (day, isOff) => isOff || grid.add({ day, rates: new Map() }),
    *end() {
      const picture = pictureOf(grid, document);
      if (!picture) return;
      for (const line of draw(picture)) yield `${line}\n`;
    },
  };
}

function pictureOf(grid: Grid, { kind, base, inverted, symbols, isMadeUp }: Document) {
  const { days } = grid;
  const [first, last] = kind.of === 'days' ? [days[0], days.at(-1)] : [kind.start, kind.end];
  if (days.length === 0 || !first || !last) return undefined;
  const lines = (symbols ?? grid.codes()).flatMap((code) => {
    const values = grid.column(code);
    const figures = figureTexts(values);
    const name = shortNameOf(code);
    return figures ? [{ code, name, figures, values }] : [];
  });
  const rates = lines.map(({ values }) => values);
  const index = isSqueezed(rates) ? asIndex(rates, days) : undefined;
  const drawn = lines.map(({ code }) => code);
  const codes = listed(drawn.length > 0 ? drawn : (symbols ?? []));
  const range = first === last ? first : `${first} to ${last}`;
  const unit = [
    ...(kind.of === 'periods' ? [figureInWords(kind)] : []),
    ...(index ? [index.unit] : []),
    ...(isMadeUp ? [madeUp] : []),
  ];
  return {
    title: inverted ? `${codes} in ${base}` : `1 ${base} in ${codes}`,
    subtitle: [range, ...unit].join('; '),
    first,
    last,
    days,
    lines: lines.map((line, at) => ({ ...line, values: index?.values[at] ?? line.values })),
  };
}

function listed(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join();
}
