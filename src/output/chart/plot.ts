import { type DayAxis, dayAxis, type ValueAxis, type Values, valueAxis } from '../picture/axes.ts';
import { datesOf, endsOf } from '../picture/labels.ts';
import type { Line, Picture } from '../picture/picture.ts';
import type { Style } from '../table/style.ts';
import { ascii, asciiMarks, braille, Canvas } from './canvas.ts';

interface Frame {
  readonly width: number;
  /** Without `axisRows`. */
  readonly rows: number;
  readonly isAscii: boolean;
  readonly style: Style;
}

/** The line below the plot, and the dates. */
export const axisRows = 2;

/** With less width the chart is wider than the terminal. */
const leastColumns = 8;

const strokes = {
  unicode: { side: '│', tick: '┤', corner: '└', bottom: '─', date: '┬' },
  ascii: { side: '|', tick: '+', corner: '+', bottom: '-', date: '+' },
};

/** The lines between their axes, with their codes at the right. */
export function* plot(picture: Picture, { width, rows, isAscii, style }: Frame): Generator<string> {
  const { lines, first, last } = picture;
  const raster = isAscii ? ascii : braille;
  const stroke = isAscii ? strokes.ascii : strokes.unicode;
  const { ofLine, quiet } = style;
  const values = lines.map((line) => line.values);
  const y = valueAxis(values, [rows * raster.down - 1, 0], Math.floor(rows / 4));
  const left = Math.max(0, ...y.ticks.map(({ label }) => label.length)) + ' │'.length;
  const names = namesOf(lines, isAscii);
  const right = ' '.length + Math.max(...names.map((name) => name.length));
  const columns = Math.max(leastColumns, width - left - right);
  const canvas = new Canvas(columns, rows, raster);
  const x = dayAxis(first, last, [0, canvas.right]);
  for (const line of values) canvas.draw(pointsOf(line, picture, x, y));

  const labels = new Map(y.ticks.map(({ at, label }) => [canvas.rowOf(at), label]));
  const ends = endsOf(values, (value) => canvas.rowOf(y.position(value)), { gap: 1, from: 0, to: rows - 1 });
  const codes = new Map(ends.map(({ line, at }) => [at, ofLine(line)(names[line] ?? '')]));
  for (let row = 0; row < rows; row++) {
    const label = labels.get(row);
    const axis = quiet((label === undefined ? stroke.side : `${label} ${stroke.tick}`).padStart(left));
    const dots = canvas.row(row).map(({ text, owner }) => (owner === undefined ? text : ofLine(owner)(text)));
    const code = codes.get(row);
    yield axis + (code === undefined ? dots.join('').trimEnd() : `${dots.join('')} ${code}`);
  }

  const ticksOf = (count: number) =>
    x.ticks(count).map(({ at, label }) => ({ at: left + canvas.columnOf(at), label }));
  const room = { from: 0, to: width, gap: 3, letter: 1, most: Math.ceil(columns / 11) };
  const dates = datesOf(ticksOf, room);
  const marked = new Set(dates.map(({ at }) => at - left));
  const line = Array.from({ length: columns }, (_, at) => (marked.has(at) ? stroke.date : stroke.bottom));
  yield quiet(stroke.corner.padStart(left) + line.join(''));
  yield quiet(dates.reduce((text, { start, label }) => text.padEnd(start) + label, ''));
}

/** The codes, in ASCII with the characters of which the lines are made. */
export function namesOf(lines: readonly Line[], isAscii: boolean): string[] {
  return lines.map(({ code }, at) => (isAscii ? `${asciiMarks[at]} ${code}` : code));
}

function* pointsOf(values: Values, { days }: Picture, x: DayAxis, y: ValueAxis) {
  for (const [at, day] of days.entries()) {
    const value = values[at];
    yield value === undefined ? undefined : ([x.position(day), y.position(value)] as const);
  }
}
