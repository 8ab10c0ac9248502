import { Failure } from '../errors.ts';
import { firstFew, nearest, quoted } from '../words.ts';

/** Accents can be written in two ways, blanks are not seen, and sheets break names into lines. */
export const normalName = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * The columns of that name; of `Name#2` the second one, of `#2` the second without a name, and `#EUR` is the
 * column where `EUR` would be the currency.
 */
export function columnsNamed(text: string, names: readonly string[]): readonly number[] {
  const name = normalName(text);
  const all = (column: string) => names.flatMap((each, at) => (each === column ? [at] : []));
  const [, first = '', number = Number.NaN] = /^(.*?) ?#([1-9]\d?)$/.exec(name) ?? [];
  const candidates = [
    all(name),
    all(name.replace(/^# ?/, '')),
    all(first).slice(Number(number) - 1, Number(number)),
  ];
  return candidates.find(({ length }) => length > 0) ?? [];
}

export const columnsInWords = (names: readonly string[], place = 'the header'): string =>
  `${place} has ${firstFew(names.map(quoted), 50)}`;

export function didYouMean(name: string, names: readonly string[]): readonly string[] {
  // one that is there twice, or has no name, is typed with its number
  const typed = names.map((each, at) => {
    if (each !== '' && names.indexOf(each) === names.lastIndexOf(each)) return each;
    return `${each}#${names.slice(0, at + 1).filter((other) => other === each).length}`;
  });
  const similar = nearest(name, typed);
  return similar === undefined || /^#?\d+$/.test(name) ? [] : [`did you mean ${quoted(similar)}?`];
}

/** @param where the header is, if that can be doubted */
export function noColumn(
  { names, missing: [name = ''] }: { readonly names: readonly string[]; readonly missing: readonly string[] },
  where?: string,
  ...hints: readonly string[]
): Failure {
  const listed = where ? `is the header ${where}? ${columnsInWords(names, 'it')}` : columnsInWords(names);
  const similar = names.length === 1 && hints.length > 0 ? [] : didYouMean(name, names);
  return new Failure('no_column', `unknown column ${JSON.stringify(name)}`, ...similar, listed, ...hints);
}

export const repeatedIn = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at);

/** @throws a usage error if the header has one of these names already, or two of them are the same */
export function checkFree(names: readonly string[], added: readonly string[]): void {
  const twice = repeatedIn(added);
  if (twice !== undefined)
    throw new Failure('column_exists', `two added columns would be called ${JSON.stringify(twice)}`);
  const existing = added.find((name) => names.includes(normalName(name)));
  if (existing === undefined) return;
  const message = `the header has a column ${JSON.stringify(existing)} already`;
  throw new Failure('column_exists', message, '--prefix fx_');
}
