import type { Code } from '../currencies/code.ts';
import { exactNumber, type Json, jsonText, prettyJson } from '../json.ts';
import { datesTaken, type PeriodRates } from '../rates/aggregate.ts';
import { sideIn, sideOf } from '../rates/day-rates.ts';
import { type Document, type Format, labelOf, type PeriodsOfRange, type ShownRates } from './format.ts';
import type { Column, Records } from './records.ts';
import type { CellValue, RowColumn, RowFormat } from './rows.ts';

export const json: Format = async function* (batches, document) {
  const { kind } = document;
  // empty output would not be JSON
  let [opening, next, end, empty] = ['', '', '\n', '[]\n'];
  if (kind.of !== 'days') [next, end, empty] = [',\n    ', '\n  }\n}\n', headOf(document)];
  else if (kind.several) [opening, next, end] = ['[\n  ', ',\n  ', '\n]\n'];

  let isBegun = false;
  for await (const { days } of batches) {
    let text = '';
    for (const shown of days) {
      // an object whose last member is an object that grows
      if (kind.of !== 'days' && !isBegun)
        opening = `${headOf(document, shown).slice(0, -'}\n}\n'.length)}\n    `;
      text += (isBegun ? next : opening) + textOf(shown, document);
      isBegun = true;
    }
    yield text;
  }
  yield isBegun ? end : empty;
};

/** The document of a range without any day or period. */
function headOf(document: Document, { disclaimer, license }: Partial<ShownRates> = {}): string {
  const { kind } = document;
  const side = sideOf(document);
  if (kind.of === 'series') {
    const range = { start_date: kind.start, end_date: kind.end };
    return `${prettyJson({ disclaimer, license, ...range, ...side, rates: {} })}\n`;
  }
  const { every, take } = kind as PeriodsOfRange;
  return `${prettyJson({ every, take, ...side, periods: {} })}\n`;
}

/** A document, or a member of the object that the head begins. */
function textOf(shown: ShownRates, { kind, symbols }: Document): string {
  const { disclaimer, license, timestamp, day, period, rates } = shown;
  if (kind.of === 'days') {
    const document = { disclaimer, license, timestamp, date: day, ...sideIn(shown), rates };
    return prettyJson(document, kind.several ? '  ' : '');
  }
  let content: Json = rates;
  if (kind.of === 'periods' && period) {
    const dates = kind.take === 'mean' ? undefined : datesTaken(period.pairs, kind.take);
    content = { days: daysIn(period, symbols), of: period.of, rates, dates };
  }
  return `"${labelOf(shown)}": ${prettyJson(content, '    ')}`;
}

/** Of one symbol a number, of several one for each. */
function daysIn({ pairs, refused }: PeriodRates, symbols: readonly Code[] | undefined): Json {
  const daysOf = (code: Code) => pairs.get(code)?.days ?? 0;
  if (symbols?.[0] && symbols.length === 1) return daysOf(symbols[0]);
  const codes = (symbols ?? [...pairs.keys()]).filter((code) => !refused.has(code));
  return new Map(codes.map((code) => [code, daysOf(code)]));
}

export const ndjson: RowFormat = async function* (columns, batches) {
  for await (const { rows } of batches)
    yield rows
      .map((row) => lineOf(columns.map(({ name, kind }, at) => [name, valueIn(row[at], kind)])))
      .join('');
};

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
  return kind === 'number' && typeof value === 'string' ? exactNumber(value) : value;
}
