import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { ExactNumber, type Json, jsonText, prettyJson } from '../json.ts';
import { datesTaken, type PeriodRates, ratesTaken, type Take } from '../rates/aggregate.ts';
import { type DayRates, pairOf, type Side, sideIn, sideOf } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import type { Document, Format, Formatter, PeriodFormat } from './format.ts';
import { rateTexts } from './rate-texts.ts';
import type { Column, Records } from './records.ts';

export const json: Format = ({ kind, ...document }: Document) => {
  if (kind.of !== 'days') return seriesOf(kind.start, kind.end, sideOf(document));
  if (!kind.several) return listed({ last: '\n' });
  return listed({ first: '[\n  ', next: ',\n  ', last: '\n]\n', indent: '  ' });
};

interface List {
  readonly first?: string;
  readonly next?: string;
  readonly last: string;
  readonly indent?: string;
}

/** Empty output would not be JSON, so that a gap is written too. */
function listed({ first = '', next = '', last, indent = '' }: List): Formatter {
  let before = first;
  let end = '[]\n';
  return {
    day(day) {
      const text = before + dayText(day, indent);
      before = next;
      end = last;
      return text;
    },
    *end() {
      yield end;
    },
  };
}

function seriesOf(start: Day, end: Day, side: Side): Formatter {
  const whole = growing();
  const members = rateTexts({ pair: (_, code) => `"${code}": `, rate: plain, end: '' });
  const objectOf = (day: DayRates) =>
    day.rates.size > 0 ? `{${members(day, ',\n      ').slice(1)}\n    }` : '{}';
  const head = ({ disclaimer, license }: Partial<DayRates>): Json => ({
    disclaimer,
    license,
    start_date: start,
    end_date: end,
    ...side,
    rates: {},
  });
  return {
    day: (day) => whole.add(head(day), day.day, objectOf(day)),
    end: () => whole.end(head({})),
  };
}

export const jsonOfPeriods: PeriodFormat = ({ kind: { every, take }, symbols, ...document }) => {
  const { add, end } = growing();
  const head = { every, take, ...sideOf(document), periods: {} };
  return {
    period: (figures) =>
      add(head, figures.period.name, prettyJson(figuresIn(figures, take, symbols), '    ')),
    end: () => end(head),
  };
};

const figuresIn = (
  { pairs, refused, of }: PeriodRates,
  take: Take,
  symbols: readonly Code[] | undefined,
) => ({
  days: daysIn({ pairs, refused }, symbols),
  of,
  rates: ratesTaken(pairs, take),
  dates: take === 'mean' ? undefined : datesTaken(pairs, take),
});

/** Of one symbol a number, of several one for each. */
function daysIn(
  { pairs, refused }: Pick<PeriodRates, 'pairs' | 'refused'>,
  symbols: readonly Code[] | undefined,
): Json {
  const daysOf = (code: Code) => pairs.get(code)?.days ?? 0;
  const [first, ...others] = symbols ?? [];
  if (first && others.length === 0) return daysOf(first);
  const codes = (symbols ?? [...pairs.keys()]).filter((code) => !refused.has(code));
  return new Map(codes.map((code) => [code, daysOf(code)]));
}

/** An object whose last member is an object that grows; `head` is the whole with nothing in it. */
interface Growing {
  /** @param value as JSON */
  add(head: Json, name: string, value: string): string;
  end(head: Json): Iterable<string>;
}

function growing(): Growing {
  const opening = (head: Json) => prettyJson(head).slice(0, -'}\n}'.length);
  let before: string | undefined;
  return {
    add(head, name, value) {
      const text = `${before ?? opening(head)}\n    "${name}": ${value}`;
      before = ',';
      return text;
    },
    *end(head) {
      yield before ? '\n  }\n}\n' : `${opening(head)}}\n}\n`;
    },
  };
}

function dayText(shown: DayRates, indent = ''): string {
  const { disclaimer, license, timestamp, day, rates } = shown;
  return prettyJson({ disclaimer, license, timestamp, date: day, ...sideIn(shown), rates }, indent);
}

export const ndjson: Format = () => {
  const pair = (side: Side, code: Code) => {
    const [base, quote] = pairOf(side, code);
    return `,"base":"${base}","quote":"${quote}","rate":`;
  };
  const lines = rateTexts({ pair, rate: plain, end: '}\n' });
  return { day: (shown) => lines(shown, `{"date":"${shown.day}"`), *end() {} };
};

export const ndjsonOfPeriods: PeriodFormat = ({ kind, ...document }) => ({
  period({ period, pairs, of }) {
    let text = '';
    for (const [code, figures] of pairs) {
      const [base, quote] = pairOf(sideOf(document), code);
      const { rate, date } = figures[kind.take];
      const day = date ? `"${date}"` : 'null';
      const pair = `"period":"${period.name}","base":"${base}","quote":"${quote}"`;
      text += `{${pair},"rate":${plain(rate)},"date":${day},"days":${figures.days},"of":${of}}\n`;
    }
    return text;
  },
  *end() {},
});

export function jsonOfRecords<Item>({ columns, items, json }: Records<Item>): string {
  if (json) return json();
  const all = items.map((item) => membersOf(columns, item));
  return `${prettyJson(all)}\n`;
}

export function ndjsonOfRecords<Item>({ columns, items }: Records<Item>): string {
  return items.map((item) => `${jsonText(membersOf(columns, item))}\n`).join('');
}

function membersOf<Item>(
  columns: readonly Column<Item>[],
  item: Item,
): ReadonlyMap<string, Json | undefined> {
  return new Map(columns.map((column) => [column.name, memberOf(column, item)]));
}

function memberOf<Item>({ kind, of, json }: Column<Item>, item: Item): Json | undefined {
  if (json) return json(item);
  const value = of(item);
  if (value === undefined) return null;
  const isDecimal = kind === 'number' && typeof value === 'string';
  return isDecimal ? new ExactNumber(value) : value;
}
