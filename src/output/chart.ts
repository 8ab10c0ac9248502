import { startOf } from '../calendar/day.ts';
import { wrap } from '../words.ts';
import type { Document } from './format.ts';
import { datesOf, dayScale, endsOf, type Picture, valueAxis } from './picture.ts';
import { type Colors, longestOf, styled, styledLines } from './table/columns.ts';
import { figureTable } from './table/figures.ts';

const leastRows = 4;

/** The line below the plot, and the dates. */
const axisRows = 2;

const marks = ['*', '+', 'o', 'x', '.'];

const names = ['last', 'change', 'low', 'low date', 'high', 'high date'];

/** Left out in this order where the width is too small. */
const dropped = ['high date', 'low date', 'change', 'low', 'high'];

/** Lines in the terminal. */
export function chart(picture: Picture, document: Document): readonly string[] {
  const { title, subtitle, lines, days } = picture;
  const { lines: screen, ascii, chalk } = document;
  let [width, height] = [80, 24];
  // below are notes and the shell's prompt: the title stays on the screen
  if (screen) [width, height] = [document.width, screen - Math.min(4, Math.ceil(screen / 4))];
  const whole = `${title}, ${subtitle}`;
  const titles =
    whole.length <= width
      ? [styled(whole, chalk, 'strong')]
      : [
          ...styledLines(wrap(title, width), chalk, 'strong'),
          ...styledLines(wrap(subtitle, width), chalk, 'quiet'),
        ];

  const codes = lines.map(({ code }, at) => (ascii ? `${marks[at]} ${code}` : code));
  const legend = lines.map((line, at) => ({ ...line, label: codes[at] ?? '', rates: [] }));
  const layout = { ...document, width };
  const below = figureTable({ title: '', rows: legend, names, dropped, days, style: 'line' }, layout).lines;
  const least = Math.max(leastRows, lines.length);
  const room = height - titles.length - axisRows;
  // a low terminal has no room for figures; the lines have their names beside them
  const foot = room - below.length < least ? [] : below;
  const notMuchHigherThanWide = Math.floor(width / 3);
  const rows = Math.max(least, Math.min(room - foot.length, notMuchHigherThanWide));
  return [...titles, ...plot(picture, codes, rows, layout), ...foot];
}

/** With less width the chart is wider than the terminal. */
const leastColumns = 8;

/** Dots across and down in a character, and how axes are drawn. */
const braille = { across: 2, down: 4, side: '│', tick: '┤', corner: '└', bottom: '─', date: '┬' };
const plain = { across: 1, down: 1, side: '|', tick: '+', corner: '+', bottom: '-', date: '+' };

function plot(picture: Picture, codes: readonly string[], rows: number, { width, ascii, chalk }: Document) {
  const { lines, days, first } = picture;
  const stroke = ascii ? plain : braille;
  const { across, down } = stroke;
  const y = valueAxis(picture, [rows * down - 1, 0], Math.floor(rows / 4));
  const rowOf = (at: number) => Math.floor(Math.round(at) / down);
  const axis: string[] = Array(rows).fill(stroke.side);
  for (const { at, label } of y.ticks) axis[rowOf(at)] = `${label} ${stroke.tick}`;

  const left = longestOf(axis);
  const columns = Math.max(leastColumns, width - left - longestOf(codes) - ' '.length);
  const x = dayScale(picture, [0, columns * across - 1]);
  const points = lines.map(({ values }) =>
    values.map((value, at): Point | undefined =>
      value === undefined
        ? undefined
        : [Math.round(x(startOf(days[at] ?? first))), Math.round(y.scale(value))],
    ),
  );
  const cells = cellsOf(points, columns, rows, stroke, chalk);
  const names: string[] = Array(rows).fill('');
  for (const { line, at } of endsOf(lines, (value) => rowOf(y.scale(value)), {
    apart: 1,
    from: 0,
    to: rows - 1,
  }))
    names[at] = ` ${styled(codes[line] ?? '', chalk, 'line', line + 1)}`;
  const plotted = axis.map((text, row) => {
    const right = cells.slice(row * columns, (row + 1) * columns).join('') + names[row];
    return styled(text.padStart(left), chalk, 'quiet') + right.trimEnd();
  });

  const columnOf = (day: Date) => left + Math.floor(Math.round(x(day)) / across);
  const maxLabels = Math.ceil(columns / 11);
  const dates = datesOf(x, columnOf, { from: 0, to: width, apart: 3, letter: 1, maxLabels });
  const bottom: string[] = Array(columns).fill(stroke.bottom);
  for (const { at } of dates) bottom[at - left] = stroke.date;
  const below = [
    stroke.corner.padStart(left) + bottom.join(''),
    dates.reduce((text, { start, label }) => text.padEnd(start) + label, ''),
  ];
  return [...plotted, ...styledLines(below, chalk, 'quiet')];
}

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
  stroke: typeof braille,
  chalk: Colors,
) {
  const { across, down } = stroke;
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
    const text = stroke === plain ? (marks[owner - 1] ?? '') : String.fromCharCode(0x2800 + (dots[at] ?? 0));
    return styled(text, chalk, 'line', owner);
  });
}
