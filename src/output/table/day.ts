import { shortNameOf, twoBeside } from '../../currencies/names.ts';
import { isRunning, publishedAt } from '../../rates/day-rates.ts';
import { inShell, wrap } from '../../words.ts';
import type { Document, ShownRates } from '../format.ts';
import { changeOf } from '../rate-series.ts';
import {
  atPoint,
  gutter,
  leftAligned,
  linesOf,
  longestOf,
  rightAligned,
  shorten,
  type TextColumn,
  toAscii,
} from './columns.ts';
import {
  changeText,
  footOf,
  heading,
  madeUp,
  noRoomFor,
  rateText,
  styleOf,
  type TableText,
} from './style.ts';

/** Between blocks. */
const between = 3;

/** With less room per name, there is no further block. */
const leastName = 10;

/** The rates of a day below one another, or in as many blocks as the terminal's height makes necessary. */
export function dayTable(day: ShownRates, document: Document): TableText {
  const { base, symbols, hint, now, width, lines = Number.POSITIVE_INFINITY } = document;
  const { before } = day;
  const rows = rowsOf(day, document);
  const few = inShell(twoBeside(base).join());
  const leadOn = hint && !symbols ? [`for a few: -s ${few}; always: config set symbols ${few}`] : [];
  const against = before && rows.some(({ change }) => change) ? [`changes are against ${before.day}`] : [];
  const last = footOf([day], document, true);
  const below = [...against, ...leadOn, ...last].flatMap((line) => wrap(line, width)).length;
  const titleAndPrompt = 2;
  const height = Math.max(1, lines - titleAndPrompt - below);
  const { columns, narrow } = sideBySide(rows, Math.max(1, Math.ceil(rows.length / height)), document);

  // of a day that is not over, the time at which its rates were published
  const time = now !== undefined && isRunning(day, now) ? publishedAt(day, now) : undefined;
  const title = `${time ?? day.day}, ${heading(document)}${document.isMadeUp ? ` (${madeUp})` : ''}`;
  const shown = narrow.includes('changes') ? leadOn : [...against, ...leadOn];
  return {
    lines: [...wrap(title, width).map(styleOf(document).strong), ...linesOf(columns)],
    foot: [...shown, ...noRoomFor(narrow, 'a wider terminal'), ...last],
  };
}

/** The change is that since the day before; empty where that is not known. */
function rowsOf({ rates, before }: ShownRates, document: Document) {
  return Array.from(rates, ([code, rate]) => {
    const name = shortNameOf(code);
    const was = before?.rates.get(code);
    return {
      rate: rateText(code, document)(rate),
      code,
      name: document.ascii ? toAscii(name) : name,
      change: was === undefined ? '' : changeText(changeOf(was, rate)),
    };
  });
}

type DayRow = ReturnType<typeof rowsOf>[number];

/**
 * The columns of `most` blocks, or of fewer if those have no room. Names are shortened, then left out, and in a
 * single block then changes are. `narrow` is what had no room.
 */
function sideBySide(rows: readonly DayRow[], most: number, document: Document) {
  const { width, ascii } = document;
  const { strong, quiet } = styleOf(document);
  for (let count = most; ; count--) {
    const height = Math.ceil(rows.length / count);
    const blocks = Array.from({ length: Math.ceil(rows.length / height) }, (_, at) =>
      blockOf(rows.slice(at * height, (at + 1) * height)),
    );
    const widthWith = (name: number, hasChanges: boolean) =>
      blocks.reduce(
        (sum, block) => sum + widthOfBlock(block, name, hasChanges),
        between * (blocks.length - 1),
      );
    if (count > 1 && widthWith(leastName, true) > width) continue;

    const hasChanges = widthWith(0, true) <= width;
    let room = Math.max(...blocks.map(({ names }) => longestOf(names)));
    while (room > 0 && widthWith(room, hasChanges) > width) room--;
    const columns = blocks.flatMap(({ rates, codes, names, changes }, at): TextColumn[] => {
      const shortened = names.map((name) => shorten(name, room, ascii));
      return [
        leftAligned(rates, at > 0 ? between : 0),
        leftAligned(codes, gutter, strong),
        ...(shortened.some(Boolean) ? [leftAligned(shortened, gutter, quiet)] : []),
        ...(hasChanges && changes.some(Boolean) ? [rightAligned(changes, gutter, quiet)] : []),
      ];
    });
    const [{ names, changes } = blockOf([])] = blocks;
    const lacksNames = names.some(Boolean) && !names.some((name) => shorten(name, room));
    const lacksChanges = !hasChanges && changes.some(Boolean);
    return { columns, narrow: [...(lacksNames ? ['names'] : []), ...(lacksChanges ? ['changes'] : [])] };
  }
}

const blockOf = (rows: readonly DayRow[]) => ({
  rates: atPoint(rows.map(({ rate }) => rate)),
  codes: rows.map(({ code }) => code),
  names: rows.map(({ name }) => name),
  changes: rows.map(({ change }) => change),
});

/** @param name the most that a name has */
function widthOfBlock(block: ReturnType<typeof blockOf>, name: number, hasChanges: boolean): number {
  const parts = [Math.min(name, longestOf(block.names)), hasChanges ? longestOf(block.changes) : 0];
  const bare = longestOf(block.rates) + gutter + longestOf(block.codes);
  return parts.reduce((sum, part) => sum + (part && gutter + part), bare);
}
