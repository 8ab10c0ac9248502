import { figureInWords, type PeriodRates, ratesTaken } from '../../periods/figures.ts';
import type { Code } from '../../rates/code.ts';
import { plain } from '../../rates/decimal.ts';
import type { PeriodDocument } from '../format.ts';
import { Grid } from '../grid.ts';
import { quietLines } from './around.ts';
import { daysTable, fitsSideBySide } from './days.ts';
import { figureTable } from './figure-table.ts';
import { summaryTable } from './summary.ts';

interface Layout {
  period(period: PeriodRates): void;
  lines(): Iterable<string>;
}

/** One symbol has all its figures, several have a column each. */
export function layPeriods(document: PeriodDocument): Layout {
  const { symbols, wide } = document;
  const [only, ...others] = symbols ?? [];
  return only && others.length === 0 && !wide ? allFigures(only, document) : oneFigure(document);
}

const names = ['mean', 'first', 'last', 'min', 'max', 'days'] as const;
type Name = (typeof names)[number];

function allFigures(code: Code, document: PeriodDocument): Layout {
  const { base, inverted, kind } = document;
  const [of, inCode] = inverted ? [code, base] : [base, code];
  const all: PeriodRates[] = [];
  return {
    period: (period) => all.push(period),
    *lines() {
      const rows = all.flatMap(({ period, pairs }) => {
        const pair = pairs.get(code);
        if (!pair) return [];
        const figure = (name: Name) => (name === 'days' ? String(pair.days) : plain(pair[name].rate));
        return [{ label: period.name, rates: pair.rates, figure }];
      });
      if (rows.length === 0) return;
      const dropped = (['mean', 'max', 'min', 'first', 'last'] as const).filter((name) => name !== kind.take);
      yield* figureTable({ title: `1 ${of} = ${inCode}`, rows, names, dropped }, document);
    },
  };
}

function oneFigure(document: PeriodDocument): Layout {
  const { wide, kind } = document;
  const grid = new Grid<string>();
  return {
    period: ({ period, pairs }) => grid.add({ day: period.name, rates: ratesTaken(pairs, kind.take) }),
    *lines() {
      if (grid.codes().length === 0) return;
      const isSideBySide = wide || fitsSideBySide(grid, document);
      yield* isSideBySide ? daysTable(grid, document) : summaryTable(grid, [], document);
      yield* quietLines(figureInWords(kind), document);
    },
  };
}
