import { startOf } from '../calendar/day.ts';
import { escapeXml } from '../words.ts';
import type { Document } from './format.ts';
import { datesOf, dayScale, endsOf, type Picture, valueAxis } from './picture.ts';

const width = 640;
const margin = 20;
const plotHeight = 240;
const rowHeight = 20;

/** Widths of characters, which differ by font: these are of a wide one. */
const letter = { text: 7.2, code: 10 };

/** From a text's baseline to its middle. */
const half = 4.5;

/** A picture in one file: no script, no font, no link. */
export async function svg(picture: Picture, document: Document): Promise<readonly string[]> {
  const { title, subtitle, lines } = picture;
  const { source, derivedFrom } = document;
  const keys = legend(picture);
  const height = keys.bottom + rowHeight + plotHeight + 62;
  const sources = [source && `Rates: ${source}`, derivedFrom && `derived from ${derivedFrom} rates`];
  const descriptions = lines.map(({ code, name, figures: { first, last, low, high } }) => {
    const named = name ? `${name} (${code})` : code;
    return `${named}: first ${first}, last ${last}, low ${low}, high ${high}.`;
  });

  const size = `width="${width}" height="${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="ratebook" ${size} viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(`${title}, ${subtitle}`)}</title>`,
    `<desc>${escapeXml(descriptions.join(' '))}</desc>`,
    `<style>${style}</style>`,
    `<rect class="paper" ${size}/>`,
    textAt(margin, 32, escapeXml(title), 'title'),
    textAt(margin, 52, escapeXml(subtitle), 'quiet'),
    ...keys.elements,
    ...(await plot(picture, keys.bottom + rowHeight)),
    textAt(margin, height - 14, escapeXml(sources.filter(Boolean).join('; ')), 'quiet'),
    '</svg>',
  ];
}

/** A stroke and the names of each line, in as many rows as they need. */
function legend({ lines }: Picture) {
  let [x, y] = [margin, 74];
  const elements: string[] = [];
  for (const [at, { code, name }] of lines.entries()) {
    const length = 22 + code.length * letter.code + (name.length + 1) * letter.text;
    if (x > margin && x + length > width - margin) [x, y] = [margin, y + rowHeight];
    elements.push(
      lineOf(`line symbol-${at + 1}`, x, x + 16, y - half),
      textAt(x + 22, y, `${codeText(code, at)} ${escapeXml(name)}`),
    );
    x += length + 18;
  }
  return { elements, bottom: y };
}

async function plot(picture: Picture, top: number) {
  const { line } = await import('d3-shape');
  const { lines, days, first } = picture;
  const bottom = top + plotHeight;
  const y = valueAxis(picture, [bottom, top], 5, true);
  const longest = Math.max(0, ...y.ticks.map(({ label }) => label.length));
  const left = Math.round(margin + longest * letter.text + 8);
  const right = width - margin - Math.max(...lines.map(({ code }) => code.length)) * letter.code - 6;
  const x = dayScale(picture, [left, right]);
  const elements = y.ticks.flatMap(({ at, label }) => [
    lineOf('grid', left, right, at),
    textAt(left - 8, at + half, label, 'quiet number'),
  ]);
  elements.push(lineOf('quiet', left, right, bottom));

  const room = { from: margin, to: width - margin, apart: 12, letter: letter.text, maxLabels: 7 };
  for (const { at, start, label } of datesOf(x, x, room))
    elements.push(
      lineOf('quiet', at, at, bottom, bottom + 5),
      textAt(start + (label.length * letter.text) / 2, bottom + 21, label, 'quiet date'),
    );

  const pathOf = line<number | undefined>()
    .defined((value) => value !== undefined)
    .x((_, at) => x(startOf(days[at] ?? first)))
    .y((value) => y.scale(value ?? 0))
    .digits(1);
  const kind = days.length > right - left ? 'fine line' : 'line';
  for (const [at, { code, name, values }] of lines.entries()) {
    // instead of the end of a path that is a single day, which would hardly be seen
    const d = (pathOf(values) ?? '').replaceAll('Z', 'm-1.5,0h3');
    const title = escapeXml(name ? `${code}, ${name}` : code);
    elements.push(`<path class="${kind} symbol-${at + 1}" d="${d}"><title>${title}</title></path>`);
  }
  // so that colours need not be told apart
  for (const { line, at } of endsOf(lines, y.scale, { from: top, to: bottom, apart: 15 }))
    elements.push(textAt(right + 6, at + half, codeText(lines[line]?.code ?? '', line)));
  return elements;
}

/** A tenth of a pixel is as fine as anybody sees. */
const tenths = (value: number) => Math.round(value * 10) / 10;

function textAt(x: number, y: number, markup: string, kind?: string) {
  return `<text${kind ? ` class="${kind}"` : ''} x="${tenths(x)}" y="${tenths(y)}">${markup}</text>`;
}

function lineOf(kind: string, x1: number, x2: number, y1: number, y2 = y1) {
  const ends = `x1="${tenths(x1)}" x2="${tenths(x2)}" y1="${tenths(y1)}" y2="${tenths(y2)}"`;
  return `<line class="${kind}" ${ends}/>`;
}

const codeText = (code: string, line: number) =>
  `<tspan class="code symbol-${line + 1}">${escapeXml(code)}</tspan>`;

/** The lines are blue, vermilion, green, purple and grey: told apart by colour-blind readers too. */
const style = `
.ratebook text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums;fill:currentColor}
.ratebook .title{font-size:18px;font-weight:600}
.ratebook .code{font-weight:600}
.ratebook .number{text-anchor:end}
.ratebook .date{text-anchor:middle}
.ratebook line{stroke:currentColor}
.ratebook .line{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linejoin:round;stroke-linecap:round}
.ratebook .fine{stroke-width:1}
.ratebook .paper{fill:#ffffff}
.ratebook{color:#1a1a1a}
.ratebook .quiet{color:#5c5c5c}
.ratebook .grid{color:#e3e3e3}
.ratebook .symbol-1{color:#0068b3}
.ratebook .symbol-2{color:#d04a00}
.ratebook .symbol-3{color:#00795a}
.ratebook .symbol-4{color:#a8327d}
.ratebook .symbol-5{color:#6b6b6b}
@media (prefers-color-scheme:dark){
.ratebook .paper{fill:#16191d}
.ratebook{color:#eceef0}
.ratebook .quiet{color:#a3a9b0}
.ratebook .grid{color:#30353b}
.ratebook .symbol-1{color:#5cb3f2}
.ratebook .symbol-2{color:#ff8a4c}
.ratebook .symbol-3{color:#37c79d}
.ratebook .symbol-4{color:#ec8bc6}
.ratebook .symbol-5{color:#b9bec4}
}
`;
