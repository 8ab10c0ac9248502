const steering = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Escapes what could steer a terminal: controls, line separators and bidirectional marks. */
export function escapeControls(text: string): string {
  // the usual case, five times as fast
  return /^[ -~]*$/.test(text) ? text : text.replace(steering, unicodeEscape);
}

/** As above, and everything else beyond printable ASCII too. */
export function escapeToAscii(text: string): string {
  return text.replace(/[^ -~]/g, unicodeEscape);
}

const unicodeEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
