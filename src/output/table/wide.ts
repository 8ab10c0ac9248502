import { Chalk } from 'chalk';
import type { Code } from '../../rates/code.ts';
import { plain } from '../../rates/decimal.ts';
import type { Document, Formatter } from '../format.ts';
import { Grid } from '../grid.ts';
import { PointColumn } from './point-column.ts';

const gap = '  ';

/** One line per day, laid out after the last one, when the widths are known. */
export function wideTable(document: Document): Formatter {
  const grid = new Grid();
  return {
    day(day) {
      grid.add(day);
      return '';
    },
    *end() {
      if (grid.codes().length > 0) yield* layOut(grid, document);
    },
  };
}

function* layOut(grid: Grid, { base, symbols, width, color }: Document): Generator<string> {
  const { dim } = new Chalk({ level: color ? 1 : 0 });
  const corner = `1 ${base} =`;
  const dateWidth = Math.max(corner.length, 'YYYY-MM-DD'.length);
  const codes = symbols ?? grid.codes();
  const columns = columnsThatFit(grid, codes, width - dateWidth);

  yield `${dim(corner.padEnd(dateWidth) + columns.map((column) => column.head).join(''))}\n`;
  for (const [index, day] of grid.days.entries()) {
    yield `${(day.padEnd(dateWidth) + columns.map((column) => column.cell(index)).join('')).trimEnd()}\n`;
  }
  if (columns.length < codes.length) {
    yield `${dim(fold(`${columns.length} of ${codes.length} currencies; -s selects, -f csv shows all`, width))}\n`;
  }
}

/** At least one column, because digits are never cut. */
function columnsThatFit(grid: Grid, codes: readonly Code[], room: number): Column[] {
  const columns: Column[] = [];
  let used = 0;
  for (const code of codes) {
    const column = new Column(grid, code);
    used += column.head.length;
    if (used > room && columns.length > 0) break;
    columns.push(column);
  }
  return columns;
}

class Column {
  readonly head: string;
  readonly #grid: Grid;
  readonly #code: Code;
  readonly #rates = new PointColumn();

  constructor(grid: Grid, code: Code) {
    this.#grid = grid;
    this.#code = code;
    for (const index of grid.days.keys()) this.#rates.widen(this.#decimal(index));
    this.head = gap + code.padStart(this.#rates.width);
  }

  cell(index: number): string {
    return this.#rates.align(this.#decimal(index)).padStart(this.head.length);
  }

  #decimal(index: number): string {
    const rate = this.#grid.rate(index, this.#code);
    return rate === undefined ? '' : plain(rate);
  }
}

function fold(words: string, width: number): string {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
