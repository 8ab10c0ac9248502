import type { Code } from '../currencies/code.ts';
import { type CourseFigures, courseProblems, coursesOf, figuresOf } from './courses.ts';
import type { Document, Formatter, ShownRates } from './format.ts';
import type { Column, RecordsWriter } from './records.ts';

interface Item extends CourseFigures {
  readonly code: Code;
}

const column = (
  name: string,
  kind: Column<Item>['kind'],
  figure: keyof Item,
  optional?: true,
): Column<Item> => ({ name, kind, of: (item) => item[figure], ...(optional && { optional }) });

const columns: readonly Column<Item>[] = [
  column('code', 'text', 'code'),
  column('first', 'number', 'first'),
  column('first_date', 'date', 'firstDate'),
  column('last', 'number', 'last'),
  column('last_date', 'date', 'lastDate'),
  {
    ...column('change', 'number', 'change', true),
    of: ({ change }) => (change === undefined ? undefined : Number(change.toFixed(6))),
  },
  column('low', 'number', 'low', true),
  column('low_date', 'date', 'lowDate', true),
  column('high', 'number', 'high', true),
  column('high_date', 'date', 'highDate', true),
  column('mean', 'number', 'mean', true),
  column('days', 'integer', 'days'),
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
