import type { Code } from '../../currencies/code.ts';
import type { Document } from '../format.ts';
import type { Grid } from '../grid.ts';
import { figureText, means, type RateText } from './digits.ts';
import { type Course, courseOf, type FigureTexts, figureTexts } from './figures.ts';
import { atPoint, gutter, widthOf } from './fit.ts';
import { heading, noRoomFor, quietLines, styleOf } from './style.ts';

const figureNames = ['change', 'low', 'high', 'mean'] as const;

export function fitsSideBySide(grid: Grid<string>, document: Document): boolean {
  const { symbols, width } = document;
  if (!symbols) return false;

  const { first, columns } = layoutOf(grid, document);
  return columns.length === symbols.length && first + widthOf(columns) <= width;
}

export function* daysTable<Label extends string>(
  grid: Grid<Label>,
  document: Document,
  isQuiet: (label: Label) => boolean = () => false,
): Generator<string> {
  const { strong, quiet } = styleOf(document);
  const { codes, first, hasFigures, columns } = layoutOf(grid, document);

  const title = heading(document).padEnd(first);
  yield strong((title + columns.map(({ head }) => head).join('')).trimEnd());
  for (const [at, day] of grid.days.entries()) {
    const row = (day.padEnd(first) + columns.map(({ cells }) => cells[at]).join('')).trimEnd();
    yield isQuiet(day) ? quiet(row) : row;
  }

  if (hasFigures) {
    yield '';
    for (const [at, name] of figureNames.entries()) {
      const cells = columns.map(({ figures }) => figures[at]).join('');
      yield (quiet(name) + ' '.repeat(first - name.length) + cells).trimEnd();
    }
    if (!document.derivedFrom) yield* quietLines(means, document);
  }

  yield* noRoomFor(codes.slice(columns.length), '-s selects, -f csv', document);
}

interface RateColumn {
  readonly head: string;
  /** In the order of `figureNames`; empty texts where there are none. */
  readonly figures: readonly string[];
  readonly cells: readonly string[];
}

interface DaysLayout {
  readonly codes: readonly Code[];
  /** The width of the first column. */
  readonly first: number;
  readonly hasFigures: boolean;
  /** Of the codes that have room. */
  readonly columns: readonly RateColumn[];
}

/** At least one column, because digits are never cut. */
function layoutOf(grid: Grid<string>, document: Document): DaysLayout {
  const { days } = grid;
  const codes = document.symbols ?? grid.codes();
  const first = Math.max(heading(document).length, days[0]?.length ?? 0);
  // those of a single row, or of figures, would say nothing
  const hasFigures = days.length > 1 && document.kind.of !== 'periods';

  const columns: RateColumn[] = [];
  let used = first;
  for (const code of codes) {
    const rates = grid.column(code);
    const text = figureText(code, document);
    const column = columnOf(
      code,
      rates,
      text,
      hasFigures ? figureTexts(rates, courseOf(code, grid, document), text) : undefined,
    );
    used += column.head.length;
    if (used > document.width && columns.length > 0) break;
    columns.push(column);
  }

  return { codes, first, hasFigures, columns };
}

function columnOf(code: Code, rates: Course, text: RateText, figures: FigureTexts | undefined): RateColumn {
  const { change = '', low = '', high = '', mean = '' } = figures ?? {};
  const texts = rates.map((rate) => (rate === undefined ? '' : text(rate)));
  const aligned = atPoint([low, high, mean, ...texts]);
  const width = gutter.length + Math.max(code.length, change.length, aligned[0]?.length ?? 0);

  const [head = '', ...cells] = [code, change, ...aligned].map((cell) => cell.padStart(width));
  return { head, figures: cells.slice(0, figureNames.length), cells: cells.slice(figureNames.length) };
}
