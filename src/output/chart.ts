import { startOf } from '../calendar/day.ts';
import { wrap } from '../words.ts';
import type { AllDays, Document, Findings } from './format.ts';
import { datesOf, dayScale, endsOf, type Picture, pictureOf, valueAxis } from './picture.ts';
import {
  gutter,
  linesOf,
  longestOf,
  shorten,
  styled,
  styledLines,
  toAscii,
  widthOf,
} from './table/columns.ts';
import { figureColumns } from './table/figures.ts';

const leastRows = 4;

/** The line below the plot, and the dates. */
const axisRows = 2;

/** For notes and the shell's prompt, so that the title stays on the screen. */
const roomBelow = (lines: number) => Math.min(4, Math.ceil(lines / 4));

/** Lines in the terminal. */
export function chart(all: AllDays, document: Document, findings: Findings): readonly string[] {
  const picture = pictureOf(all, document, findings);
  if (!picture) return [];

  const { title, subtitle, lines } = picture;
  const { color, lines: screen } = document;
  const [width, height] = screen === undefined ? [80, 24] : [document.width, screen - roomBelow(screen)];
  const whole = `${title}, ${subtitle}`;
  const titles =
    whole.length <= width
      ? [styled(whole, 'strong', color)]
      : [
          ...styledLines(wrap(title, width), 'strong', color),
          ...styledLines(wrap(subtitle, width), 'quiet', color),
        ];

  const below = legend(picture, width, document);
  const least = Math.max(leastRows, lines.length);
  const room = height - titles.length - axisRows;
  // a low terminal has no room for figures; the lines have their names beside them
  const foot = room - below.length < least ? [] : below;
  const notMuchHigherThanWide = Math.floor(width / 3);
  const rows = Math.max(least, Math.min(room - foot.length, notMuchHigherThanWide));
  return [...titles, ...plot(picture, rows, width, document), ...foot];
}

const names = ['last', 'change', 'low', 'low date', 'high', 'high date'];

/** Left out where there is no room, in this order, after the name. */
const dropped = ['high date', 'low date', 'change', 'low', 'high'];

function legend({ lines, days }: Picture, width: number, document: Document) {
  const { ascii, color } = document;
  const label = { texts: ['', ...codesOf(lines, document)], style: 'line' } as const;
  const table = { rows: lines, names, dropped, days };
  const { columns } = figureColumns(label, table, width, gutter + longestOf(lines.map(({ name }) => name)));
  const room = width - widthOf(columns) - gutter;
  const shown = lines.map(({ name }) => shorten(ascii ? toAscii(name) : name, room, ascii));
  return linesOf([...columns, { texts: ['', ...shown], style: 'quiet' }], color);
}

/** With less width the chart is wider than the terminal. */
const leastColumns = 8;

/** Dots across and down in a character, and how axes are drawn. */
const braille = { across: 2, down: 4, side: '│', tick: '┤', corner: '└', bottom: '─', date: '┬' };
const plain = { across: 1, down: 1, side: '|', tick: '+', corner: '+', bottom: '-', date: '+' };

function plot(picture: Picture, rows: number, width: number, document: Document): string[] {
  const { lines, first, last, days } = picture;
  const { ascii, color } = document;
  const stroke = ascii ? plain : braille;
  const { across, down } = stroke;
  const values = lines.map((line) => line.values);
  const y = valueAxis(values, [rows * down - 1, 0], Math.floor(rows / 4));
  const left = longestOf(y.ticks.map(({ label }) => label)) + ' │'.length;
  const codes = codesOf(lines, document);
  const columns = Math.max(leastColumns, width - left - longestOf(codes) - ' '.length);
  const x = dayScale(first, last, [0, columns * across - 1]);

  const rowOf = (at: number) => Math.floor(Math.round(at) / down);
  const position = (value: number) => rowOf(y.scale(value));
  const ends = endsOf(values, position, { apart: 1, from: 0, to: rows - 1 });
  const columnsOfDays = days.map((day) => Math.round(x(startOf(day))));
  const points = values.map((line) =>
    line.map((value, at): Point | undefined =>
      value === undefined ? undefined : [columnsOfDays[at] ?? 0, Math.round(y.scale(value))],
    ),
  );
  const cells = cellsOf(points, columns, rows, stroke, document);
  const plotted: string[] = [];
  for (let row = 0; row < rows; row++) {
    const label = y.ticks.findLast(({ at }) => rowOf(at) === row)?.label;
    const axis = (label === undefined ? stroke.side : `${label} ${stroke.tick}`).padStart(left);
    const text = cells.slice(row * columns, (row + 1) * columns).join('');
    const line = ends.find(({ at }) => at === row)?.line;
    const name = line === undefined ? '' : ` ${styled(codes[line] ?? '', 'line', color, line + 1)}`;
    plotted.push(styled(axis, 'quiet', color) + (text + name).trimEnd());
  }

  const columnOf = (day: Date) => left + Math.floor(Math.round(x(day)) / across);
  const most = Math.ceil(columns / 11);
  const dates = datesOf(x, columnOf, { from: 0, to: width, apart: 3, letter: 1, most });
  const marked = new Set(dates.map(({ at }) => at - left));
  const bottom = Array.from({ length: columns }, (_, at) => (marked.has(at) ? stroke.date : stroke.bottom));
  const below = [
    stroke.corner.padStart(left) + bottom.join(''),
    dates.reduce((text, { start, label }) => text.padEnd(start) + label, ''),
  ];
  return [...plotted, ...styledLines(below, 'quiet', color)];
}

const marks = ['*', '+', 'o', 'x', '.'];

const codesOf = (lines: Picture['lines'], { ascii }: Document) =>
  lines.map(({ code }, at) => (ascii ? `${marks[at]} ${code}` : code));

/** Of the dots in a character of Braille, by column and row. */
const bits = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
];

type Point = readonly [x: number, y: number];

/**
 * The characters of all rows. Lines go through the points, and are interrupted where there is none; the first
 * in a character has its colour.
 */
function cellsOf(
  lines: readonly (readonly (Point | undefined)[])[],
  columns: number,
  rows: number,
  { across, down }: typeof braille,
  { ascii, color }: Document,
): string[] {
  const dots = new Uint8Array(columns * rows);
  const owners = new Uint8Array(columns * rows);
  for (const [line, points] of lines.entries())
    for (const [at, to] of points.entries()) {
      if (!to) continue;
      const [toX, toY] = to;
      const [fromX, fromY] = points[at - 1] ?? to;
      const steps = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY), 1);
      for (let step = 0; step <= steps; step++) {
        const x = Math.round(fromX + ((toX - fromX) * step) / steps);
        const y = Math.round(fromY + ((toY - fromY) * step) / steps);
        const character = Math.floor(y / down) * columns + Math.floor(x / across);
        dots[character] = (dots[character] ?? 0) | (bits[x % across]?.[y % down] ?? 0);
        owners[character] ||= line + 1;
      }
    }
  return Array.from(owners, (owner, at) => {
    if (owner === 0) return ' ';
    const text = ascii ? (marks[owner - 1] ?? '') : String.fromCharCode(0x2800 + (dots[at] ?? 0));
    return styled(text, 'line', color, owner);
  });
}
