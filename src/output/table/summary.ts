import type { Day } from '../../calendar/day.ts';
import { daysInWords } from '../../calendar/runs.ts';
import { twoBeside } from '../../currencies/names.ts';
import { grouped, inShell } from '../../words.ts';
import type { Document } from '../format.ts';
import type { Grid } from '../grid.ts';
import { figureText, means } from './digits.ts';
import { courseOf, figureTable, figureTexts, shortDates } from './figures.ts';
import { someOf } from './fit.ts';
import { heading, noRoomFor, quietLines } from './style.ts';

const names = ['first', 'last', 'change', 'low', 'low date', 'high', 'high date', 'mean'] as const;
type Name = (typeof names)[number];

const dropped = ['high date', 'low date', 'mean', 'high', 'low', 'first', 'change'] as const;

/** One row per currency; the last line tells the days or periods. */
export function* summaryTable(grid: Grid<string>, gaps: readonly Day[], document: Document) {
  const { kind, symbols, derivedFrom } = document;
  const rows = (symbols ?? grid.codes()).flatMap((code) => {
    const rates = grid.column(code);
    const figures = figureTexts(rates, courseOf(code, grid, document), figureText(code, document));
    return figures ? [{ label: code, rates, figure: (name: Name) => figures[name] }] : [];
  });

  // a mean of periods, which differ in length, is not that of their days
  const shown: readonly Name[] = kind.of === 'periods' ? names.filter((name) => name !== 'mean') : names;
  const shorter = shortDates(grid.days);
  const contents = { title: heading(document), rows, names: shown, dropped, shorter };
  const narrow = yield* figureTable(contents, document);

  const partly = rows.filter(({ rates }) => rates.includes(undefined)).map(({ label }) => label);
  const hasMeans = shown.includes('mean') && !narrow.includes('mean') && !derivedFrom;
  const words = coverageOf({ days: grid.days, gaps, partly }, unitOf(document));
  yield* quietLines(hasMeans ? `${words}; ${means}` : words, document);
  yield* noRoomFor(narrow, `a wider terminal${document.summary ? ' or -f csv' : ''}`, document);
  if (!document.summary) yield* quietLines(eachOne(document), document);
}

const unitOf = ({ kind }: Document) => (kind.of === 'periods' ? kind.every : 'day');

/** What shows the rows that a summary stands for. */
function eachOne(document: Document): string {
  const { base, symbols, hint } = document;
  const wider = hint ? ' or a wider terminal' : '';
  const few = inShell(twoBeside(base).join());
  return `--wide${symbols ? wider : ` or -s ${few}`} shows each ${unitOf(document)}`;
}

interface Shown {
  readonly days: readonly string[];
  readonly gaps: readonly Day[];
  /** Currencies that lack a rate on some of the days. */
  readonly partly: readonly string[];
}

const mostGaps = 5;

function coverageOf({ days, gaps, partly }: Shown, unit: string): string {
  const all = [...days, ...gaps].sort();
  const of = gaps.length > 0 ? ` of ${grouped(all.length)}` : '';
  const some = `${grouped(days.length)}${of} ${unit}s`;
  const parts = [`${all.length === 1 ? `1 ${unit}` : some}, ${all[0]} to ${all.at(-1)}`];
  if (gaps.length > 0) parts.push(`missing ${daysInWords(gaps, mostGaps)}`);
  if (partly.length > 0) parts.push(`not ${unit === 'day' ? 'on' : 'in'} every ${unit}: ${someOf(partly)}`);
  return parts.join('; ');
}
