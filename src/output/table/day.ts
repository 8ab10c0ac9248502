import type { Code } from '../../currencies/code.ts';
import { shortNameOf, twoBeside } from '../../currencies/names.ts';
import { type DayRates, isRunning, publishedAt } from '../../rates/day-rates.ts';
import { inShell, wrap } from '../../words.ts';
import { changeOf } from '../courses.ts';
import type { Document } from '../format.ts';
import { atPoint, gutter, longestOf, shorten, toAscii } from './columns.ts';
import { changeText, footOf, heading, madeUp, noRoomFor, quietLines, rateText, styleOf } from './style.ts';

interface Row {
  readonly rate: string;
  readonly code: Code;
  readonly name: string;
  /** Since the day before; empty where that is not known. */
  readonly change: string;
}

const between = '   ';

/** With less room per name, there is no further column. */
const leastName = 10;

/** The rates of a day below one another, or in as many blocks as the terminal's height makes necessary. */
export function dayTable(day: DayRates, document: Document): readonly string[] {
  const { width, lines = Number.POSITIVE_INFINITY } = document;
  const before = document.before?.(day.day);
  const rows = rowsOf(day, before, document);
  const against = before && rows.some(({ change }) => change) ? `changes are against ${before.day}` : '';
  const foot = [against, leadOn(document)].filter(Boolean);
  const below = foot.flatMap((line) => wrap(line, width)).length + footOf([day], document, true).length;
  const titleAndPrompt = 2;
  const height = Math.max(1, lines - titleAndPrompt - below);
  const blocks = sideBySide(rows, Math.ceil(rows.length / height), document);

  const title = `${timeOf(day, document)}, ${heading(document)}${document.isMadeUp ? ` (${madeUp})` : ''}`;
  const narrow = blocks[0]?.narrow ?? [];
  const shown = narrow.includes('changes') ? foot.filter((line) => line !== against) : foot;
  return [
    ...wrap(title, width).map(styleOf(document).strong),
    ...(blocks[0]?.lines ?? []).map((_, at) =>
      blocks
        .map((block) => block.lines[at] ?? '')
        .join(between)
        .trimEnd(),
    ),
    ...shown.flatMap((line) => quietLines(line, document)),
    ...noRoomFor(narrow, 'a wider terminal', document),
  ];
}

function leadOn({ base, symbols, hint }: Document): string {
  if (!hint || symbols) return '';
  const few = inShell(twoBeside(base).join());
  return `for a few: -s ${few}; always: config set symbols ${few}`;
}

/** The day, or if it is not over, the time at which its rates were published. */
function timeOf(day: DayRates, { now }: Document): string {
  const isOver = now === undefined || !isRunning(day, now);
  return (isOver ? undefined : publishedAt(day, now)) ?? day.day;
}

function rowsOf({ rates }: DayRates, before: DayRates | undefined, document: Document): Row[] {
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

interface ShownBlock {
  readonly lines: readonly string[];
  /** What had no room. */
  readonly narrow: readonly string[];
}

/** As many blocks as fit, `most` at most. */
function sideBySide(rows: readonly Row[], most: number, document: Document): readonly ShownBlock[] {
  const { width } = document;
  for (let count = most; count > 1; count--) {
    const height = Math.ceil(rows.length / count);
    const blocks = Array.from({ length: Math.ceil(rows.length / height) }, (_, at) =>
      measured(rows.slice(at * height, (at + 1) * height)),
    );
    const widths = shareRoom(blocks, width);
    if (widths) return blocks.map((block) => shownIn(widths.get(block) ?? 0, block, document));
  }
  return [shownIn(width, measured(rows), document)];
}

/** Rows below one another, and the widths of their parts. */
interface Block {
  readonly rows: readonly Row[];
  readonly rates: readonly string[];
  readonly codes: number;
  readonly names: number;
  readonly changes: number;
}

function measured(rows: readonly Row[]): Block {
  const longest = (part: 'code' | 'name' | 'change') => longestOf(rows.map((row) => row[part]));
  const rates = atPoint(rows.map(({ rate }) => rate));
  return { rows, rates, codes: longest('code'), names: longest('name'), changes: longest('change') };
}

function widthWithoutNames({ rates, codes }: Block, changes: number): number {
  const width = (rates[0]?.length ?? 0) + gutter.length + codes;
  return changes > 0 ? width + gutter.length + changes : width;
}

/** Divides the width; undefined where a block would get too little. */
function shareRoom(blocks: readonly Block[], width: number): ReadonlyMap<Block, number> | undefined {
  const leastOf = (block: Block) =>
    widthWithoutNames(block, block.changes) + gutter.length + Math.min(block.names, leastName);
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

/** Shortens names, then drops them, then drops the changes. */
function shownIn(width: number, block: Block, document: Document): ShownBlock {
  const { rows, rates, codes } = block;
  const changes = widthWithoutNames(block, block.changes) > width ? 0 : block.changes;
  const room = Math.min(block.names, width - widthWithoutNames(block, changes) - gutter.length);
  const names = longestOf(rows.map(({ name }) => shorten(name, room)));

  const { strong, quiet } = styleOf(document);
  const padding = (text: string, width: number) => ' '.repeat(width - text.length);
  const lines = rows.map(({ code, name, change }, at) => {
    const shown = shorten(name, names, document.ascii);
    const parts = [
      rates[at] + gutter + strong(code) + padding(code, codes),
      ...(names > 0 ? [quiet(shown) + padding(shown, names)] : []),
      ...(changes > 0 ? [padding(change, changes) + quiet(change)] : []),
    ];
    return parts.join(gutter);
  });
  const lacksNames = block.names > 0 && names === 0;
  const lacksChanges = changes === 0 && block.changes > 0;
  return { lines, narrow: [...(lacksNames ? ['names'] : []), ...(lacksChanges ? ['changes'] : [])] };
}
