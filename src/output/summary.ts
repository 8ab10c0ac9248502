import type { Code } from '../rates/code.ts';
import type { Document, Formatter } from './format.ts';
import { Grid } from './grid.ts';
import type { Column, RecordsWriter } from './records.ts';
import { type CourseFigures, figuresOfCourse } from './table/figures.ts';

interface Item extends CourseFigures {
  readonly code: Code;
}

const columns: readonly Column<Item>[] = [
  { name: 'code', kind: 'text', of: ({ code }) => code },
  { name: 'first', kind: 'number', of: ({ first }) => first },
  { name: 'last', kind: 'number', of: ({ last }) => last },
  { name: 'change', kind: 'number', optional: true, of: changeOf },
  { name: 'low', kind: 'number', of: ({ low }) => low },
  { name: 'low_date', kind: 'date', of: ({ lowDate }) => lowDate },
  { name: 'high', kind: 'number', of: ({ high }) => high },
  { name: 'high_date', kind: 'date', of: ({ highDate }) => highDate },
  { name: 'mean', kind: 'number', of: ({ mean }) => mean },
  { name: 'days', kind: 'integer', of: ({ days }) => days },
];

/** Percent, to 6 decimals; undefined where the first rate is 0. */
function changeOf({ first, last }: Item): number | undefined {
  const percent = (last / first - 1) * 100;
  return Number.isFinite(percent) ? Number(percent.toFixed(6)) : undefined;
}

/** A record per currency, once all days have come. */
export function summaryIn(write: RecordsWriter, document: Document): Formatter {
  const { symbols, noHeader = false, decimal = 'point', origin } = document;
  const grid = new Grid();

  return {
    day(day) {
      grid.add(day);
      return '';
    },
    *end() {
      const items = (symbols ?? grid.codes()).flatMap((code) => {
        const figures = figuresOfCourse(grid.column(code), grid.days);
        return figures ? [{ code, ...figures }] : [];
      });
      const width = Number.POSITIVE_INFINITY;
      yield write({ columns, items }, { noHeader, decimal, width, ascii: false, origin });
    },
  };
}
