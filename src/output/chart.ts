import { wrap } from '../words.ts';
import { datesOf, dayAxis, endsOf, valueAxis } from './axes.ts';
import type { AllDays, Document, Findings } from './format.ts';
import { type Picture, pictureOf } from './picture.ts';
import {
  figureColumns,
  gutter,
  leftAligned,
  linesOf,
  longestOf,
  shorten,
  toAscii,
  widthOf,
} from './table/columns.ts';
import { styleOf } from './table/style.ts';

export function chart(all: AllDays, document: Document, findings: Findings): readonly string[] {
  const picture = pictureOf(all, document, findings);
  return picture ? [...draw(picture, document)] : [];
}

const leastRows = 4;

/** For notes and the shell's prompt, so that the title stays on the screen. */
const roomBelow = (lines: number) => Math.min(4, Math.ceil(lines / 4));

function* draw(picture: Picture, given: Document): Generator<string> {
  const { title, subtitle, lines } = picture;
  if (lines.length === 0) return;

  // a size that changes while lines are written must not mix
  const document = given.lines === undefined ? { ...given, width: 80 } : { ...given };
  const { width } = document;
  const { strong, quiet } = styleOf(document);
  const whole = `${title}, ${subtitle}`;
  const titles =
    whole.length <= width
      ? [strong(whole)]
      : [...wrap(title, width).map(strong), ...wrap(subtitle, width).map(quiet)];

  const height = document.lines === undefined ? 24 : document.lines - roomBelow(document.lines);
  const below = legend(picture, document);
  const least = Math.max(leastRows, lines.length);
  const room = height - titles.length - axisRows;
  // a low terminal has no room for figures; the lines have their names beside them
  const foot = room - below.length < least ? [] : below;
  const notMuchHigherThanWide = Math.floor(width / 3);

  yield* titles;
  yield* plot(picture, Math.max(least, Math.min(room - foot.length, notMuchHigherThanWide)), document);
  yield* foot;
}

const names = ['last', 'change', 'low', 'low date', 'high', 'high date'];

/** Left out where there is no room, in this order, after the name. */
const dropped = ['high date', 'low date', 'change', 'low', 'high'];

function legend({ lines, days }: Picture, document: Document): string[] {
  const { width, ascii } = document;
  const { ofLine, quiet } = styleOf(document);
  const codes = codesOf(lines, document);
  const first = longestOf(codes);
  const beside = gutter + longestOf(lines.map(({ name }) => name));
  const figures = lines.map((line) => line.figures);
  const { columns } = figureColumns({ names, dropped, labels: days }, figures, width - first, beside);
  const room = width - first - widthOf(columns) - gutter;

  const shown = lines.map(({ name }) => shorten(ascii ? toAscii(name) : name, room, ascii));
  const body = linesOf([...columns, leftAligned(['', ...shown], gutter, quiet)]);
  return ['', ...codes].map((code, row) => {
    const cells = body[row] ?? '';
    const label = (row > 0 ? ofLine(code, row - 1) : '') + ' '.repeat(first - code.length);
    return (label + (row > 0 ? cells : quiet(cells))).trimEnd();
  });
}

/** The line below the plot, and the dates. */
const axisRows = 2;

/** With less width the chart is wider than the terminal. */
const leastColumns = 8;

/** Dots across and down in a character, and how axes are drawn. */
const braille = { across: 2, down: 4, side: '│', tick: '┤', corner: '└', bottom: '─', date: '┬' };
const plain = { across: 1, down: 1, side: '|', tick: '+', corner: '+', bottom: '-', date: '+' };

function* plot(picture: Picture, rows: number, document: Document): Generator<string> {
  const { lines, first, last, days } = picture;
  const { across, down, ...stroke } = document.ascii ? plain : braille;
  const { ofLine, quiet } = styleOf(document);

  const values = lines.map((line) => line.values);
  const y = valueAxis(values, [rows * down - 1, 0], Math.floor(rows / 4));
  const left = longestOf(y.ticks.map(({ label }) => label)) + ' │'.length;
  const codes = codesOf(lines, document);
  const columns = Math.max(leastColumns, document.width - left - longestOf(codes) - ' '.length);

  const x = dayAxis(first, last, [0, columns * across - 1]);
  const rowOf = (at: number) => Math.floor(Math.round(at) / down);
  const dots = values.map((line) => {
    const points = days.map((day, at) => {
      const value = line[at];
      return value === undefined
        ? undefined
        : { x: Math.round(x.position(day)), y: Math.round(y.position(value)) };
    });
    return dotsOf(points, columns, rows, document.ascii ? plain : braille);
  });

  const labels = new Map(y.ticks.map(({ at, label }) => [rowOf(at), label]));
  const position = (value: number) => rowOf(y.position(value));
  const ends = endsOf(values, position, { apart: 1, from: 0, to: rows - 1 });
  const named = new Map(ends.map(({ line, at }) => [at, ofLine(codes[line] ?? '', line)]));
  for (let row = 0; row < rows; row++) {
    const label = labels.get(row);
    const axis = quiet((label === undefined ? stroke.side : `${label} ${stroke.tick}`).padStart(left));
    const cells = stretchesOf(dots, row * columns, columns, document.ascii).map(({ text, owner }) =>
      owner === undefined ? text : ofLine(text, owner),
    );
    const name = named.get(row);
    yield axis + (name === undefined ? cells.join('').trimEnd() : `${cells.join('')} ${name}`);
  }

  const ticksOf = (count: number) =>
    x.ticks(count).map(({ at, label }) => ({ at: left + Math.floor(Math.round(at) / across), label }));
  const room = { from: 0, to: document.width, apart: 3, letter: 1, most: Math.ceil(columns / 11) };
  const dates = datesOf(ticksOf, room);
  const marked = new Set(dates.map(({ at }) => at - left));
  const bottom = Array.from({ length: columns }, (_, at) => (marked.has(at) ? stroke.date : stroke.bottom));
  yield quiet(stroke.corner.padStart(left) + bottom.join(''));
  yield quiet(dates.reduce((text, { start, label }) => text.padEnd(start) + label, ''));
}

const marks = ['*', '+', 'o', 'x', '.'];

function codesOf(lines: Picture['lines'], { ascii }: Document): string[] {
  return lines.map(({ code }, at) => (ascii ? `${marks[at]} ${code}` : code));
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Of the dots in a character of Braille, by column and row. */
const bits = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
];

/** A line through the points, interrupted where there is none: of each character, a bit per dot. */
function dotsOf(
  points: readonly (Point | undefined)[],
  columns: number,
  rows: number,
  { across, down }: typeof braille,
): Uint8Array {
  const dots = new Uint8Array(columns * rows);
  for (const [at, to] of points.entries()) {
    if (!to) continue;
    const from = points[at - 1] ?? to;
    const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
    for (let step = 0; step <= steps; step++) {
      const x = Math.round(from.x + ((to.x - from.x) * step) / steps);
      const y = Math.round(from.y + ((to.y - from.y) * step) / steps);
      const character = Math.floor(y / down) * columns + Math.floor(x / across);
      dots[character] = (dots[character] ?? 0) | (bits[x % across]?.[y % down] ?? 0);
    }
  }
  return dots;
}

/** Characters of a row, together where they belong to one line: that with the most dots; undefined: to none. */
function stretchesOf(lines: readonly Uint8Array[], start: number, columns: number, ascii = false) {
  const stretches: { text: string; readonly owner: number | undefined }[] = [];
  for (let at = start; at < start + columns; at++) {
    let all = 0;
    let most = 0;
    let owner: number | undefined;
    for (const [line, dots] of lines.entries()) {
      const own = dots[at] ?? 0;
      const count = own.toString(2).replaceAll('0', '').length;
      all |= own;
      if (count > most) [most, owner] = [count, line];
    }
    const drawn = ascii ? (marks[owner ?? 0] ?? '#') : String.fromCharCode(0x2800 + all);
    const text = owner === undefined ? ' ' : drawn;
    const before = stretches.at(-1);
    if (before?.owner === owner && before) before.text += text;
    else stretches.push({ text, owner });
  }
  return stretches;
}
