import { type Row, Scanner } from '../input/csv/scanner.ts';
import { encoded, joined } from '../input/csv/text.ts';
import type { Added } from './added.ts';
import { CellWriter } from './cells.ts';
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
    let text = '';
    let from = 0;
    for (const row of scanner.scan(piece)) {
      text += piece.slice(from, row.end) + endings.of(row);
      from = row.end;
    }
    yield text + piece.slice(from);
  }
  for (const row of scanner.end()) yield endings.of(row);
}

/** What stands at the end of each row, from the delimiter on. */
class RowEndings {
  readonly #delimiter: string;
  readonly #added: Added;
  readonly #writer: CellWriter;
  /** The first of all rows. */
  #isHeader = true;

  constructor(delimiter: string, added: Added) {
    this.#delimiter = delimiter;
    this.#added = added;
    this.#writer = new CellWriter(added, delimiter);
  }

  of(row: Row): string {
    if (this.#isHeader) {
      this.#isHeader = false;
      return this.#delimiter + joined(this.#added.names.map(encoded), this.#delimiter);
    }
    return row.count === 0 ? '' : this.#gapBefore(row) + this.#writer.cellsFor(row);
  }

  #gapBefore(row: Row): string {
    return this.#delimiter.repeat(this.#added.reader.gap(row) ?? 1);
  }
}
