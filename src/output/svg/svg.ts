import { line } from 'd3-shape';
import type { Document, Format } from '../format.ts';
import { type DayAxis, dayAxis, type ValueAxis, valueAxis } from '../picture/axes.ts';
import { datesOf, endsOf } from '../picture/labels.ts';
import { drawing, type Line, type Picture } from '../picture/picture.ts';
import { style } from './style.ts';

/** A picture that stands alone: no script, no font and nothing else from elsewhere. */
export const svg: Format = (document) => drawing(document, (picture) => draw(picture, document));

const width = 640;
const margin = 20;
const plotHeight = 240;

/** Widths of characters, which differ by font: these are of a wide one. */
const letter = { text: 7.2, code: 10 };

/** From a text's baseline to its middle. */
const half = 4.5;

function* draw(picture: Picture, { source, derivedFrom }: Document): Generator<string> {
  const { title, subtitle, lines } = picture;
  const keys = legend(lines, 74);
  const top = keys.bottom + 20;
  const height = top + plotHeight + 62;
  const sources = [
    ...(source ? [`Rates: ${source}`] : []),
    ...(derivedFrom ? [`derived from ${derivedFrom} rates`] : []),
  ];

  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  yield `<svg xmlns="http://www.w3.org/2000/svg" class="ratebook" ${size} role="img">`;
  yield element('title', {}, `${title}, ${subtitle}`);
  yield element('desc', {}, lines.map(described).join(' '));
  yield `<style>${style}</style>`;
  yield element('rect', { class: 'paper', width, height });
  yield element('text', { class: 'title', x: margin, y: 32 }, title);
  yield element('text', { class: 'quiet', x: margin, y: 52 }, subtitle);
  yield* keys.elements;
  yield* plot(picture, top, top + plotHeight);
  yield element('text', { class: 'quiet', x: margin, y: height - 14 }, sources.join('; '));
  yield '</svg>';
}

function described({ code, name, figures: { first, last, low, high } }: Line): string {
  return `${name ? `${name} (${code})` : code}: first ${first}, last ${last}, low ${low}, high ${high}.`;
}

const rowHeight = 20;
const between = 18;
const stroke = 16;
const afterStroke = 6;

function legend(lines: readonly Line[], top: number) {
  let x = margin;
  let y = top;
  const elements = lines.flatMap(({ code, name }, at) => {
    const length = stroke + afterStroke + code.length * letter.code + (name.length + 1) * letter.text;
    if (x > margin && x + length > width - margin) {
      x = margin;
      y += rowHeight;
    }
    const own = [
      element('line', { class: `line symbol-${at + 1}`, ...across(x, x + stroke, y - half) }),
      element('text', { x: x + stroke + afterStroke, y }, codeText(code, at), ` ${name}`),
    ];
    x += length + between;
    return own;
  });
  return { elements, bottom: y };
}

function* plot(picture: Picture, top: number, bottom: number): Generator<string> {
  const { lines, first, last } = picture;
  if (lines.length === 0) {
    yield element('text', { class: 'quiet', x: margin, y: (top + bottom) / 2 }, 'no rates');
    return;
  }

  const values = lines.map((line) => line.values);
  const y = valueAxis(values, [bottom, top], { count: 5, isNice: true });
  const longest = Math.max(0, ...y.ticks.map(({ label }) => label.length));
  const left = Math.round(margin + longest * letter.text + 8);
  const right = width - margin - Math.max(...lines.map(({ code }) => code.length)) * letter.code - 6;
  const x = dayAxis(first, last, [left, right]);

  for (const { at, label } of y.ticks) {
    yield element('line', { class: 'grid', ...across(left, right, at) });
    yield element('text', { class: 'quiet number', x: left - 8, y: at + half }, label);
  }
  yield element('line', { class: 'quiet', ...across(left, right, bottom) });

  const room = { from: margin, to: width - margin, apart: 12, letter: letter.text, most: 7 };
  for (const { at, start, label } of datesOf(x.ticks, room)) {
    const middle = start + (label.length * letter.text) / 2;
    yield element('line', { class: 'quiet', x1: at, x2: at, y1: bottom, y2: bottom + 5 });
    yield element('text', { class: 'quiet date', x: middle, y: bottom + 21 }, label);
  }

  const kind = picture.days.length > right - left ? 'fine line' : 'line';
  yield* paths(picture, { x, y }, kind);
  // so that colours need not be told apart
  for (const { line, at } of endsOf(values, y.position, { from: top, to: bottom, apart: 15 }))
    yield element('text', { x: right + 6, y: at + half }, codeText(lines[line]?.code ?? '', line));
}

/** Instead of the end of a path that is a single day, which would hardly be seen. */
const dash = 'm-1.5,0h3';

interface Axes {
  readonly x: DayAxis;
  readonly y: ValueAxis;
}

function* paths({ lines, days, first }: Picture, { x, y }: Axes, kind: string): Generator<string> {
  const pathOf = line<number | undefined>()
    .defined((value) => value !== undefined)
    .x((_, at) => x.position(days[at] ?? first))
    .y((value) => y.position(value ?? 0))
    .digits(1);

  for (const [at, { code, name, values }] of lines.entries()) {
    const title = { markup: element('title', {}, name ? `${code}, ${name}` : code) };
    const d = (pathOf(values) ?? '').replaceAll('Z', dash);
    yield element('path', { class: `${kind} symbol-${at + 1}`, d }, title);
  }
}

const across = (x1: number, x2: number, y: number) => ({ x1, x2, y1: y, y2: y });

interface Markup {
  readonly markup: string;
}

function codeText(code: string, line: number): Markup {
  return { markup: element('tspan', { class: `code symbol-${line + 1}` }, code) };
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...content: readonly (string | Markup)[]
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(shownAs(value))}"`);
  const start = `<${name}${given.join('')}`;
  if (content.length === 0) return `${start}/>`;

  const inner = content.map((part) => (typeof part === 'string' ? escaped(part) : part.markup));
  return `${start}>${inner.join('')}</${name}>`;
}

/** A tenth of a pixel is as fine as anybody sees. */
function shownAs(value: string | number): string {
  return typeof value === 'number' ? String(Math.round(value * 10) / 10) : value;
}

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }),
);

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities.get(character) ?? '');
}
