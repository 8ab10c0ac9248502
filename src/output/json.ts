import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import type { Document, Format, Formatter } from './format.ts';

/** The service's own shapes, readable: a day, an array of days, or a series. */
export const json: Format = ({ kind, base }: Document) => {
  if (kind.of === 'series') return seriesOf(kind.start, kind.end, base);
  return kind.several ? severalDays() : oneDay();
};

function oneDay(): Formatter {
  // A day that is not to be had is still a document: `jq .rates.EUR` says null, where no text at all would be no JSON.
  let empty = true;
  return {
    day(day) {
      empty = false;
      return `${dayText(day, '')}\n`;
    },
    *end() {
      if (empty) yield 'null\n';
    },
  };
}

function severalDays(): Formatter {
  let before = '[\n  ';
  let end = '[]\n';
  return {
    day(day) {
      const text = before + dayText(day, '  ');
      before = ',\n  ';
      end = '\n]\n';
      return text;
    },
    *end() {
      yield end;
    },
  };
}

function seriesOf(start: Day, end: Day, base: Code): Formatter {
  const opening = (first?: DayRates) => {
    const head = members([
      ['disclaimer', first?.disclaimer],
      ['license', first?.license],
      ['start_date', start],
      ['end_date', end],
      ['base', base],
    ]);
    return `{\n  ${head.join(',\n  ')},\n  "rates": {`;
  };
  let before: string | undefined;
  return {
    day(day) {
      const text = `${before ?? opening(day)}\n    "${day.day}": ${ratesText(day, '    ')}`;
      before = ',';
      return text;
    },
    *end() {
      yield before ? '\n  }\n}\n' : `${opening()}}\n}\n`;
    },
  };
}

function dayText(day: DayRates, indent: string): string {
  const head = members([
    ['disclaimer', day.disclaimer],
    ['license', day.license],
    ['timestamp', day.timestamp],
    ['date', day.day],
    ['base', day.base],
  ]);
  return objectText([...head, `"rates": ${ratesText(day, `${indent}  `)}`], indent);
}

function ratesText({ rates }: DayRates, indent: string): string {
  return objectText(
    Array.from(rates, ([code, rate]) => `"${code}": ${plain(rate)}`),
    indent,
  );
}

/** Those members that are known, as text. */
function members(all: readonly (readonly [name: string, value: string | number | undefined])[]): string[] {
  return all.flatMap(([name, value]) => (value === undefined ? [] : [`"${name}": ${JSON.stringify(value)}`]));
}

function objectText(parts: readonly string[], indent: string): string {
  return parts.length ? `{\n${indent}  ${parts.join(`,\n${indent}  `)}\n${indent}}` : '{}';
}
