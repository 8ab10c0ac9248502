import type { Day } from '../../calendar/day.ts';
import type { Document } from '../format.ts';
import type { Grid } from '../grid.ts';
import { figureTable, figureTexts } from './figures.ts';
import { heading, quietLines } from './style.ts';

const names = ['first', 'last', 'change', 'low', 'high', 'mean'] as const;
type Name = (typeof names)[number];

const dropped = ['mean', 'high', 'low', 'first', 'change'] as const;

/** One row per currency; the last line tells the days or periods. */
export function* summaryTable(
  grid: Grid<string>,
  gaps: readonly Day[],
  document: Document,
): Generator<string> {
  const { kind, symbols } = document;
  const rows = (symbols ?? grid.codes()).flatMap((code) => {
    const rates = grid.days.map((_, index) => grid.rate(index, code));
    const figures = figureTexts(rates);
    return figures ? [{ label: code, rates, figure: (name: Name) => figures[name] }] : [];
  });
  // a mean of periods, which differ in length, is not that of their days
  const shown = kind.of === 'periods' ? names.filter((name) => name !== 'mean') : names;
  yield* figureTable({ title: heading(document), rows, names: shown, dropped }, document);
  const partly = rows.filter(({ rates }) => rates.includes(undefined)).map(({ label }) => label);
  yield* quietLines(coverage(grid, gaps, partly, document), document);
}

const mostNamed = 5;

function coverage(
  { days }: Grid<string>,
  gaps: readonly Day[],
  partly: readonly string[],
  { kind }: Document,
): string {
  const unit = kind.of === 'periods' ? kind.every : 'day';
  const asked = [...days, ...gaps].sort();
  const count = gaps.length > 0 ? `${days.length} of ${asked.length} ${unit}s` : `${days.length} ${unit}s`;
  const parts = [`${asked.length === 1 ? `1 ${unit}` : count}, ${asked[0]} to ${asked.at(-1)}`];
  if (gaps.length > 0) parts.push(`missing ${someOf(gaps)}`);
  if (partly.length > 0) parts.push(`not ${unit === 'day' ? 'on' : 'in'} every ${unit}: ${someOf(partly)}`);
  return parts.join('; ');
}

function someOf(words: readonly string[]): string {
  const more = words.length - mostNamed;
  return words.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
