import type { Piece } from './format.ts';
import { type Column, type Layout, type RowBatches, textOfCell } from './records.ts';
import { type Sheet, type SheetCell, workbook } from './workbook.ts';

const widest = 60;

/** A workbook of one list, and of where that comes from. */
export async function* xlsx(
  columns: readonly Column[],
  batches: RowBatches,
  { provenance, base, inverted }: Layout,
): AsyncGenerator<Piece> {
  const book = workbook([{ name: 'rates' }, ...(provenance ? [{ name: 'source' }] : [])]);
  // the date of a mean is its period, and no day: such a cell is text
  const kinds = columns.map(({ name, kind }) => {
    if (name === 'date') return 'date';
    return kind === 'integer' ? 'number' : kind === 'json' ? 'text' : kind;
  });

  function begin(rows: readonly (readonly SheetCell[])[]): Sheet {
    const widths = columns.map(({ name, width }, at) => {
      // a head has the arrow of its filter beside it
      const longest = Math.max(name.length + 3, ...rows.map((row) => row[at]?.text.length ?? 0));
      return width ?? Math.min(longest + 2, widest);
    });
    const sheet = book.sheet({ widths, isHeaded: true });
    sheet.row(columns.map(({ name }) => ({ kind: 'label', text: name })));
    return sheet;
  }

  let list: Sheet | undefined;
  let newest: string | undefined;
  for await (const batch of batches) {
    const rows = batch.rows.map((row) =>
      row.map((cell, at) => ({ kind: kinds[at] ?? 'text', text: textOfCell(cell) })),
    );
    list ??= begin(rows);
    for (const row of rows) list.row(row);
    newest = batch.newest;
    yield book.drain();
  }
  (list ?? begin([])).end();

  if (provenance) {
    const { source, command } = provenance;
    const facts = [
      ['source', source?.name],
      ['rates', source?.isMadeUp && 'made up, by a demonstration'],
      [inverted ? 'quote' : 'base', base],
      ['terms', source?.terms],
      ['command', command],
      ['newest rates', newest],
    ] as const;
    const sheet = book.sheet({ widths: [14, 90], isHeaded: false });
    for (const [name, text] of facts)
      if (text !== undefined)
        sheet.row([
          { kind: 'label', text: name },
          { kind: 'text', text },
        ]);
    sheet.end();
  }
  yield book.end();
}
