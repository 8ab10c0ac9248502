import type { Archive } from './archive.ts';
import { damaged } from './unusable.ts';
import { visitXml } from './xml.ts';

/** What a number is shown as. */
export type NumberKind = 'number' | 'day' | 'time';

/** Some more than a spreadsheet can have. */
const mostStyles = 100_000;

/** For each style of cells. @param part undefined: there are none */
export async function readNumberKinds(
  archive: Archive,
  part: string | undefined,
): Promise<readonly NumberKind[]> {
  if (part === undefined) return [];

  const codes = new Map<number, string>();
  const formats: number[] = [];
  let list: string | undefined;
  await visitXml(archive.part(part), {
    opened(name, { numFmtId, formatCode = '' }) {
      // cells have no formats but these: those of conditions may have the same numbers
      if (name === 'numFmts' || name === 'cellXfs') list = name;
      else if (name === 'numFmt' && list === 'numFmts') codes.set(Number(numFmtId), formatCode);
      else if (name === 'xf' && list === 'cellXfs') formats.push(Number(numFmtId ?? 0));
      if (codes.size > mostStyles || formats.length > mostStyles) throw damaged();
    },
    closed(name) {
      if (name === list) list = undefined;
    },
  });

  return formats.map((id) => {
    const code = codes.get(id);
    return code === undefined ? builtInKind(id) : kindOfCode(code);
  });
}

/** ECMA-376 part 1, 18.8.30: 27 to 36 and 50 to 58 are days in the languages of East Asia. */
function builtInKind(id: number): NumberKind {
  if ([14, 15, 16, 17, 22].includes(id) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'day';
  return [18, 19, 20, 21, 45, 46, 47].includes(id) ? 'time' : 'number';
}

/** Texts, signs shown as they are, blanks as wide as a sign, signs that fill, colours and languages. */
const literal = /"[^"]*"?|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]|am\/pm|a\/p|general/gi;

/** @param code such as `yyyy\-mm\-dd` or `#,##0.00 "EUR"` */
export function kindOfCode(code: string): NumberKind {
  const [signs = ''] = code.replace(literal, '').toLowerCase().split(';');
  // fractions of seconds have digits, too
  if (/[0#?]/.test(signs.replace(/s\.0+/g, 's'))) return 'number';
  if (/[yd]/.test(signs)) return 'day';
  if (/[hs]|\[m+\]/.test(signs)) return 'time';
  return /m/.test(signs) ? 'day' : 'number';
}
