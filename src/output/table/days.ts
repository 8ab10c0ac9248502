import type { Code } from '../../rates/code.ts';
import { plain } from '../../rates/decimal.ts';
import type { Document } from '../format.ts';
import type { Grid } from '../grid.ts';
import { figureTexts } from './figures.ts';
import { gap, PointColumn, widthOf } from './fit.ts';
import { heading, quietLines, styleOf } from './style.ts';

const figures = ['change', 'low', 'high', 'mean'] as const;
const none = { change: '', low: '', high: '', mean: '' };

/** Whether all requested symbols fit as columns. */
export function fitsSideBySide(grid: Grid<string>, document: Document): boolean {
  const { symbols, width } = document;
  if (!symbols) return false;
  const columns = columnsThatFit(grid, document);
  return columns.length === symbols.length && firstWidth(grid, document) + widthOf(columns) <= width;
}

/** One row per day or period and one column per currency; for days with figures of each column below. */
export function* daysTable<Label extends string>(
  grid: Grid<Label>,
  document: Document,
  isQuiet: (label: Label) => boolean = () => false,
): Generator<string> {
  const { strong, quiet } = styleOf(document);
  const first = firstWidth(grid, document);
  const columns = columnsThatFit(grid, document);
  const line = (label: string, cells: readonly string[]) => (label.padEnd(first) + cells.join('')).trimEnd();

  const head = line(
    heading(document),
    columns.map((column) => column.head),
  );
  yield strong(head);
  for (const [index, day] of grid.days.entries()) {
    const row = line(
      day,
      columns.map((column) => column.cell(index)),
    );
    yield isQuiet(day) ? quiet(row) : row;
  }
  if (hasFigures(grid, document)) {
    yield '';
    for (const name of figures) {
      const cells = columns.map((column) => column.figure(name)).join('');
      yield (quiet(name) + ' '.repeat(first - name.length) + cells).trimEnd();
    }
  }
  const all = codesOf(grid, document).length;
  if (columns.length === all) return;
  yield* quietLines(`${columns.length} of ${all} currencies; -s selects, -f csv shows all`, document);
}

const codesOf = (grid: Grid<string>, { symbols }: Document) => symbols ?? grid.codes();

const firstWidth = ({ days }: Grid<string>, document: Document) =>
  Math.max(heading(document).length, days[0]?.length ?? 0);

/** Those of a single row, or of figures, would say nothing. */
const hasFigures = ({ days }: Grid<string>, { kind }: Document) => days.length > 1 && kind.of !== 'periods';

/** At least one column, because digits are never cut. */
function columnsThatFit(grid: Grid<string>, document: Document): Column[] {
  const columns: Column[] = [];
  let used = firstWidth(grid, document);
  for (const code of codesOf(grid, document)) {
    const column = new Column(grid, code, hasFigures(grid, document));
    used += column.head.length;
    if (used > document.width && columns.length > 0) break;
    columns.push(column);
  }
  return columns;
}

class Column {
  readonly head: string;
  readonly #grid: Grid<string>;
  readonly #code: Code;
  readonly #rates = new PointColumn();
  readonly #figures: Readonly<Record<(typeof figures)[number], string>>;

  constructor(grid: Grid<string>, code: Code, hasFigures: boolean) {
    this.#grid = grid;
    this.#code = code;
    const rates = grid.days.map((_, index) => grid.rate(index, code));
    this.#figures = (hasFigures && figureTexts(rates)) || none;
    for (const rate of rates) this.#rates.widen(rate === undefined ? '' : plain(rate));
    this.#rates.widen(this.#figures.mean);
    this.head = gap + code.padStart(Math.max(this.#rates.width, this.#figures.change.length));
  }

  cell(index: number): string {
    const rate = this.#grid.rate(index, this.#code);
    return this.#aligned(rate === undefined ? '' : plain(rate));
  }

  figure(name: (typeof figures)[number]): string {
    const figure = this.#figures[name];
    return name === 'change' ? figure.padStart(this.head.length) : this.#aligned(figure);
  }

  #aligned(decimal: string): string {
    return this.#rates.align(decimal).padStart(this.head.length);
  }
}
