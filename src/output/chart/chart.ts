import { wrap } from '../../words.ts';
import type { Document, Format } from '../format.ts';
import { dayAxis, type Tick, valueAxis } from '../picture/axes.ts';
import { datesOf, endsOf } from '../picture/labels.ts';
import { drawing, type Line, type Picture } from '../picture/picture.ts';
import { figureColumns, gutter, shorten, toAscii, widthOf } from '../table/columns.ts';
import { styleOf } from '../table/style.ts';
import { ascii, asciiMarks, braille, canvasOf } from './canvas.ts';

export const chart: Format = (document) => drawing(document, (picture) => draw(picture, document));

const leastRows = 4;

/** For notes and the shell's prompt, so that the title stays on the screen. */
const roomBelow = (lines: number) => Math.min(4, Math.ceil(lines / 4));

function* draw(picture: Picture, given: Document): Generator<string> {
  const { lines } = picture;
  if (lines.length === 0) return;

  // a size that changes while lines are written must not mix
  const document = given.lines === undefined ? { ...given, width: 80 } : { ...given };
  const height = document.lines === undefined ? 24 : document.lines - roomBelow(document.lines);
  const titles = titleLines(picture, document);
  const below = legend(picture, document);
  const least = Math.max(leastRows, lines.length);
  const room = height - titles.length - axisRows;
  // a low terminal has no room for figures; the lines have their names beside them
  const foot = room - below.length < least ? [] : below;
  const notMuchHigherThanWide = Math.floor(document.width / 3);
  const rows = Math.max(least, Math.min(room - foot.length, notMuchHigherThanWide));

  yield* titles;
  yield* plot(picture, rows, document);
  yield* foot;
}

function titleLines({ title, subtitle }: Picture, document: Document): string[] {
  const { width } = document;
  const { strong, quiet } = styleOf(document);
  const whole = `${title}, ${subtitle}`;
  if (whole.length <= width) return [strong(whole)];
  return [...wrap(title, width).map(strong), ...wrap(subtitle, width).map(quiet)];
}

const figures = ['last', 'change', 'low', 'low date', 'high', 'high date'] as const;

/** Left out where there is no room, in this order, after the name. */
const dropped = ['high date', 'low date', 'change', 'low', 'high'] as const;

function legend({ lines, days }: Picture, document: Document): string[] {
  const { width, ascii } = document;
  const { ofLine, quiet } = styleOf(document);
  const codes = codesOf(lines, document);
  const first = Math.max(0, ...codes.map(({ length }) => length));
  const textsOf = (name: (typeof figures)[number]) => lines.map(({ figures }) => figures[name]);
  const beside = gutter.length + Math.max(...lines.map(({ name }) => name.length));
  const contents = { names: figures, dropped, textsOf, labels: days, beside };
  const columns = figureColumns(contents, width - first);
  const room = width - first - widthOf(columns) - gutter.length;

  const rows = lines.map((line, at) => {
    const cells = columns.map((column) => column.cells[at]).join('');
    const name = shorten(ascii ? toAscii(line.name) : line.name, room, ascii);
    const start = ofLine(at)(codes[at] ?? '') + ' '.repeat(first - (codes[at]?.length ?? 0));
    return (start + cells + (name && gutter + quiet(name))).trimEnd();
  });
  return [' '.repeat(first) + quiet(columns.map(({ head }) => head).join('')), ...rows];
}

/** The line below the plot, and the dates. */
const axisRows = 2;

/** With less width the chart is wider than the terminal. */
const leastColumns = 8;

const strokes = {
  unicode: { side: '│', tick: '┤', corner: '└', bottom: '─', date: '┬' },
  ascii: { side: '|', tick: '+', corner: '+', bottom: '-', date: '+' },
};

function* plot(picture: Picture, rows: number, document: Document): Generator<string> {
  const { lines, first, last, days } = picture;
  const raster = document.ascii ? ascii : braille;
  const stroke = document.ascii ? strokes.ascii : strokes.unicode;
  const { ofLine, quiet } = styleOf(document);

  const values = lines.map((line) => line.values);
  const y = valueAxis(values, [rows * raster.down - 1, 0], { count: Math.floor(rows / 4) });
  const left = Math.max(0, ...y.ticks.map(({ label }) => label.length)) + ' │'.length;
  const codes = codesOf(lines, document);
  const right = ' '.length + Math.max(...codes.map(({ length }) => length));
  const columns = Math.max(leastColumns, document.width - left - right);

  const canvas = canvasOf(columns, rows, raster);
  const x = dayAxis(first, last, [0, canvas.right]);
  for (const line of values) {
    const points = days.map((day, at) => {
      const value = line[at];
      return value === undefined ? undefined : { x: x.position(day), y: y.position(value) };
    });
    canvas.draw(points);
  }

  const labels = new Map(y.ticks.map(({ at, label }) => [canvas.rowOf(at), label]));
  const rowOf = (value: number) => canvas.rowOf(y.position(value));
  const ends = endsOf(values, rowOf, { apart: 1, from: 0, to: rows - 1 });
  const names = new Map(ends.map(({ line, at }) => [at, ofLine(line)(codes[line] ?? '')]));
  for (let row = 0; row < rows; row++) {
    const label = labels.get(row);
    const axis = quiet((label === undefined ? stroke.side : `${label} ${stroke.tick}`).padStart(left));
    const dots = canvas.row(row).map(({ text, owner }) => (owner === undefined ? text : ofLine(owner)(text)));
    const name = names.get(row);
    yield axis + (name === undefined ? dots.join('').trimEnd() : `${dots.join('')} ${name}`);
  }

  const placed = ({ at, label }: Tick) => ({ at: left + canvas.columnOf(at), label });
  const ticksOf = (count: number) => x.ticks(count).map(placed);
  const room = { from: 0, to: document.width, apart: 3, letter: 1, most: Math.ceil(columns / 11) };
  const dates = datesOf(ticksOf, room);
  const marked = new Set(dates.map(({ at }) => at - left));
  const bottom = Array.from({ length: columns }, (_, at) => (marked.has(at) ? stroke.date : stroke.bottom));
  yield quiet(stroke.corner.padStart(left) + bottom.join(''));
  yield quiet(dates.reduce((text, { start, label }) => text.padEnd(start) + label, ''));
}

function codesOf(lines: readonly Line[], { ascii }: Document): string[] {
  return lines.map(({ code }, at) => (ascii ? `${asciiMarks[at]} ${code}` : code));
}
