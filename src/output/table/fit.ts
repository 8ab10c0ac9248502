export const gap = '  ';

/** Below this, a shortened name says nothing. */
const shortest = 4;

/** Empty where too little would be left. */
export function shorten(name: string, room: number, ascii = false): string {
  if (name.length <= room) return name;
  return room < shortest ? '' : name.slice(0, room - 1).trimEnd() + (ascii ? '.' : '…');
}

const likeness: Readonly<Record<string, string>> = { '–': '-', ʻ: "'" };

/** Letters lose their accents. */
export function toAscii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => likeness[letter] ?? '?');
}
