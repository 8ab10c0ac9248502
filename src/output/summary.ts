import type { Code } from '../currencies/code.ts';
import { courseProblems } from './course-problems.ts';
import type { Document, Formatter } from './format.ts';
import { Grid } from './grid.ts';
import type { Column, RecordsWriter } from './records.ts';
import { type CourseFigures, courseOf, figuresOfCourse } from './table/figures.ts';

interface Item extends CourseFigures {
  readonly code: Code;
}

const columns: readonly Column<Item>[] = [
  { name: 'code', kind: 'text', of: ({ code }) => code },
  { name: 'first', kind: 'number', of: ({ first }) => first },
  { name: 'first_date', kind: 'date', of: ({ firstDate }) => firstDate },
  { name: 'last', kind: 'number', of: ({ last }) => last },
  { name: 'last_date', kind: 'date', of: ({ lastDate }) => lastDate },
  { name: 'change', kind: 'number', optional: true, of: changeOf },
  { name: 'low', kind: 'number', optional: true, of: ({ over }) => over?.low },
  { name: 'low_date', kind: 'date', optional: true, of: ({ over }) => over?.lowDate },
  { name: 'high', kind: 'number', optional: true, of: ({ over }) => over?.high },
  { name: 'high_date', kind: 'date', optional: true, of: ({ over }) => over?.highDate },
  { name: 'mean', kind: 'number', optional: true, of: ({ over }) => over?.mean },
  { name: 'days', kind: 'integer', of: ({ days }) => days },
];

/** Percent, to 6 decimals; undefined where the first rate is 0. */
function changeOf({ first, last, over }: Item): number | undefined {
  if (!over) return undefined;
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
        const figures = figuresOfCourse(grid.column(code), courseOf(code, grid, document));
        return figures ? [{ code, ...figures }] : [];
      });
      const width = Number.POSITIVE_INFINITY;
      yield write({ columns, items }, { noHeader, decimal, width, ascii: false, origin });
    },
    problems: () => courseProblems(grid, document),
  };
}
