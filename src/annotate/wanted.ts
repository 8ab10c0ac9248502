import { isDayLike } from '../calendar/parse.ts';
import { unitSaid } from '../currencies/nicknames.ts';
import { normalName } from '../input/csv/header.ts';
import { readOnce } from '../input/csv/text.ts';

/** What the options say of the columns of one amount. */
export type Wanted = Readonly<Record<'date' | 'amount' | 'from' | 'to', string>>;

/** All of the same targets. */
export type WantedSums = readonly [Wanted, ...Wanted[]];

/** The same few words are looked for in each of the first lines of a file. */
const said = readOnce(unitSaid);

/** The first of the wanted columns that is neither there nor something else. */
export function lackingIn(names: readonly string[], wanted: WantedSums): string | undefined {
  const isThere = isIn(names);
  const columns = wanted.flatMap(({ date, amount, from, to }) => {
    const dates = isDayLike(date) ? [] : [date];
    const currencies = [from, ...partsAtCommas(to, names)].filter((name) => said(name) === undefined);
    return [...dates, ...partsAtCommas(amount, names, 2), ...currencies];
  });
  return columns.find((name) => !isThere(name));
}

export const isIn = (names: readonly string[]) => (name: string) => columnsNamed(name, names).length > 0;

/** The columns of that name, or the second one of `Name#2`, if none is called so itself. */
export function columnsNamed(text: string, names: readonly string[]): readonly number[] {
  const name = normalName(text);
  const placesOf = (wanted: string) => names.flatMap((each, at) => (each === wanted ? [at] : []));
  const own = placesOf(name);
  const [, first, number] = /^(.+)#([1-9]\d?)$/.exec(name) ?? [];
  if (own.length > 0 || first === undefined) return own;
  return placesOf(first.trim()).slice(Number(number) - 1, Number(number));
}

/**
 * At blanks too where nothing else can be meant, since PowerShell makes them of commas.
 * @param most a text with more parts, or with an empty one, is one name, as is that of a column with a comma
 */
export function partsAtCommas(text: string, names: readonly string[], most = Number.POSITIVE_INFINITY) {
  const isColumn = isIn(names);
  if (isColumn(text)) return [text];

  const words = text.trim().split(/\s+/);
  const areNames = words.every((word) => isColumn(word) || /^[A-Z]{3}$/.test(word));
  const parts = areNames ? words : text.split(',');
  return parts.length > most || !parts.every((part) => part.trim()) ? [text] : parts;
}
