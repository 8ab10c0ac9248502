import type { Code } from '../../rates/code.ts';
import type { Document } from '../format.ts';
import type { Grid } from '../grid.ts';
import { figureText, means, type RateText } from './digits.ts';
import { figureTexts } from './figures.ts';
import { atPoint, gap, widthOf } from './fit.ts';
import { heading, noRoomFor, quietLines, styleOf } from './style.ts';

const figureNames = ['change', 'low', 'high', 'mean'] as const;

export function fitsSideBySide(grid: Grid<string>, document: Document): boolean {
  const { symbols, width } = document;
  if (!symbols) return false;
  const columns = columnsThatFit(grid, document);
  return columns.length === symbols.length && firstWidth(grid, document) + widthOf(columns) <= width;
}

export function* daysTable<Label extends string>(
  grid: Grid<Label>,
  document: Document,
  isQuiet: (label: Label) => boolean = () => false,
): Generator<string> {
  const { strong, quiet } = styleOf(document);
  const first = firstWidth(grid, document);
  const columns = columnsThatFit(grid, document);
  const line = (label: string, cellOf: (column: (typeof columns)[number]) => string) =>
    (label.padEnd(first) + columns.map(cellOf).join('')).trimEnd();

  yield strong(line(heading(document), ({ head }) => head));
  for (const [index, day] of grid.days.entries()) {
    const row = line(day, ({ cell }) => cell(index));
    yield isQuiet(day) ? quiet(row) : row;
  }
  if (hasFigures(grid, document)) {
    yield '';
    for (const name of figureNames) {
      const cells = columns.map(({ figure }) => figure(name)).join('');
      yield (quiet(name) + ' '.repeat(first - name.length) + cells).trimEnd();
    }
  }
  if (hasFigures(grid, document) && !document.derivedFrom) yield* quietLines(means, document);
  yield* noRoomFor(codesOf(grid, document).slice(columns.length), '-s selects, -f csv', document);
}

const codesOf = (grid: Grid<string>, { symbols }: Document) => symbols ?? grid.codes();

const firstWidth = ({ days }: Grid<string>, document: Document) =>
  Math.max(heading(document).length, days[0]?.length ?? 0);

/** Those of a single row, or of figures, would say nothing. */
const hasFigures = ({ days }: Grid<string>, { kind }: Document) => days.length > 1 && kind.of !== 'periods';

/** At least one column, because digits are never cut. */
function columnsThatFit(grid: Grid<string>, document: Document) {
  const columns: ReturnType<typeof columnOf>[] = [];
  let used = firstWidth(grid, document);
  for (const code of codesOf(grid, document)) {
    const column = columnOf(code, grid, hasFigures(grid, document), figureText(code, document));
    used += column.head.length;
    if (used > document.width && columns.length > 0) break;
    columns.push(column);
  }
  return columns;
}

function columnOf(code: Code, grid: Grid<string>, hasFigures: boolean, text: RateText) {
  const rates = grid.column(code);
  const figures = hasFigures ? figureTexts(rates, text) : undefined;
  const texts = rates.map((rate) => (rate === undefined ? '' : text(rate)));
  const ofColumn = [figures?.low ?? '', figures?.high ?? '', figures?.mean ?? ''];
  const [low = '', high = '', mean = '', ...cells] = atPoint([...ofColumn, ...texts]);
  const shown = { change: figures?.change ?? '', low, high, mean };
  const width = gap.length + Math.max(code.length, mean.length, shown.change.length);
  return {
    head: code.padStart(width),
    cell: (index: number) => (cells[index] ?? '').padStart(width),
    figure: (name: (typeof figureNames)[number]) => shown[name].padStart(width),
  };
}
