import { shortNameOf, twoBeside } from '../../currencies/names.ts';
import { isProvisional, publishedAt } from '../../rates/day-rates.ts';
import { inShell, wrap } from '../../words.ts';
import type { Document, ShownRates } from '../format.ts';
import { changeOf } from '../rate-series.ts';
import {
  atPoint,
  linesOf,
  longestOf,
  shorten,
  styledLines,
  type TextColumn,
  toAscii,
  widthOf,
} from './columns.ts';
import { changeText, commonNotes, heading, madeUp, noRoomFor, noteLines, rateText } from './style.ts';

/** The rates of a day below one another, or in as many blocks as the terminal's height makes necessary. */
export function dayTable(day: ShownRates, document: Document): string[] {
  const { base, symbols, hint, now, width, chalk, lines = Number.POSITIVE_INFINITY } = document;
  const texts = textsOf(day, document);
  const few = inShell(twoBeside(base).join());
  const leadOn = hint && !symbols && `for a few: -s ${few}; always: config set symbols ${few}`;
  const against = texts.changes.some(Boolean) && `changes are against ${day.before?.day}`;
  const last = commonNotes([day], document, true);
  const titleAndPrompt = 2;
  const room = lines - titleAndPrompt - noteLines([against, leadOn, ...last], document).length;
  const { columns, narrow } = sideBySide(texts, Math.ceil(day.rates.size / Math.max(1, room)), document);

  // of a day that is not over, the time at which its rates were published
  const time = now !== undefined && isProvisional(day, now) ? publishedAt(day, now) : undefined;
  const title = `${time ?? day.day}, ${heading(document)}${document.isMadeUp ? ` (${madeUp})` : ''}`;
  const notes = [
    !narrow.includes('changes') && against,
    leadOn,
    noRoomFor(narrow, 'a wider terminal'),
    ...last,
  ];
  return [
    ...styledLines(wrap(title, width), chalk, 'strong'),
    ...linesOf(columns, chalk),
    ...noteLines(notes, document),
  ];
}

/** Of each currency; a change is empty where the day before is not stored. */
type DayTexts = Readonly<Record<(typeof looks)[number]['name'], readonly string[]>>;

function textsOf(day: ShownRates, document: Document): DayTexts {
  const codes = [...day.rates.keys()];
  const rates: string[] = [];
  const changes: string[] = [];
  for (const [code, rate] of day.rates) {
    const earlier = day.before?.rates.get(code);
    rates.push(rateText(rate, code, document));
    changes.push(earlier === undefined ? '' : changeText(changeOf(earlier, rate)));
  }
  const names = codes.map(shortNameOf);
  return { rates, codes, names: document.ascii ? names.map(toAscii) : names, changes };
}

/** The least room for a name in a further block. */
const leastName = 10;

/**
 * The columns of `most` blocks, or of fewer if those have no room. Names are shortened, then left out, and in
 * a single block then changes are. `narrow` is what had no room.
 */
function sideBySide(texts: DayTexts, maxBlocks: number, { width, ascii }: Document) {
  const { names, changes } = texts;
  let blocks = maxBlocks;
  const columnsWith = (room: number, shownChanges: readonly string[]) =>
    inBlocks(
      { ...texts, names: names.map((name) => shorten(name, room, ascii)), changes: shownChanges },
      blocks,
    );

  while (blocks > 1 && widthOf(columnsWith(leastName, changes)) > width) blocks--;
  const hasChanges = changes.some(Boolean) && widthOf(columnsWith(0, changes)) <= width;
  const shownChanges = hasChanges ? changes : [];
  let room = longestOf(names);
  let columns = columnsWith(room, shownChanges);
  while (room > 0 && widthOf(columns) > width) columns = columnsWith(--room, shownChanges);
  const narrow = (['names', 'changes'] as const).filter(
    (part) => texts[part].some(Boolean) && !columns.some(({ name }) => name === part),
  );
  return { columns, narrow };
}

/** Of a block, the first after a space between blocks. */
const looks = [
  { name: 'rates', space: 3 },
  { name: 'codes', style: 'strong' },
  { name: 'names', style: 'quiet' },
  { name: 'changes', style: 'quiet', isRight: true },
] as const;

/** Down first; a part that a block has not has no column. */
function inBlocks(all: DayTexts, blocks: number): TextColumn[] {
  const height = Math.ceil(all.rates.length / blocks);
  const columns: TextColumn[] = [];
  for (let at = 0; at < all.rates.length; at += height)
    for (const look of looks) {
      const texts = all[look.name].slice(at, at + height);
      if (texts.some(Boolean))
        columns.push({ ...look, texts: look.name === 'rates' ? atPoint(texts) : texts });
    }
  return columns;
}
