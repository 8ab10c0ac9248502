import type { Line } from '../picture/picture.ts';
import { across, element, letter, type Markup } from './element.ts';

const rowHeight = 20;
const between = 18;
const stroke = 16;
const gap = 6;

/** The lines' codes and names beside one another, in as many rows as they need. */
export function legend(
  lines: readonly Line[],
  top: number,
  left: number,
  right: number,
): { readonly elements: readonly string[]; readonly bottom: number } {
  let [x, y] = [left, top];
  const elements = lines.flatMap(({ code, name }, at) => {
    const width = stroke + gap + code.length * letter.code + (name.length + 1) * letter.text;
    if (x > left && x + width > right) [x, y] = [left, y + rowHeight];
    const own = [
      element('line', { class: `line symbol-${at + 1}`, ...across(x, x + stroke, y - 4.5) }),
      element('text', { x: x + stroke + gap, y }, codeText(code, at), ` ${name}`),
    ];
    x += width + between;
    return own;
  });
  return { elements, bottom: y };
}

/** In the colour of its line. */
export function codeText(code: string, line: number): Markup {
  return { markup: element('tspan', { class: `code symbol-${line + 1}` }, code) };
}
