import { shortNameOf, twoBeside } from '../../currencies/names.ts';
import { isRunning, publishedAt } from '../../rates/day-rates.ts';
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
  const rows = rowsOf(day, document);
  const few = inShell(twoBeside(base).join());
  const leadOn = hint && !symbols && `for a few: -s ${few}; always: config set symbols ${few}`;
  const against = rows.some(([, , , change]) => change) && `changes are against ${day.before?.day}`;
  const last = commonNotes([day], document, true);
  const titleAndPrompt = 2;
  const room = lines - titleAndPrompt - noteLines([against, leadOn, ...last], document).length;
  const { columns, narrow } = sideBySide(rows, Math.ceil(rows.length / Math.max(1, room)), document);

  // of a day that is not over, the time at which its rates were published
  const time = now !== undefined && isRunning(day, now) ? publishedAt(day, now) : undefined;
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

/** Rate, code and name, and the change since the day before, which is empty where that is not stored. */
type DayRow = readonly [rate: string, code: string, name: string, change: string];

function rowsOf({ rates, before }: ShownRates, document: Document): DayRow[] {
  return Array.from(rates, ([code, rate]) => {
    const name = shortNameOf(code);
    const earlier = before?.rates.get(code);
    const change = earlier === undefined ? '' : changeText(changeOf(earlier, rate));
    return [rateText(rate, code, document), code, document.ascii ? toAscii(name) : name, change];
  });
}

/** The least room for a name in a further block. */
const leastName = 10;

/**
 * The columns of `most` blocks, or of fewer if those have no room. Names are shortened, then left out, and in
 * a single block then changes are. `narrow` is what had no room.
 */
function sideBySide(rows: readonly DayRow[], maxBlocks: number, { width, ascii }: Document) {
  let [blocks, room, hasChanges] = [maxBlocks, leastName, true];
  const shown = () =>
    rows.map(([rate, code, name, change]): DayRow => {
      return [rate, code, shorten(name, room, ascii), hasChanges ? change : ''];
    });
  const isTooWide = () => widthOf(columnsOf(shown(), blocks)) > width;

  while (blocks > 1 && isTooWide()) blocks--;
  room = 0;
  hasChanges = !isTooWide();
  room = longestOf(rows.map(([, , name]) => name));
  while (room > 0 && isTooWide()) room--;
  const isIn = (part: number, all: readonly DayRow[]) => all.some((row) => row[part]);
  const narrow = ['names', 'changes'].filter((_, at) => isIn(at + 2, rows) && !isIn(at + 2, shown()));
  return { columns: columnsOf(shown(), blocks), narrow };
}

/** Of a block, the first after a space between blocks. */
const looks = [
  { space: 3 },
  { style: 'strong' },
  { style: 'quiet' },
  { style: 'quiet', isRight: true },
] as const;

/** Down first; a part that a block has not has no column. */
function columnsOf(rows: readonly DayRow[], blocks: number): TextColumn[] {
  const height = Math.ceil(rows.length / blocks);
  const columns: TextColumn[] = [];
  for (let at = 0; at < rows.length; at += height)
    for (const [part, look] of looks.entries()) {
      const texts = rows.slice(at, at + height).map((row) => row[part] ?? '');
      if (texts.some(Boolean)) columns.push({ ...look, texts: part === 0 ? atPoint(texts) : texts });
    }
  return columns;
}
