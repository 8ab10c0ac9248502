import type { Document, Format } from '../format.ts';
import { drawing, type Line, type Picture } from '../picture/picture.ts';
import { element } from './element.ts';
import { legend } from './legend.ts';
import { plot } from './plot.ts';
import { style } from './style.ts';

/** A picture that stands alone: no script, no font and nothing else from elsewhere. */
export const svg: Format = (document) => drawing(document, (picture) => draw(picture, document));

const width = 640;
const margin = 20;
const plotHeight = 240;

function* draw(picture: Picture, document: Document): Generator<string> {
  const { title, subtitle, lines } = picture;
  const keys = legend(lines, 74, margin, width - margin);
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
