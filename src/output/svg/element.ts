type Attributes = Readonly<Record<string, string | number>>;

/** An element, which is not escaped again. */
export interface Markup {
  readonly markup: string;
}

export function element(
  name: string,
  attributes: Attributes,
  ...content: readonly (string | Markup)[]
): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(shown(value))}"`);
  const start = `<${name}${given.join('')}`;
  if (content.length === 0) return `${start}/>`;
  const inner = content.map((part) => (typeof part === 'string' ? escaped(part) : part.markup));
  return `${start}>${inner.join('')}</${name}>`;
}

/** A tenth of a pixel is as fine as anybody sees. */
const shown = (value: string | number) =>
  typeof value === 'number' ? String(Math.round(value * 10) / 10) : value;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

export const across = (x1: number, x2: number, y: number) => ({ x1, x2, y1: y, y2: y });

/** Widths of characters, which differ by font: these are of a wide one. */
export const letter = { text: 7.2, code: 10 };

/** In the colour of its line. */
export function codeText(code: string, line: number): Markup {
  return { markup: element('tspan', { class: `code symbol-${line + 1}` }, code) };
}
