import type { Code } from '../../currencies/code.ts';
import { shortNameOf, twoBeside } from '../../currencies/names.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { isRunning, publishedAt } from '../../rates/provisional.ts';
import { inShell, wrap } from '../../words.ts';
import type { Document } from '../format.ts';
import { rateText } from './digits.ts';
import { changeOf } from './figures.ts';
import { atPoint, gutter, shorten, toAscii } from './fit.ts';
import { footOf, heading, madeUp, noRoomFor, quietLines, type Style, styleOf } from './style.ts';

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

export function* dayTable(day: DayRates, document: Document): Generator<string> {
  if (day.rates.size === 0) return;

  const { width, lines = Number.POSITIVE_INFINITY } = document;
  const before = document.before?.(day.day);
  const rows = rowsOf(day, before, document);
  const against = before && rows.some(({ change }) => change) ? `changes are against ${before.day}` : '';
  const foot = [against, leadOn(document)].filter(Boolean);
  const below = foot.flatMap((line) => wrap(line, width)).length;
  const last = footOf({ days: [day], isTitled: true }, document).length;
  const titleAndPrompt = 2;
  const others = titleAndPrompt + below + last;
  const blocks = sideBySide(rows, Math.ceil(rows.length / Math.max(1, lines - others)), document);

  const { strong } = styleOf(document);
  const title = `${timeOf(day, document)}, ${heading(document)}${document.isMadeUp ? ` (${madeUp})` : ''}`;
  yield* wrap(title, width).map(strong);
  for (let at = 0; at < (blocks[0]?.rows.length ?? 0); at++) {
    const row = blocks.map((block) => block.line(at));
    yield row.join(between).trimEnd();
  }

  const narrow = blocks[0]?.noRoom() ?? [];
  const said = narrow.includes('changes') ? foot.filter((line) => line !== against) : foot;
  for (const line of said) yield* quietLines(line, document);
  yield* noRoomFor(narrow, 'a wider terminal', document);
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
      change: was === undefined ? '' : changeOf(was, rate),
    };
  });
}

/** As many columns as fit, `most` at most. */
function sideBySide(rows: readonly Row[], most: number, document: Document): Block[] {
  for (let count = most; count > 1; count--) {
    const height = Math.ceil(rows.length / count);
    const blocks = Array.from(
      { length: Math.ceil(rows.length / height) },
      (_, at) => new Block(rows.slice(at * height, (at + 1) * height), document),
    );
    if (shareRoom(blocks, document.width)) return blocks;
  }

  const only = new Block(rows, document);
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

/** Rows below one another; their names and changes share what room there is. */
class Block {
  readonly #rates: readonly string[];
  readonly #style: Style;
  /** Widths; 0: not shown. */
  readonly #codes: number;
  readonly #names: number;
  #shownNames = 0;
  #changes: number;

  constructor(
    readonly rows: readonly Row[],
    private readonly document: Document,
  ) {
    const longest = (part: 'code' | 'name' | 'change') => Math.max(...rows.map((row) => row[part].length));
    this.#rates = atPoint(rows.map(({ rate }) => rate));
    this.#style = styleOf(document);
    this.#codes = longest('code');
    this.#names = longest('name');
    this.#changes = longest('change');
  }

  /** Its width with the shortest acceptable names. */
  get least(): number {
    return this.#widthWithoutNames + gutter.length + Math.min(this.#names, leastName);
  }

  /** What it then lacks to show its names in full. */
  get need(): number {
    return Math.max(0, this.#names - leastName);
  }

  /** Shortens names, then drops them, then drops the changes. */
  fit(width: number): void {
    if (this.#widthWithoutNames > width) this.#changes = 0;
    const room = Math.min(this.#names, width - this.#widthWithoutNames - gutter.length);
    this.#shownNames = Math.max(0, ...this.rows.map(({ name }) => shorten(name, room).length));
  }

  get #widthWithoutNames(): number {
    const width = (this.#rates[0]?.length ?? 0) + gutter.length + this.#codes;
    return this.#changes > 0 ? width + gutter.length + this.#changes : width;
  }

  /** What is not shown. */
  noRoom(): string[] {
    const lacksNames = this.#names > 0 && this.#shownNames === 0;
    const lacksChanges = this.#changes === 0 && this.rows.some(({ change }) => change);
    return [...(lacksNames ? ['names'] : []), ...(lacksChanges ? ['changes'] : [])];
  }

  line(at: number): string {
    const row = this.rows[at];
    if (!row) return '';

    const { strong, quiet } = this.#style;
    const padding = (text: string, width: number) => ' '.repeat(width - text.length);
    let line = this.#rates[at] + gutter + strong(row.code) + padding(row.code, this.#codes);
    if (this.#shownNames > 0) {
      const name = shorten(row.name, this.#shownNames, this.document.ascii);
      line += gutter + quiet(name) + padding(name, this.#shownNames);
    }
    if (this.#changes > 0) line += gutter + padding(row.change, this.#changes) + quiet(row.change);
    return line;
  }
}
