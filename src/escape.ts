/** Controls, separators of lines, and marks that turn the direction of writing. */
const steering = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Text in which nothing steers a terminal: `\u001b` in place of an escape; letters of any language stay. */
export function escapeControls(text: string): string {
  // almost always there is nothing to do, and to see that takes a fifth of the time
  return /^[ -~]*$/.test(text) ? text : text.replace(steering, unicodeEscape);
}

/** The same in printable ASCII alone, for words of others that need no letters of their own. */
export function escapeToAscii(text: string): string {
  return text.replace(/[^ -~]/g, unicodeEscape);
}

const unicodeEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
