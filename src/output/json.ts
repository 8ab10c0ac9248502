import type { Code } from '../currencies/code.ts';
import { ExactNumber, type Json, jsonText, prettyJson } from '../json.ts';
import { datesTaken, type PeriodRates } from '../rates/aggregate.ts';
import { sideIn, sideOf } from '../rates/day-rates.ts';
import { type Format, type Formatter, labelOf, type ShownRates } from './format.ts';
import type { Column, Records } from './records.ts';
import type { CellValue, RowColumn, RowFormat } from './rows.ts';

export const json: Format = (document) => {
  const { kind, symbols } = document;
  const side = sideOf(document);
  if (kind.of === 'days') {
    const [opening, next, end, indent] = kind.several
      ? ['[\n  ', ',\n  ', '\n]\n', '  ']
      : ['', '', '\n', ''];
    const textOf = (shown: ShownRates) => {
      const { disclaimer, license, timestamp, day, rates } = shown;
      return prettyJson({ disclaimer, license, timestamp, date: day, ...sideIn(shown), rates }, indent);
    };
    // empty output would not be JSON
    return joined(() => opening, textOf, { next, end, empty: '[]\n' });
  }

  const headOf = ({ disclaimer, license }: Partial<ShownRates>): Json =>
    kind.of === 'series'
      ? { disclaimer, license, start_date: kind.start, end_date: kind.end, ...side, rates: {} }
      : { every: kind.every, take: kind.take, ...side, periods: {} };
  const contentOf = ({ period, rates }: ShownRates): Json => {
    if (kind.of === 'series' || !period) return rates;
    const dates = kind.take === 'mean' ? undefined : datesTaken(period.pairs, kind.take);
    return { days: daysIn(period, symbols), of: period.of, rates, dates };
  };
  // an object whose last member is an object that grows
  return joined(
    (first) => `${prettyJson(headOf(first)).slice(0, -'}\n}'.length)}\n    `,
    (shown) => `"${labelOf(shown)}": ${prettyJson(contentOf(shown), '    ')}`,
    { next: ',\n    ', end: '\n  }\n}\n', empty: `${prettyJson(headOf({}))}\n` },
  );
};

function joined(
  openingOf: (first: ShownRates) => string,
  textOf: (shown: ShownRates) => string,
  { next, end, empty }: { readonly next: string; readonly end: string; readonly empty: string },
): Formatter {
  let isBegun = false;
  return {
    day(shown) {
      const before = isBegun ? next : openingOf(shown);
      isBegun = true;
      return before + textOf(shown);
    },
    end: () => [isBegun ? end : empty],
  };
}

/** Of one symbol a number, of several one for each. */
function daysIn({ pairs, refused }: PeriodRates, symbols: readonly Code[] | undefined): Json {
  const daysOf = (code: Code) => pairs.get(code)?.days ?? 0;
  const [first, ...others] = symbols ?? [];
  if (first && others.length === 0) return daysOf(first);
  const codes = (symbols ?? [...pairs.keys()]).filter((code) => !refused.has(code));
  return new Map(codes.map((code) => [code, daysOf(code)]));
}

export const ndjson: RowFormat = (columns) => ({
  write: (rows) =>
    rows.map((row) => lineOf(columns.map(({ name, kind }, at) => [name, valueIn(row[at], kind)]))).join(''),
  end: () => '',
});

export function jsonOfRecords<Item>({ columns, items, json }: Records<Item>): string {
  return `${prettyJson(json ?? items.map((item) => new Map(membersOf(columns, item))))}\n`;
}

export function ndjsonOfRecords<Item>({ columns, items }: Records<Item>): string {
  return items.map((item) => lineOf(membersOf(columns, item))).join('');
}

type Members = readonly (readonly [name: string, value: Json | undefined])[];

const lineOf = (members: Members) => `${jsonText(new Map(members))}\n`;

const membersOf = <Item>(columns: readonly Column<Item>[], item: Item): Members =>
  columns.map(({ name, kind, of, json }) => [name, json ? json(item) : valueIn(of(item), kind)]);

function valueIn(value: CellValue, kind: RowColumn['kind']): Json {
  if (value === undefined) return null;
  return kind === 'number' && typeof value === 'string' ? new ExactNumber(value) : value;
}
