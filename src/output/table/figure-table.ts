import type { Document } from '../format.ts';
import { gap } from './fit.ts';
import { PointColumn } from './point-column.ts';
import { sparkline } from './spark.ts';
import { styleOf } from './style.ts';

const longestSpark = 40;
const shortestSpark = 8;

interface Row<Name extends string> {
  readonly label: string;
  readonly figure: (name: Name) => string;
  /** For the sparkline. */
  readonly rates: readonly (number | undefined)[];
}

interface Contents<Name extends string> {
  readonly title: string;
  readonly rows: readonly Row<Name>[];
  readonly names: readonly Name[];
  /** Left out where there is no room, in this order, after the sparkline. */
  readonly dropped: readonly Name[];
}

/** A column per figure, and a sparkline at the end of each row. */
export function* figureTable<Name extends string>(
  { title, rows, names, dropped }: Contents<Name>,
  document: Document,
): Generator<string> {
  const { strong, quiet } = styleOf(document);
  const first = Math.max(title.length, ...rows.map(({ label }) => label.length));
  const all = names.map((name) => columnOf(name, rows));
  const columns = columnsThatFit(all, dropped, document.width - first);
  const room = document.width - first - widthOf(columns);
  const spark = columns.length < all.length ? 0 : sparkWidth(rows, room, document);

  yield strong(title) + ' '.repeat(first - title.length) + quiet(columns.map(({ head }) => head).join(''));
  for (const [at, { label, rates }] of rows.entries()) {
    const start = strong(label) + ' '.repeat(first - label.length);
    const cells = columns.map((column) => column.cells[at]).join('');
    const course = spark > 0 ? gap + quiet(sparkline(rates, spark).trimEnd()) : '';
    yield (start + cells + course).trimEnd();
  }
}

interface Column<Name extends string> {
  readonly name: Name;
  readonly width: number;
  readonly head: string;
  readonly cells: readonly string[];
}

function columnsThatFit<Name extends string>(
  all: readonly Column<Name>[],
  dropped: readonly Name[],
  room: number,
): readonly Column<Name>[] {
  let columns = all;
  for (const name of dropped) {
    if (widthOf(columns) <= room) break;
    columns = columns.filter((column) => column.name !== name);
  }
  return columns;
}

const widthOf = (columns: readonly Column<string>[]) => columns.reduce((sum, { width }) => sum + width, 0);

function columnOf<Name extends string>(name: Name, rows: readonly Row<Name>[]): Column<Name> {
  const texts = rows.map(({ figure }) => figure(name));
  const points = new PointColumn();
  for (const text of texts) points.widen(text);
  const width = gap.length + Math.max(name.length, points.width);
  return {
    name,
    width,
    head: name.padStart(width),
    cells: texts.map((text) => points.align(text).padStart(width)),
  };
}

/** 0: no sparkline. */
function sparkWidth(rows: readonly Pick<Row<string>, 'rates'>[], room: number, { ascii }: Document): number {
  const most = Math.max(0, ...rows.map(({ rates }) => rates.length));
  if (ascii || most < 2) return 0;
  const width = Math.min(most, longestSpark, room - gap.length);
  return width < Math.min(most, shortestSpark) ? 0 : width;
}
