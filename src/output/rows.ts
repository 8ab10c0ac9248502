import type { Code } from '../currencies/code.ts';
import { codesIn } from '../rates/aggregate.ts';
import { type DayBatches, type Document, joinBatches, labelOf } from './format.ts';
import type { CellValues, Column, RowStream } from './records.ts';

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
    return { columns, batches: rowBatches(batches, document) };
  }

  // all currencies, and with them the columns, are only known after the last day
  const all = symbols ? undefined : await joinBatches(batches);
  const codes = symbols ?? codesIn(all?.days ?? []);
  const pivotColumn = { name: inverted ? 'quote' : 'base', ...code };
  const columns = [first, pivotColumn, ...codes.map((name) => ({ name, ...rate }))];
  return { columns, batches: rowBatches(all ? [all] : batches, document, codes) };
}

/** @param codes of the columns of wide rows */
async function* rowBatches(batches: DayBatches, { kind, base, inverted }: Document, codes?: readonly Code[]) {
  for await (const { days } of batches) {
    const rows: CellValues[] = [];
    for (const shown of days) {
      const { rates, period } = shown;
      const label = labelOf(shown);
      if (codes) rows.push([label, base, ...codes.map((code) => rates.get(code))]);
      else
        for (const [code, rate] of rates) {
          const row = inverted ? [label, code, base, rate] : [label, base, code, rate];
          const figures = kind.of === 'periods' && period?.pairs.get(code);
          rows.push(figures ? [...row, figures[kind.take].date, figures.days, period?.of] : row);
        }
    }
    // nothing is written of days whose base turns out to be unknown
    if (rows.length > 0) yield rows;
  }
  // also without a day there is a batch
  yield [];
}
