import { escapeControls } from '../words.ts';

/** Text for a terminal, piece by piece, of which bytes and ends of lines may be in two. */
export type TerminalText = (data: string | Uint8Array) => string;

/** Between what is escaped: ends of lines and tabs. */
const layout = /(\r?\n|\t)/;

const introducer = '\u001b';

/** The same, and weights and colours. */
const layoutAndColors = new RegExp(`(\\r?\\n|\\t|${introducer}\\[[\\d;]*m)`);

/**
 * Whatever is written to a terminal passes through this, and through nothing else on its way.
 * @param isColored by ratebook: what others wrote in it is escaped already
 */
export function terminalText(isColored: boolean): TerminalText {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const kept = isColored ? layoutAndColors : layout;
  let held = '';
  return (data) => {
    const text = held + (typeof data === 'string' ? data : decoder.decode(data, { stream: true }));
    held = text.endsWith('\r') ? '\r' : '';
    const parts = text.slice(0, text.length - held.length).split(kept);
    return parts.map((part, at) => (at % 2 === 0 ? escapeControls(part) : part)).join('');
  };
}
