import type { Code } from '../../rates/code.ts';
import { shortNameOf } from '../../rates/currencies.ts';
import type { ShownRates } from '../../rates/day-rates.ts';
import { plain } from '../../rates/decimal.ts';
import { isRunning, publishedAt } from '../../rates/running.ts';
import { wrap } from '../../words.ts';
import type { Document } from '../format.ts';
import { changeOf } from './figures.ts';
import { gap, PointColumn, shorten, toAscii } from './fit.ts';
import { footOf, heading, type Style, styleOf } from './style.ts';

interface Row {
  readonly rate: string;
  readonly code: Code;
  readonly name: string;
  /** Against the day before; empty where unknown. */
  readonly change: string;
}

const between = '   ';

/** With less room per name, there is no further column. */
const leastName = 10;

/** One row per currency, in several columns where the terminal has too few lines. */
export function* dayTable(day: ShownRates, document: Document): Generator<string> {
  if (day.rates.size === 0) return;
  const { strong, quiet } = styleOf(document);
  const { width, lines = Number.POSITIVE_INFINITY, symbols, hint } = document;
  const foot =
    hint && !symbols ? wrap('for a few: -s EUR,GBP; always: config set symbols EUR,GBP', width) : [];
  // the title, the lines below the rates, and the shell's prompt
  const others = 2 + foot.length + footOf([day], document, true).length;
  const rows = rowsOf(day, document);
  const blocks = sideBySide(rows, Math.ceil(rows.length / Math.max(1, lines - others)), document);

  yield strong(`${timeOf(day, document)}, ${heading(document)}`);
  for (let at = 0; at < (blocks[0]?.rows.length ?? 0); at++) {
    yield blocks
      .map((block) => block.cell(at))
      .join(between)
      .trimEnd();
  }
  for (const line of foot) yield quiet(line);
}

/** The day, or if it is not over, the time at which its rates were published. */
function timeOf(day: ShownRates, { now }: Document): string {
  const isOver = now === undefined || !isRunning(day, now);
  return (isOver ? undefined : publishedAt(day, now)) ?? day.day;
}

function rowsOf({ rates }: ShownRates, { before, ascii }: Document): Row[] {
  return Array.from(rates, ([code, rate]) => {
    const name = shortNameOf(code);
    const was = before?.rates.get(code);
    return {
      rate: plain(rate),
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
  for (const block of blocks) room -= block.leastWidth;
  if (room < 0) return false;
  // blocks that need little leave the rest to the others
  const byNeed = blocks.toSorted((a, b) => a.need - b.need);
  for (const [at, block] of byNeed.entries()) {
    const more = Math.min(block.need, Math.floor(room / (blocks.length - at)));
    block.fit(block.leastWidth + more);
    room -= more;
  }
  return true;
}

class Block {
  readonly rows: readonly Row[];
  readonly #style: Style;
  readonly #ascii: boolean;
  readonly #rates = new PointColumn();
  readonly #code: number;
  readonly #longest: number;
  #name = 0;
  #change: number;

  constructor(rows: readonly Row[], document: Document) {
    this.rows = rows;
    this.#style = styleOf(document);
    this.#ascii = document.ascii === true;
    for (const { rate } of rows) this.#rates.widen(rate);
    this.#code = Math.max(...rows.map(({ code }) => code.length));
    this.#longest = Math.max(...rows.map(({ name }) => name.length));
    this.#change = Math.max(...rows.map(({ change }) => change.length));
  }

  /** With the shortest acceptable names. */
  get leastWidth(): number {
    return this.#fixed + gap.length + Math.min(this.#longest, leastName);
  }

  /** What it lacks to show its names in full. */
  get need(): number {
    return Math.max(0, this.#longest - leastName);
  }

  /** Shortens names, then drops them, then drops the changes. */
  fit(width: number): void {
    if (this.#fixed > width) this.#change = 0;
    const room = Math.min(this.#longest, width - this.#fixed - gap.length);
    this.#name = Math.max(0, ...this.rows.map(({ name }) => shorten(name, room).length));
  }

  cell(at: number): string {
    const row = this.rows[at];
    if (!row) return '';
    const { strong, quiet } = this.#style;
    const name = shorten(row.name, this.#name, this.#ascii);
    const parts = [
      this.#rates.align(row.rate),
      strong(row.code) + ' '.repeat(this.#code - row.code.length),
      ...(this.#name > 0 ? [quiet(name) + ' '.repeat(this.#name - name.length)] : []),
      ...(this.#change > 0 ? [' '.repeat(this.#change - row.change.length) + quiet(row.change)] : []),
    ];
    return parts.join(gap);
  }

  /** Without names. */
  get #fixed(): number {
    const change = this.#change > 0 ? gap.length + this.#change : 0;
    return this.#rates.width + gap.length + this.#code + change;
  }
}
