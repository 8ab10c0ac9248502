import type { Document } from '../format.ts';
import { figureColumns, gap, widthOf } from './fit.ts';
import { sparkline, sparkWidth } from './spark.ts';
import { styleOf } from './style.ts';

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
  const room = document.width - first;
  const columns = figureColumns(names, dropped, room, (name) => rows.map(({ figure }) => figure(name)));
  const longest = Math.max(0, ...rows.map(({ rates }) => rates.length));
  const isWhole = columns.length === names.length && !document.ascii;
  const spark = isWhole ? sparkWidth(longest, room - widthOf(columns) - gap.length) : 0;

  yield strong(title) + ' '.repeat(first - title.length) + quiet(columns.map(({ head }) => head).join(''));
  for (const [at, { label, rates }] of rows.entries()) {
    const start = strong(label) + ' '.repeat(first - label.length);
    const cells = columns.map((column) => column.cells[at]).join('');
    const course = spark > 0 ? gap + quiet(sparkline(rates, spark).trimEnd()) : '';
    yield (start + cells + course).trimEnd();
  }
}
