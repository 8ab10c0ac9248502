import type { Code } from '../currencies/code.ts';
import type { Json } from '../json.ts';
import { codesIn } from '../rates/aggregate.ts';
import { plain } from '../rates/decimal.ts';
import { type DayBatches, type Document, joinBatches } from './format.ts';

export interface Column {
  readonly name: string;
  /** `json`: any value, whose items are words in text; JSON has no member where it is undefined. */
  readonly kind: 'text' | 'number' | 'integer' | 'date' | 'json';
  readonly optional?: true;
  /** In a sheet, in characters; undefined: as its cells need. */
  readonly width?: number;
  /** The heading in a table; undefined: the name. */
  readonly head?: string;
  /** What happens in a table without room, to the first before the last. Others keep their width. */
  readonly narrow?: 'cut' | 'left out';
  /** Loses its accents where the screen has none: a name may, a path or a setting would be another. */
  readonly isName?: true;
}

type Kind = Column['kind'];

/** Columns by their names: kinds, with a question mark where cells can be undefined, or more than that. */
export type Columns = Readonly<Record<string, Kind | `${Kind}?` | Omit<Column, 'name'>>>;

export function columnsOf(all: Columns): readonly Column[] {
  const columns: Column[] = [];
  for (const [name, of] of Object.entries(all)) {
    if (typeof of !== 'string') columns.push({ name, ...of });
    else {
      const kind = of.replace('?', '') as Kind;
      columns.push(kind === of ? { name, kind } : { name, kind, optional: true });
    }
  }
  return columns;
}

/** A number may be a decimal as text, which has more digits than a JavaScript number. */
export type CellValue = Json | undefined;

export type CellValues = readonly CellValue[];

type Rows = readonly CellValues[];

/** Rows of any number below their columns, in one batch at least. */
export interface RowStream {
  readonly columns: readonly Column[];
  readonly batches: AsyncIterable<Rows> | Iterable<Rows>;
  /** Dates, codes and numbers alone, which need no quotes in CSV. */
  readonly isPlain?: true;
}

/** Records other than days of rates. */
export interface Records {
  readonly columns: Columns;
  readonly rows: Rows;
  readonly isHeadless?: true;
  /** In place of a table. */
  readonly text?: string | undefined;
  /** In place of a list of rows. */
  readonly json?: Json;
}

export interface Layout extends Partial<Omit<Document, 'width'>> {
  /** Of a terminal, in columns. */
  readonly width?: number | undefined;
}

/** In text. A list is its items, a map `name:value`, with blanks between them. */
export function textOfCell(cell: CellValue): string {
  if (typeof cell === 'string') return cell;
  if (cell instanceof Map) return Array.from(cell, (entry) => entry.join(':')).join(' ');
  if (Array.isArray(cell)) return cell.map(textOfCell).join(' ');
  return typeof cell === 'number' ? plain(cell) : String(cell ?? '');
}

const date = { name: 'date', kind: 'date', width: 12 } as const;
const period = { name: 'period', kind: 'text', width: 12 } as const;
const rate = { kind: 'number', width: 16 } as const;
const code = { kind: 'text', width: 9 } as const;
const count = { kind: 'integer', width: 8 } as const;

/** A row per rate, or with `wide` one per day or period, with a column per currency. */
export async function rowsOf(batches: DayBatches, document: Document): Promise<RowStream> {
  const { kind, inverted, wide, symbols } = document;
  const first = kind.of === 'periods' ? period : date;
  if (!wide) {
    const columns: Column[] = [
      first,
      { name: 'base', ...code },
      { name: 'quote', ...code },
      { name: 'rate', ...rate },
    ];
    if (kind.of === 'periods')
      columns.push({ ...date, optional: true }, { name: 'days', ...count }, { name: 'of', ...count });
    return { columns, batches: rowBatches(batches, document), isPlain: true };
  }

  // all currencies, and with them the columns, are only known after the last day
  const all = symbols ? undefined : await joinBatches(batches);
  const codes = symbols ?? codesIn(all?.days ?? []);
  const pivotColumn = { name: inverted ? 'quote' : 'base', ...code };
  const columns = [first, pivotColumn, ...codes.map((name) => ({ name, ...rate }))];
  return { columns, batches: rowBatches(all ? [all] : batches, document, codes), isPlain: true };
}

/** @param codes of the columns of wide rows */
async function* rowBatches(batches: DayBatches, { kind, base, inverted }: Document, codes?: readonly Code[]) {
  for await (const { days } of batches) {
    const rows: CellValues[] = [];
    for (const { day, rates, period } of days) {
      const label = period?.period.name ?? day;
      if (codes) rows.push([label, base, ...codes.map((code) => rates.get(code))]);
      else
        rates.forEach((rate, code) => {
          const row = inverted ? [label, code, base, rate] : [label, base, code, rate];
          const figures = kind.of === 'periods' && period?.pairs.get(code);
          rows.push(figures ? [...row, figures[kind.take].date, figures.days, period?.of] : row);
        });
    }
    // nothing is written of days whose base turns out to be unknown
    if (rows.length > 0) yield rows;
  }
  // also without a day there is a batch
  yield [];
}
