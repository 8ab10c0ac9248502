import type { Origin } from '../origin.ts';
import { type Sheet, type SheetColumn, workbook } from './workbook.ts';

/** A workbook of one list, and of where that comes from. */
export interface Book {
  list(columns: readonly SheetColumn[]): Sheet['row'];
  drain(): Uint8Array;
  /** @param facts what else is known of the figures */
  end(facts: Facts): Uint8Array;
}

interface Facts {
  /** Of what a unit is priced, or in what. */
  readonly side?: readonly ['base' | 'quote', string];
  /** A day, or a time in ISO 8601. */
  readonly newest?: string | undefined;
}

export function openBook(origin: Origin | undefined): Book {
  const book = workbook(origin ? [{ name: 'rates' }, { name: 'source' }] : [{ name: 'rates' }]);
  let list: Sheet | undefined;

  return {
    list(columns) {
      list = book.sheet(columns);
      return list.row;
    },
    drain: book.drain,
    end(facts) {
      list?.end();
      if (origin) {
        const sheet = book.sheet([
          { kind: 'label', width: 14 },
          { kind: 'text', width: 90 },
        ]);
        for (const row of rowsOf(origin, facts)) if (row[1] !== undefined) sheet.row(row);
        sheet.end();
      }
      return book.end();
    },
  };
}

const rowsOf = ({ source, command }: Origin, { side, newest }: Facts) =>
  [
    ['source', source?.name],
    ['rates', source?.isMadeUp && 'made up, by a demonstration'],
    side ?? ['base', undefined],
    ['terms', source?.terms],
    ['command', command],
    ['newest rates', newest],
  ] as const;
