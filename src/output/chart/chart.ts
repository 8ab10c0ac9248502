import { wrap } from '../../words.ts';
import type { Document, Format } from '../format.ts';
import { drawing, type Line, type Picture } from '../picture/picture.ts';
import { figureColumns, gap, shorten, toAscii, widthOf } from '../table/fit.ts';
import { type Style, styleOf } from '../table/style.ts';
import { axisRows, namesOf, plot } from './plot.ts';

/** Lines in a terminal: braille, or characters where nothing but ASCII can be shown. */
export const chart: Format = (document) => drawing(document, (picture) => draw(picture, document));

const leastRows = 4;

function* draw(picture: Picture, document: Document): Generator<string> {
  const { lines } = picture;
  if (lines.length === 0) return;
  const { width, height } = sizeOf(document);
  const style = styleOf(document);
  const isAscii = document.ascii === true;
  const titles = titleLines(picture, width, style);
  const below = legend(lines, width, style, isAscii);
  const least = Math.max(leastRows, lines.length);
  const room = height - titles.length - axisRows;
  // a low terminal has no room for figures; the lines have their names beside them
  const foot = room - below.length < least ? [] : below;
  // not much higher than wide
  const rows = Math.max(least, Math.min(room - foot.length, Math.floor(width / 3)));

  yield* titles;
  yield* plot(picture, { width, rows, isAscii, style });
  yield* foot;
}

function titleLines({ title, subtitle }: Picture, width: number, { strong, quiet }: Style): string[] {
  const whole = `${title}, ${subtitle}`;
  if (whole.length <= width) return [strong(whole)];
  return [...wrap(title, width).map(strong), ...wrap(subtitle, width).map(quiet)];
}

function sizeOf({ width, lines }: Document): { readonly width: number; readonly height: number } {
  // the shell's prompt takes a line
  return lines === undefined ? { width: 80, height: 24 } : { width, height: lines - 1 };
}

const figures = ['last', 'change', 'low', 'high'] as const;

/** Left out where there is no room, in this order, after the name. */
const dropped = ['change', 'low', 'high'] as const;

/** A row per line below a row of headings. */
function legend(lines: readonly Line[], width: number, style: Style, isAscii: boolean): string[] {
  const codes = namesOf(lines, isAscii);
  const first = Math.max(0, ...codes.map(({ length }) => length));
  const columns = figureColumns(figures, dropped, width - first, (name) =>
    lines.map(({ figures }) => figures[name]),
  );
  const fullNames = lines.map(({ name }) => (isAscii ? toAscii(name) : name));
  const room = width - first - widthOf(columns) - gap.length;

  const head = ' '.repeat(first) + style.quiet(columns.map(({ head }) => head).join(''));
  return [
    head,
    ...lines.map((_, at) => {
      const cells = columns.map((column) => column.cells[at]).join('');
      const name = shorten(fullNames[at] ?? '', room, isAscii);
      const start = style.ofLine(at)(codes[at] ?? '') + ' '.repeat(first - (codes[at]?.length ?? 0));
      return (start + cells + (name && gap + style.quiet(name))).trimEnd();
    }),
  ];
}
