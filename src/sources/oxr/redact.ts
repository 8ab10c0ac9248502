import { parseJson } from '../../json.ts';

/** A shorter key is not a secret, and may be part of any word. */
const shortest = 8;

/** The strings of a JSON text, with their quotes, and what stands between them. */
function* partsOf(text: string): Generator<string> {
  let start = 0;
  let within = false;
  for (const { 0: token, index } of text.matchAll(/\\.|"|[^"\\]+/gs)) {
    if (token !== '"') continue;
    const end = within ? index + 1 : index;
    yield text.slice(start, end);
    start = end;
    within = !within;
  }
  yield text.slice(start);
}

/** Removes the key in any spelling: plain, percent-encoded or JSON-escaped. Numbers stay as they are. */
export function redactor(key: string): (body: Buffer) => Buffer {
  if (key.length < shortest) return (body) => body;
  const spelled = spelling(key);
  const mayBeNumber = /^[\d.eE+-]+$/.test(key);
  // quick check: JSON shortens the escapes of only these three characters
  const signs = [key, '%', /["\\/]/.test(key) ? '\\' : '\\u'];

  const hide = (text: string) => text.replace(spelled, '[app_id]');
  const redact = (part: string): string => {
    if (!part.startsWith('"')) return mayBeNumber ? part : hide(part);
    const text = parseJson(part);
    if (typeof text !== 'string') return hide(part);
    const hidden = hide(text);
    return hidden === text ? part : JSON.stringify(hidden);
  };

  return (body) => {
    if (!signs.some((sign) => body.includes(sign))) return body;
    const text = body.toString();
    const hidden = Array.from(partsOf(text), redact).join('');
    return hidden === text ? body : Buffer.from(hidden);
  };
}

function spelling(key: string): RegExp {
  const characters = Array.from(key, (character) => {
    const hex = character.charCodeAt(0).toString(16);
    return `(?:\\x${hex}|%${hex.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
  return new RegExp(characters.join(''), 'g');
}
