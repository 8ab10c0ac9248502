import type { Code } from '../currencies/code.ts';
import { ExactNumber, type Json, jsonText, prettyJson } from '../json.ts';
import { datesTaken, type PeriodRates } from '../rates/aggregate.ts';
import { sideIn, sideOf } from '../rates/day-rates.ts';
import { type Format, type Formatter, labelOf, type ShownRates } from './format.ts';
import type { Column, Records } from './records.ts';
import type { Cell, Row, RowColumn, RowFormat } from './rows.ts';

export const json: Format = (document) => {
  const { kind, symbols } = document;
  const side = sideOf(document);
  if (kind.of === 'days')
    return kind.several ? listed('[\n  ', ',\n  ', '\n]\n', '  ') : listed('', '', '\n', '');

  if (kind.of === 'series') {
    const { start, end } = kind;
    const headOf = ({ disclaimer, license }: Partial<ShownRates>): Json => ({
      ...{ disclaimer, license, start_date: start, end_date: end },
      ...side,
      rates: {},
    });
    return growing(headOf, ({ rates }) => rates);
  }

  const { every, take } = kind;
  return growing(
    () => ({ every, take, ...side, periods: {} }),
    ({ period, rates }) => ({
      days: period && daysIn(period, symbols),
      of: period?.of,
      rates,
      dates: period && take !== 'mean' ? datesTaken(period.pairs, take) : undefined,
    }),
  );
};

/** Empty output would not be JSON, so that a gap is written too. */
function listed(first: string, next: string, last: string, indent: string): Formatter {
  let before = first;
  let end = '[]\n';
  return {
    day(shown) {
      const { disclaimer, license, timestamp, day, rates } = shown;
      const object = { disclaimer, license, timestamp, date: day, ...sideIn(shown), rates };
      const text = before + prettyJson(object, indent);
      before = next;
      end = last;
      return text;
    },
    end: () => [end],
  };
}

/**
 * An object whose last member is an object that grows.
 * @param headOf the whole with nothing in it, from the first day if there is one
 */
function growing(
  headOf: (first: Partial<ShownRates>) => Json,
  contentOf: (shown: ShownRates) => Json,
): Formatter {
  const opening = (first: Partial<ShownRates>) => prettyJson(headOf(first)).slice(0, -'}\n}'.length);
  let before: string | undefined;
  return {
    day(shown) {
      const text = `${before ?? opening(shown)}\n    "${labelOf(shown)}": ${prettyJson(contentOf(shown), '    ')}`;
      before = ',';
      return text;
    },
    end: () => [before ? '\n  }\n}\n' : `${opening({})}}\n}\n`],
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

export const ndjson: RowFormat = (columns) => {
  const names = columns.map(({ name }) => `${jsonText(name)}:`);
  const objectOf = (row: Row) =>
    `{${columns.map(({ kind }, at) => names[at] + jsonText(valueIn(row[at], kind))).join()}}\n`;
  return { write: (rows) => rows.map(objectOf).join(''), end: () => '' };
};

export function jsonOfRecords<Item>({ columns, items, json }: Records<Item>): string {
  if (json) return json();
  const all = items.map((item) => membersOf(columns, item));
  return `${prettyJson(all)}\n`;
}

export function ndjsonOfRecords<Item>({ columns, items }: Records<Item>): string {
  return items.map((item) => `${jsonText(membersOf(columns, item))}\n`).join('');
}

const membersOf = <Item>(columns: readonly Column<Item>[], item: Item) =>
  new Map(
    columns.map(({ name, kind, of, json }) => [name, json ? json(item) : valueIn(of(item), kind)] as const),
  );

function valueIn(value: Cell, kind: RowColumn['kind']): Json {
  if (value === undefined) return null;
  return kind === 'number' && typeof value === 'string' ? new ExactNumber(value) : value;
}
