import { plain } from '../rates/decimal.ts';
import type { Provenance } from './format.ts';
import type { CellValues, Facts, RowFormat } from './rows.ts';
import { type Sheet, workbook } from './xlsx/workbook.ts';

const widest = 60;

/** A workbook of one list, and of where that comes from. */
export const xlsx: RowFormat = (columns, { provenance }) => {
  const book = workbook([{ name: 'rates' }, ...(provenance ? [{ name: 'source' }] : [])]);
  let list: Sheet | undefined;

  function write(rows: readonly CellValues[]): Uint8Array {
    const texts = rows.map((row) => row.map((cell = '') => (typeof cell === 'number' ? plain(cell) : cell)));
    if (!list) {
      const widths = columns.map(({ name, width }, at) => {
        // a head has the arrow of its filter beside it
        const lengths = [name.length + 3, ...(width ? [] : texts.map((row) => row[at]?.length ?? 0))];
        return width ?? Math.min(Math.max(...lengths) + 2, widest);
      });
      list = book.sheet({ widths, isHeaded: true });
      list.row(columns.map(({ name }) => ({ kind: 'label', text: name })));
    }
    // the date of a mean is its period, and no day: such a cell is text
    const kinds = columns.map(({ name, kind }) =>
      name === 'date' ? 'date' : kind === 'integer' ? 'number' : kind,
    );
    for (const row of texts) list.row(row.map((text, at) => ({ kind: kinds[at] ?? 'text', text })));
    return book.drain();
  }

  return {
    write,
    end(facts) {
      if (!list) write([]);
      list?.end();
      if (provenance) {
        const sheet = book.sheet({ widths: [14, 90], isHeaded: false });
        for (const [name, text] of rowsOf(provenance, facts))
          if (text !== undefined)
            sheet.row([
              { kind: 'label', text: name },
              { kind: 'text', text },
            ]);
        sheet.end();
      }
      return book.end();
    },
  };
};

const rowsOf = ({ source, command }: Provenance, { side, newest }: Facts) =>
  [
    ['source', source?.name],
    ['rates', source?.isMadeUp && 'made up, by a demonstration'],
    side ?? ['base', undefined],
    ['terms', source?.terms],
    ['command', command],
    ['newest rates', newest],
  ] as const;
