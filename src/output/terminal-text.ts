import { escapeControls } from '../words.ts';
import type { OutputStream } from './output.ts';

/** Between what is escaped: ends of lines and tabs. */
const layout = /(\r?\n|\t)/;

const introducer = '\u001b';

/** The same, and weights and colours. */
const layoutAndColors = new RegExp(`(\\r?\\n|\\t|${introducer}\\[[\\d;]*m)`);

/**
 * Whatever is written to a terminal passes through this, and through nothing else on its way: text, piece by
 * piece, of which bytes and ends of lines may be in two.
 * @param isColored by ratebook: what others wrote in it is escaped already
 */
export function terminalText(isColored: boolean): (data: string | Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const unescaped = isColored ? layoutAndColors : layout;
  let pending = '';
  return (data) => {
    const text = pending + (typeof data === 'string' ? data : decoder.decode(data, { stream: true }));
    pending = text.endsWith('\r') ? '\r' : '';
    const parts = text.slice(0, text.length - pending.length).split(unescaped);
    return parts.map((part, at) => (at % 2 === 0 ? escapeControls(part) : part)).join('');
  };
}

/** The stream of a terminal. */
export function escaping(stream: OutputStream, isColored: boolean): OutputStream {
  const text = terminalText(isColored);
  return {
    on: (event, listener) => stream.on(event, listener),
    write: (data, done) => stream.write(text(data), done),
  };
}
