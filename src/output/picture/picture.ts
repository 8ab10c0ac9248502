import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { shortNameOf } from '../../currencies/names.ts';
import { figureInWords } from '../../rates/aggregate.ts';
import { sideOf } from '../../rates/day-rates.ts';
import { courseProblems, coursesOf } from '../courses.ts';
import type { Document, Formatter, ShownRates } from '../format.ts';
import { type FigureTexts, figureTexts } from '../table/figures.ts';
import { madeUp } from '../table/style.ts';
import { asIndex, isSqueezed, type Values } from './axes.ts';

export interface Line {
  readonly code: Code;
  readonly name: string;
  /** Those of the rates, also where an index is drawn. */
  readonly figures: FigureTexts;
  /** One per day. */
  readonly values: Values;
}

export interface Picture {
  readonly title: string;
  readonly subtitle: string;
  readonly first: Day;
  readonly last: Day;
  readonly days: readonly Day[];
  readonly lines: readonly Line[];
}

/** Draws after the last day, and nothing without a requested day. */
export function drawing(document: Document, draw: (picture: Picture) => Iterable<string>): Formatter {
  const days: ShownRates[] = [];
  return {
    day({ period: _, ...day }) {
      days.push(day);
      return '';
    },
    gap(day, isOff) {
      if (!isOff) days.push({ day, ...sideOf(document), rates: new Map() });
    },
    *end() {
      const picture = pictureOf(days, document);
      if (!picture) return;
      for (const line of draw(picture)) yield `${line}\n`;
    },
    problems: () => courseProblems(coursesOf(days, document), document),
  };
}

function pictureOf(shown: readonly ShownRates[], document: Document): Picture | undefined {
  const { kind, symbols } = document;
  const days = shown.map(({ day }) => day);
  const first = kind.of === 'days' ? days[0] : kind.start;
  const last = kind.of === 'days' ? days.at(-1) : kind.end;
  if (days.length === 0 || !first || !last) return undefined;

  const lines = coursesOf(shown, document).flatMap((course) => {
    const { code, rates: values } = course;
    const figures = figureTexts(course);
    return figures ? [{ code, name: shortNameOf(code), figures, values }] : [];
  });
  const rates = lines.map(({ values }) => values);
  const index = isSqueezed(rates) ? asIndex(rates, days) : undefined;

  return {
    title: titleOf(lines.length > 0 ? lines.map(({ code }) => code) : (symbols ?? []), document),
    subtitle: subtitleOf(first === last ? first : `${first} to ${last}`, index?.unit, document),
    first,
    last,
    days,
    lines: lines.map((line, at) => ({ ...line, values: index?.values[at] ?? line.values })),
  };
}

function titleOf(codes: readonly Code[], { base, inverted }: Document): string {
  return inverted ? `${listed(codes)} in ${base}` : `1 ${base} in ${listed(codes)}`;
}

function subtitleOf(range: string, unit: string | undefined, { kind, isMadeUp }: Document): string {
  const parts = [
    range,
    ...(kind.of === 'periods' ? [figureInWords(kind)] : []),
    ...(unit ? [unit] : []),
    ...(isMadeUp ? [madeUp] : []),
  ];
  return parts.join('; ');
}

function listed(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join();
}
