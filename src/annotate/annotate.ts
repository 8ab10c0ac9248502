import { encoded } from '../csv/encoding.ts';
import { type Row, Scanner } from '../csv/scanner.ts';
import { delimited } from '../output/separated.ts';
import { type Added, CellWriter } from './cells.ts';
import type { CsvFile } from './csv-file.ts';

/** The file with cells added to its rows, piece by piece, in one character per byte. */
export async function* annotated(
  { preamble, header, pieces }: CsvFile,
  added: Added,
): AsyncGenerator<string> {
  const { delimiter, line } = header;
  const scanner = new Scanner(delimiter, added.reader.columns, line);
  const endings = new RowEndings(delimiter, added);
  yield preamble;
  for await (const piece of pieces()) {
    const rows = [...scanner.scan(piece)];
    yield withEndings(piece, rows, endings.of(rows));
  }
  yield endings.of([...scanner.end()]).join('');
}

function withEndings(piece: string, rows: readonly Row[], endings: readonly string[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const [at, { end }] of rows.entries()) {
    parts.push(piece.slice(from, end), endings[at] ?? '');
    from = end;
  }
  return parts.join('') + piece.slice(from);
}

/** What stands at the end of each row, from the delimiter on. */
class RowEndings {
  /** Of the header, which is the first of all rows; none once it has come. */
  readonly #ofHeader: string[];
  readonly #writer: CellWriter;

  constructor(
    private readonly delimiter: string,
    private readonly added: Added,
  ) {
    const names = delimited([added.names.map(encoded)], delimiter).slice(0, -1);
    this.#ofHeader = [delimiter + names];
    this.#writer = new CellWriter(added);
  }

  of(rows: readonly Row[]): readonly string[] {
    const ofHeader = this.#ofHeader.splice(0, rows.length);
    const entries = rows.slice(ofHeader.length);
    const cells = entries.map((row) => (row.count === 0 ? [] : this.#writer.cellsFor(row)));
    // days and numbers have no line end in them, which the names may have
    const lines = delimited(cells, this.delimiter).split('\n');
    const endings = entries.map((row, at) => (row.count === 0 ? '' : this.#gapBefore(row) + lines[at]));
    return [...ofHeader, ...endings];
  }

  #gapBefore(row: Row): string {
    return this.delimiter.repeat(this.added.reader.gap(row) ?? 1);
  }
}
