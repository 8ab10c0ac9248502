import type { Line } from '../picture/picture.ts';
import { gap, shorten, toAscii } from '../table/fit.ts';
import { PointColumn } from '../table/point-column.ts';
import { asciiMarks } from './canvas.ts';
import type { ChartStyle } from './style.ts';

const names = ['last', 'change', 'low', 'high'] as const;

/** Left out where there is no room, in this order, after the name. */
const dropped = ['change', 'low', 'high'];

/** The codes, in ASCII with the characters of which the lines are made. */
export function namesOf(lines: readonly Line[], isAscii: boolean): string[] {
  return lines.map(({ code }, at) => (isAscii ? `${asciiMarks[at]} ${code}` : code));
}

/** A row per line below a row of headings. */
export function legend(lines: readonly Line[], width: number, style: ChartStyle, isAscii: boolean): string[] {
  const codes = namesOf(lines, isAscii);
  const first = Math.max(0, ...codes.map(({ length }) => length));
  const columns = columnsThatFit(lines, width - first);
  const used = first + columns.reduce((sum, column) => sum + column.head.length, 0);
  const fullNames = lines.map(({ name }) => (isAscii ? toAscii(name) : name));
  const room = width - used - gap.length;

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

function columnsThatFit(lines: readonly Line[], room: number) {
  let columns = names.map((name) => columnOf(name, lines));
  for (const name of dropped) {
    if (columns.reduce((sum, { head }) => sum + head.length, 0) <= room) break;
    columns = columns.filter((column) => column.name !== name);
  }
  return columns;
}

function columnOf(name: (typeof names)[number], lines: readonly Line[]) {
  const texts = lines.map(({ figures }) => figures[name]);
  const points = new PointColumn();
  for (const text of texts) points.widen(text);
  const width = gap.length + Math.max(name.length, points.width);
  return { name, head: name.padStart(width), cells: texts.map((text) => points.align(text).padStart(width)) };
}
