import { line } from 'd3-shape';
import { type DayAxis, dayAxis, type ValueAxis, valueAxis } from '../picture/axes.ts';
import { datesOf, endsOf } from '../picture/labels.ts';
import type { Picture } from '../picture/picture.ts';
import { across, codeText, element, letter } from './element.ts';

/** Room of the plot; the dates are below it. */
interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Instead of the end of a path that is a single day, which would hardly be seen. */
const dash = 'm-1.5,0h3';

/** From a text's baseline to its middle. */
const half = 4.5;

export function* plot(picture: Picture, frame: Frame): Generator<string> {
  const { lines, first, last } = picture;
  const { top, bottom } = frame;
  if (lines.length === 0) {
    yield element('text', { class: 'quiet', x: frame.left, y: (top + bottom) / 2 }, 'no rates');
    return;
  }
  const values = lines.map((line) => line.values);
  const y = valueAxis(values, [bottom, top], 5, { nice: true });
  const longest = Math.max(0, ...y.ticks.map(({ label }) => label.length));
  const left = Math.round(frame.left + longest * letter.text + 8);
  const right = frame.right - Math.max(...lines.map(({ code }) => code.length)) * letter.code - 6;
  const x = dayAxis(first, last, [left, right]);

  for (const { at, label } of y.ticks) {
    yield element('line', { class: 'grid', ...across(left, right, at) });
    yield element('text', { class: 'quiet number', x: left - 8, y: at + half }, label);
  }
  yield element('line', { class: 'quiet', ...across(left, right, bottom) });
  const room = { from: frame.left, to: frame.right, gap: 12, letter: letter.text, most: 7 };
  for (const { at, start, label } of datesOf(x.ticks, room)) {
    const middle = start + (label.length * letter.text) / 2;
    yield element('line', { class: 'quiet', x1: at, x2: at, y1: bottom, y2: bottom + 5 });
    yield element('text', { class: 'quiet date', x: middle, y: bottom + 21 }, label);
  }
  yield* paths(picture, x, y, right - left);
  // so that colours need not be told apart
  for (const { line, at } of endsOf(values, y.position, { from: top, to: bottom, gap: 15 }))
    yield element('text', { x: right + 6, y: at + half }, codeText(lines[line]?.code ?? '', line));
}

function* paths({ lines, days, first }: Picture, x: DayAxis, y: ValueAxis, width: number): Generator<string> {
  const pathOf = line<number | undefined>()
    .defined((value) => value !== undefined)
    .x((_, at) => x.position(days[at] ?? first))
    .y((value) => y.position(value ?? 0))
    .digits(1);
  const kind = days.length > width ? 'fine line' : 'line';
  for (const [at, { code, name, values }] of lines.entries()) {
    const title = { markup: element('title', {}, name ? `${code}, ${name}` : code) };
    const d = (pathOf(values) ?? '').replaceAll('Z', dash);
    yield element('path', { class: `${kind} symbol-${at + 1}`, d }, title);
  }
}
