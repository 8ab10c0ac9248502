export const gap = '  ';

export function foldWords(words: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

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
