import type { Document, Format } from '../format.ts';
import { drawing, type Line, type Picture } from '../picture/picture.ts';
import { across, codeText, element, letter } from './element.ts';
import { plot } from './plot.ts';
import { style } from './style.ts';

/** A picture that stands alone: no script, no font and nothing else from elsewhere. */
export const svg: Format = (document) => drawing(document, (picture) => draw(picture, document));

const width = 640;
const margin = 20;
const plotHeight = 240;

function* draw(picture: Picture, document: Document): Generator<string> {
  const { title, subtitle, lines } = picture;
  const keys = legend(lines, 74);
  const top = keys.bottom + 20;
  const height = top + plotHeight + 62;
  yield `<svg xmlns="http://www.w3.org/2000/svg" class="ratebook" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`;
  yield element('title', {}, `${title}, ${subtitle}`);
  yield element('desc', {}, lines.map(described).join(' '));
  yield `<style>${style}</style>`;
  yield element('rect', { class: 'paper', width, height });
  yield element('text', { class: 'title', x: margin, y: 32 }, title);
  yield element('text', { class: 'quiet', x: margin, y: 52 }, subtitle);
  yield* keys.elements;
  yield* plot(picture, { left: margin, right: width - margin, top, bottom: top + plotHeight });
  yield element('text', { class: 'quiet', x: margin, y: height - 14 }, sourceLine(document));
  yield '</svg>';
}

function described({ code, name, figures: { first, last, low, high } }: Line): string {
  return `${name ? `${name} (${code})` : code}: first ${first}, last ${last}, low ${low}, high ${high}.`;
}

function sourceLine({ source, derivedFrom }: Document): string {
  const parts = [
    ...(source ? [`Rates: ${source}`] : []),
    ...(derivedFrom ? [`derived from ${derivedFrom} rates`] : []),
  ];
  return parts.join('; ');
}

const rowHeight = 20;
const between = 18;
const stroke = 16;
const gap = 6;

/** The lines' codes and names beside one another, in as many rows as they need. */
function legend(
  lines: readonly Line[],
  top: number,
): { readonly elements: readonly string[]; readonly bottom: number } {
  let [x, y] = [margin, top];
  const elements = lines.flatMap(({ code, name }, at) => {
    const length = stroke + gap + code.length * letter.code + (name.length + 1) * letter.text;
    if (x > margin && x + length > width - margin) [x, y] = [margin, y + rowHeight];
    const own = [
      element('line', { class: `line symbol-${at + 1}`, ...across(x, x + stroke, y - 4.5) }),
      element('text', { x: x + stroke + gap, y }, codeText(code, at), ` ${name}`),
    ];
    x += length + between;
    return own;
  });
  return { elements, bottom: y };
}
