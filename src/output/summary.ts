import type { Code } from '../currencies/code.ts';
import { type CourseFigures, courseProblems, coursesOf, figuresOf } from './courses.ts';
import type { Document, Formatter, ShownRates } from './format.ts';
import type { Column, RecordsWriter } from './records.ts';

interface Item extends CourseFigures {
  readonly code: Code;
}

const columns: readonly Column<Item>[] = [
  { name: 'code', kind: 'text', of: ({ code }) => code },
  { name: 'first', kind: 'number', of: ({ first }) => first },
  { name: 'first_date', kind: 'date', of: ({ firstDate }) => firstDate },
  { name: 'last', kind: 'number', of: ({ last }) => last },
  { name: 'last_date', kind: 'date', of: ({ lastDate }) => lastDate },
  {
    name: 'change',
    kind: 'number',
    optional: true,
    of: ({ change }) => (change === undefined ? undefined : Number(change.toFixed(6))),
  },
  { name: 'low', kind: 'number', optional: true, of: ({ low }) => low },
  { name: 'low_date', kind: 'date', optional: true, of: ({ lowDate }) => lowDate },
  { name: 'high', kind: 'number', optional: true, of: ({ high }) => high },
  { name: 'high_date', kind: 'date', optional: true, of: ({ highDate }) => highDate },
  { name: 'mean', kind: 'number', optional: true, of: ({ mean }) => mean },
  { name: 'days', kind: 'integer', of: ({ days }) => days },
];

/** A record per currency, once all days have come. */
export function summaryIn(write: RecordsWriter, document: Document): Formatter {
  const { noHeader = false, decimal = 'point', origin } = document;
  const days: ShownRates[] = [];

  return {
    day(shown) {
      days.push(shown);
      return '';
    },
    end() {
      const items = coursesOf(days, document).flatMap((course) => {
        const figures = figuresOf(course);
        return figures ? [{ code: course.code, ...figures }] : [];
      });
      const width = Number.POSITIVE_INFINITY;
      return [write({ columns, items }, { noHeader, decimal, width, ascii: false, origin })];
    },
    problems: () => courseProblems(coursesOf(days, document), document),
  };
}
