import { encoded, joined } from '../input/csv/text.ts';
import type { ReadCell } from '../input/xlsx/cell.ts';
import type { ReadRow } from '../input/xlsx/rows.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
import type { Added } from './added.ts';
import { CellWriter } from './cells.ts';
import type { SheetFile } from './sheet-file.ts';

/** The sheet as CSV, each row in the line of its number, with cells added; one character per byte. */
export async function* sheetAsCsv(file: SheetFile, added: Added, delimiter: string): AsyncGenerator<string> {
  const lines = new Lines(file, added, delimiter);
  let next = 1;
  for await (const rows of file.sheet.rows()) {
    let text = '';
    for (const row of rows) {
      text += `${'\n'.repeat(row.number - next)}${lines.of(row)}\n`;
      next = row.number + 1;
    }
    yield text;
  }
}

class Lines {
  readonly #writer: CellWriter;
  readonly #mark: DecimalMark;

  constructor(
    private readonly file: SheetFile,
    private readonly added: Added,
    private readonly delimiter: string,
  ) {
    this.#writer = new CellWriter(added, delimiter);
    this.#mark = added.decimal ?? added.survey.point;
  }

  of(row: ReadRow): string {
    const { header, rowOf, width } = this.file;
    const { reader, names } = this.added;
    if (row.number < header.line) return this.#joined(Array.from(row.cells, (cell) => this.#textOf(cell)));

    const cells = Array.from({ length: width() }, (_, column) => this.#textOf(row.cells[column]));
    if (row.number === header.line) return this.#joined([...cells, ...names]);
    return this.#joined(cells) + this.delimiter + this.#writer.cellsFor(rowOf(row, reader.columns));
  }

  #joined(cells: readonly string[]): string {
    return joined(cells.map(encoded), this.delimiter);
  }

  #textOf(cell: ReadCell | undefined): string {
    if (!cell || cell.kind === 'formula') return '';
    return cell.kind === 'number' ? withMark(cell.text, this.#mark) : cell.text;
  }
}
