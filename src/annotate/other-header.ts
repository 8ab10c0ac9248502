import { alternativeNames, currencyNames } from '../currencies/names.ts';
import { unitSaid } from '../currencies/nicknames.ts';

interface NamedCell {
  /** That of the column. */
  readonly name: string;
  readonly text: string;
  /** Whether a currency belongs there. */
  readonly isCode: boolean;
  /** Whether the cell has the day, the amount or the currency that belongs there. */
  readonly hasMeaning: () => boolean;
}

/** What stands in a cell for nothing, and is the name of no column. */
const placeholder = /^(?:n\.?\/?a\.?|nan|nil|none|null|pending|tb[acd]|unknown|void)$/i;

/**
 * Whether a row repeats the names of its columns, or has words where days, amounts and currencies belong.
 * @param mayHaveWords whether the row has as many cells as others, and the file a column of days
 */
export function isOtherHeader(cells: readonly NamedCell[], mayHaveWords: boolean): boolean {
  const figures = cells.filter(({ isCode }) => !isCode);
  if ((figures.length > 1 ? figures : cells).every(isName)) return true;

  const areApart = () => new Set(cells.map(({ text }) => text)).size === cells.length;
  return mayHaveWords && areApart() && cells.every((cell) => isName(cell) || isWord(cell));
}

const isName = ({ text, name }: NamedCell) => text === name && text !== '';

const isWord = ({ text, hasMeaning }: NamedCell) => {
  const hasLetters = /\p{L}/u.test(text);
  return hasLetters && !placeholder.test(text) && !hasMeaning();
};

/** Unlike the name of a column, which may look like a code. */
export function isCurrency(text: string): boolean {
  const { code } = unitSaid(text) ?? {};
  return code !== undefined && (currencyNames.has(code) || alternativeNames.has(code));
}
