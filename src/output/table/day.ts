import { shortNameOf, twoBeside } from '../../currencies/names.ts';
import { isRunning, publishedAt } from '../../rates/day-rates.ts';
import { inShell, wrap } from '../../words.ts';
import type { Document, ShownRates } from '../format.ts';
import { changeOf } from '../rate-series.ts';
import { atPoint, gutter, longestOf, shorten, toAscii } from './columns.ts';
import { changeText, footOf, heading, madeUp, noRoomFor, quietLines, rateText, styleOf } from './style.ts';

const between = '   ';

/** With less room per name, there is no further column. */
const leastName = 10;

/** The rates of a day below one another, or in as many blocks as the terminal's height makes necessary. */
export function dayTable(day: ShownRates, document: Document): readonly string[] {
  const { base, symbols, hint, now, width, lines = Number.POSITIVE_INFINITY } = document;
  const { before } = day;
  const rows = rowsOf(day, document);
  const against = before && rows.some(({ change }) => change) ? `changes are against ${before.day}` : '';
  const few = inShell(twoBeside(base).join());
  const leadOn = hint && !symbols ? `for a few: -s ${few}; always: config set symbols ${few}` : '';
  const foot = [against, leadOn].filter(Boolean);
  const below = foot.flatMap((line) => wrap(line, width)).length + footOf([day], document, true).length;
  const titleAndPrompt = 2;
  const height = Math.max(1, lines - titleAndPrompt - below);
  const blocks = sideBySide(rows, Math.ceil(rows.length / height), document);
  const [{ lines: first, narrow } = { lines: [], narrow: [] }] = blocks;

  // of a day that is not over, the time at which its rates were published
  const time = now !== undefined && isRunning(day, now) ? publishedAt(day, now) : undefined;
  const title = `${time ?? day.day}, ${heading(document)}${document.isMadeUp ? ` (${madeUp})` : ''}`;
  const shown = narrow.includes('changes') ? foot.filter((line) => line !== against) : foot;
  return [
    ...wrap(title, width).map(styleOf(document).strong),
    ...first.map((_, at) =>
      blocks
        .map((block) => block.lines[at] ?? '')
        .join(between)
        .trimEnd(),
    ),
    ...shown.flatMap((line) => quietLines(line, document)),
    ...noRoomFor(narrow, 'a wider terminal', document),
  ];
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

/** As many blocks as fit, `most` at most. */
function sideBySide(rows: readonly DayRow[], most: number, document: Document) {
  const { width } = document;
  for (let count = most; count > 1; count--) {
    const height = Math.ceil(rows.length / count);
    const blocks = Array.from({ length: Math.ceil(rows.length / height) }, (_, at) =>
      blockOf(rows.slice(at * height, (at + 1) * height)),
    );
    const widths = shareRoom(blocks, width);
    if (widths) return blocks.map((block) => shownIn(widths.get(block) ?? 0, block, document));
  }
  return [shownIn(width, blockOf(rows), document)];
}

/** Rows below one another, and the widths of their parts. */
function blockOf(rows: readonly DayRow[]) {
  const rates = atPoint(rows.map(({ rate }) => rate));
  const [codes, names, changes] = (['code', 'name', 'change'] as const).map((part) =>
    longestOf(rows.map((row) => row[part])),
  ) as [number, number, number];
  const bare = (rates[0]?.length ?? 0) + gutter.length + codes;
  return {
    rows,
    rates,
    codes,
    names,
    changes,
    bare,
    withChanges: bare + (changes && gutter.length + changes),
  };
}

type Block = ReturnType<typeof blockOf>;

/** Divides the width; undefined where a block would get too little. */
function shareRoom(blocks: readonly Block[], width: number): ReadonlyMap<Block, number> | undefined {
  const leastOf = ({ withChanges, names }: Block) => withChanges + gutter.length + Math.min(names, leastName);
  const needOf = ({ names }: Block) => Math.max(0, names - leastName);
  let room = width - between.length * (blocks.length - 1);
  for (const block of blocks) room -= leastOf(block);
  if (room < 0) return undefined;

  // blocks that need little leave the rest to the others
  const widths = new Map<Block, number>();
  for (const [at, block] of blocks.toSorted((a, b) => needOf(a) - needOf(b)).entries()) {
    const more = Math.min(needOf(block), Math.floor(room / (blocks.length - at)));
    widths.set(block, leastOf(block) + more);
    room -= more;
  }
  return widths;
}

/** Shortens names, then drops them, then drops the changes. `narrow` is what had no room. */
function shownIn(width: number, { rows, rates, codes, ...block }: Block, document: Document) {
  const { strong, quiet } = styleOf(document);
  const changes = block.withChanges > width ? 0 : block.changes;
  const room = width - (changes > 0 ? block.withChanges : block.bare) - gutter.length;
  const names = longestOf(rows.map(({ name }) => shorten(name, Math.min(block.names, room))));

  const lines = rows.map(({ code, name, change }, at) => {
    const shown = shorten(name, names, document.ascii);
    const parts = [
      rates[at] + gutter + strong(code) + ' '.repeat(codes - code.length),
      ...(names > 0 ? [quiet(shown) + ' '.repeat(names - shown.length)] : []),
      ...(changes > 0 ? [' '.repeat(changes - change.length) + quiet(change)] : []),
    ];
    return parts.join(gutter);
  });
  const lacksNames = block.names > 0 && names === 0;
  const lacksChanges = changes === 0 && block.changes > 0;
  return { lines, narrow: [...(lacksNames ? ['names'] : []), ...(lacksChanges ? ['changes'] : [])] };
}
