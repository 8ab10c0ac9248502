import type { Code } from '../currencies/code.ts';
import { exactNumber, type Json, jsonText, prettyJson } from '../json.ts';
import type { PeriodRates } from '../rates/aggregate.ts';
import { pivotFor, pivotIn } from '../rates/day-rates.ts';
import { type DayBatches, type Document, labelOf, type ShownRates } from './format.ts';
import type { CellValue, CellValues, Column, Records, RowStream } from './records.ts';

export async function* json(batches: DayBatches, document: Document) {
  const { kind } = document;
  let [indent, closing] = ['    ', '\n  }\n}'];
  if (kind.of === 'days') [indent, closing] = kind.several ? ['  ', '\n]'] : ['', ''];

  let isBegun = false;
  for await (const { days } of batches) {
    let text = '';
    for (const shown of days) {
      text += isBegun ? ',' : openingOf(document, shown);
      text += (indent && `\n${indent}`) + textOf(shown, document, indent);
      isBegun = true;
    }
    yield text;
  }
  // empty output would not be JSON
  if (!isBegun) closing = kind.of === 'days' ? '[]' : `${openingOf(document)}}\n}`;
  yield `${closing}\n`;
}

/** Of a range an object whose last member is an object that grows. */
function openingOf(document: Document, { disclaimer, license }: Partial<ShownRates> = {}) {
  const { kind } = document;
  if (kind.of === 'days') return kind.several ? '[' : '';
  const pivot = pivotFor(document);
  const head =
    kind.of === 'periods'
      ? { every: kind.every, take: kind.take, ...pivot, periods: {} }
      : { disclaimer, license, start_date: kind.start, end_date: kind.end, ...pivot, rates: {} };
  return prettyJson(head).slice(0, -'}\n}'.length);
}

/** A document, or a member of the object that the opening begins. */
function textOf(shown: ShownRates, { kind, symbols }: Document, indent: string) {
  const { disclaimer, license, timestamp, day, period, rates } = shown;
  if (kind.of === 'days')
    return prettyJson({ disclaimer, license, timestamp, date: day, ...pivotIn(shown), rates }, indent);
  let content: Json = rates;
  if (kind.of === 'periods' && period) {
    const { take } = kind;
    const dates = new Map(Array.from(period.pairs, ([code, pair]) => [code, pair[take].date]));
    const days = daysIn(period, symbols);
    content = { days, of: period.of, rates, dates: take === 'mean' ? undefined : dates };
  }
  return `"${labelOf(shown)}": ${prettyJson(content, indent)}`;
}

/** Of one symbol a number, of several one for each. */
function daysIn({ pairs, refused }: PeriodRates, symbols: readonly Code[] | undefined) {
  const codes = (symbols ?? [...pairs.keys()]).filter((code) => !refused.has(code));
  const days = new Map(codes.map((code) => [code, pairs.get(code)?.days ?? 0]));
  const [only = 0] = days.values();
  return symbols?.length === 1 ? only : days;
}

export async function* ndjson({ columns, batches }: RowStream) {
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) text += `${jsonText(objectOf(columns, row))}\n`;
    yield text;
  }
}

export function jsonOfRecords(columns: readonly Column[], { rows, json }: Records): string {
  return `${prettyJson(json ?? rows.map((row) => objectOf(columns, row)))}\n`;
}

function objectOf(columns: readonly Column[], row: CellValues): Json {
  return new Map(columns.map(({ name, kind }, at) => [name, valueIn(row[at], kind)]));
}

function valueIn(value: CellValue, kind: Column['kind']) {
  if (kind === 'number' && typeof value === 'string') return exactNumber(value);
  return kind === 'json' ? value : (value ?? null);
}
