import { shortNameOf } from '../../rates/currencies.ts';
import type { ShownRates } from '../../rates/day-rates.ts';
import { isRunning, publishedAt } from '../../rates/running.ts';
import { wrap } from '../../words.ts';
import type { Document } from '../format.ts';
import { rateText } from './digits.ts';
import { changeOf } from './figures.ts';
import { atPoint, gap, shorten, toAscii } from './fit.ts';
import { footOf, heading, madeUp, noRoomFor, quietLines, styleOf } from './style.ts';

type Row = ReturnType<typeof rowsOf>[number];

const between = '   ';

/** With less room per name, there is no further column. */
const leastName = 10;

export function* dayTable(day: ShownRates, document: Document): Generator<string> {
  if (day.rates.size === 0) return;
  const { strong } = styleOf(document);
  const { base, width, before, lines = Number.POSITIVE_INFINITY, symbols, hint } = document;
  const rows = rowsOf(day, document);
  const against = before && rows.some(({ change }) => change) ? `changes are against ${before.day}` : '';
  const few = base === 'EUR' ? 'USD,GBP' : 'EUR,GBP';
  const lead = hint && !symbols ? `for a few: -s ${few}; always: config set symbols ${few}` : '';
  const foot = [against, lead].filter(Boolean);
  const below = [...foot.flatMap((line) => wrap(line, width)), ...footOf([day], document, true)];
  // the title and the shell's prompt
  const others = 2 + below.length;
  const blocks = sideBySide(rows, Math.ceil(rows.length / Math.max(1, lines - others)), document);

  const title = `${timeOf(day, document)}, ${heading(document)}${document.isMadeUp ? ` (${madeUp})` : ''}`;
  yield* wrap(title, width).map(strong);
  for (let at = 0; at < (blocks[0]?.rows.length ?? 0); at++) {
    yield blocks
      .map((block) => block.cell(at))
      .join(between)
      .trimEnd();
  }
  const narrow = blocks[0]?.noRoom() ?? [];
  for (const line of foot) if (line !== against || !narrow.includes('changes')) yield* quietLines(line, document);
  yield* noRoomFor(narrow, 'a wider terminal', document);
}

/** The day, or if it is not over, the time at which its rates were published. */
function timeOf(day: ShownRates, { now }: Document): string {
  const isOver = now === undefined || !isRunning(day, now);
  return (isOver ? undefined : publishedAt(day, now)) ?? day.day;
}

function rowsOf({ rates }: ShownRates, document: Document) {
  const { before, ascii } = document;
  return Array.from(rates, ([code, rate]) => {
    const name = shortNameOf(code);
    const was = before?.rates.get(code);
    return {
      rate: rateText(code, document)(rate),
      code,
      name: ascii ? toAscii(name) : name,
      change: was === undefined ? '' : changeOf(was, rate),
    };
  });
}

/** As many columns as fit, `most` at most. */
function sideBySide(rows: readonly Row[], most: number, document: Document): Block[] {
  for (let count = most; count > 1; count--) {
    const height = Math.ceil(rows.length / count);
    const blocks = Array.from({ length: Math.ceil(rows.length / height) }, (_, at) =>
      blockOf(rows.slice(at * height, (at + 1) * height), document),
    );
    if (shareRoom(blocks, document.width)) return blocks;
  }
  const only = blockOf(rows, document);
  only.fit(document.width);
  return [only];
}

/** Divides the width; false where a block would get too little. */
function shareRoom(blocks: readonly Block[], width: number): boolean {
  let room = width - between.length * (blocks.length - 1);
  for (const block of blocks) room -= block.least;
  if (room < 0) return false;
  // blocks that need little leave the rest to the others
  const byNeed = blocks.toSorted((a, b) => a.need - b.need);
  for (const [at, block] of byNeed.entries()) {
    const more = Math.min(block.need, Math.floor(room / (blocks.length - at)));
    block.fit(block.least + more);
    room -= more;
  }
  return true;
}

type Block = ReturnType<typeof blockOf>;

function blockOf(rows: readonly Row[], document: Document) {
  const { strong, quiet } = styleOf(document);
  const rates = atPoint(rows.map(({ rate }) => rate));
  const longest = (part: 'code' | 'name' | 'change') => Math.max(...rows.map((row) => row[part].length));
  const [codes, names] = [longest('code'), longest('name')];
  let [shownNames, changes] = [0, longest('change')];
  const withoutNames = () => (rates[0]?.length ?? 0) + gap.length + codes + (changes > 0 ? gap.length + changes : 0);
  return {
    rows,
    /** Its width with the shortest acceptable names. */
    least: withoutNames() + gap.length + Math.min(names, leastName),
    /** What it then lacks to show its names in full. */
    need: Math.max(0, names - leastName),
    /** Shortens names, then drops them, then drops the changes. */
    fit(width: number): void {
      if (withoutNames() > width) changes = 0;
      const room = Math.min(names, width - withoutNames() - gap.length);
      shownNames = Math.max(0, ...rows.map(({ name }) => shorten(name, room).length));
    },
    noRoom: () => [
      ...(names > 0 && shownNames === 0 ? ['names'] : []),
      ...(rows.some(({ change }) => change) && changes === 0 ? ['changes'] : []),
    ],
    cell(at: number): string {
      const row = rows[at];
      if (!row) return '';
      const name = shorten(row.name, shownNames, document.ascii);
      const parts = [
        rates[at],
        strong(row.code) + ' '.repeat(codes - row.code.length),
        ...(shownNames > 0 ? [quiet(name) + ' '.repeat(shownNames - name.length)] : []),
        ...(changes > 0 ? [' '.repeat(changes - row.change.length) + quiet(row.change)] : []),
      ];
      return parts.join(gap);
    },
  };
}
