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
  yield `<svg xmlns="http://www.w3.org/2000/svg" class="ratebook" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`;
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
const gap = 6;

function legend(lines: readonly Line[], top: number) {
  let [x, y] = [margin, top];
  const elements = lines.flatMap(({ code, name }, at) => {
    const length = stroke + gap + code.length * letter.code + (name.length + 1) * letter.text;
    if (x > margin && x + length > width - margin) [x, y] = [margin, y + rowHeight];
    const own = [
      element('line', { class: `line symbol-${at + 1}`, ...across(x, x + stroke, y - half) }),
      element('text', { x: x + stroke + gap, y }, codeText(code, at), ` ${name}`),
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
  const y = valueAxis(values, [bottom, top], 5, { nice: true });
  const longest = Math.max(0, ...y.ticks.map(({ label }) => label.length));
  const left = Math.round(margin + longest * letter.text + 8);
  const right = width - margin - Math.max(...lines.map(({ code }) => code.length)) * letter.code - 6;
  const x = dayAxis(first, last, [left, right]);

  for (const { at, label } of y.ticks) {
    yield element('line', { class: 'grid', ...across(left, right, at) });
    yield element('text', { class: 'quiet number', x: left - 8, y: at + half }, label);
  }
  yield element('line', { class: 'quiet', ...across(left, right, bottom) });
  const room = { from: margin, to: width - margin, gap: 12, letter: letter.text, most: 7 };
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

/** Instead of the end of a path that is a single day, which would hardly be seen. */
const dash = 'm-1.5,0h3';

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
  // a tenth of a pixel is as fine as anybody sees
  const shown = (value: string | number) => (typeof value === 'number' ? String(Math.round(value * 10) / 10) : value);
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(shown(value))}"`);
  const start = `<${name}${given.join('')}`;
  if (content.length === 0) return `${start}/>`;
  const inner = content.map((part) => (typeof part === 'string' ? escaped(part) : part.markup));
  return `${start}>${inner.join('')}</${name}>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
