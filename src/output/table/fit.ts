/** What stands between two columns. */
export const gap = '  ';

/** The words on as many lines as the width needs. */
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

/** What is left of a word must tell which it is. */
const shortest = 4;

/** The name as far as there is room for it, or nothing where too little would be left. */
export function shorten(name: string, room: number, ascii = false): string {
  if (name.length <= room) return name;
  return room < shortest ? '' : name.slice(0, room - 1).trimEnd() + (ascii ? '.' : '…');
}

const likeness: Readonly<Record<string, string>> = { '–': '-', ʻ: "'" };

/** The text in ASCII: letters without their accents. */
export function toAscii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => likeness[letter] ?? '?');
}
