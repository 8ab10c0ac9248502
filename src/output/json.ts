import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { ShownRates } from '../rates/day-rates.ts';
import { jsonText } from '../rates/json.ts';
import type { Document, Format, Formatter } from './format.ts';

export const json: Format = ({ kind, base, inverted }: Document) => {
  if (kind.of === 'series') return seriesOf(kind.start, kind.end, inverted ? { quote: base } : { base });
  return kind.several ? severalDays() : oneDay();
};

function oneDay(): Formatter {
  // a gap is written as null, because empty output is not JSON and would break `jq .rates.EUR`
  let empty = true;
  return {
    day(day) {
      empty = false;
      return `${dayText(day)}\n`;
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
      const text = before + indented(dayText(day), '  ');
      before = ',\n  ';
      end = '\n]\n';
      return text;
    },
    *end() {
      yield end;
    },
  };
}

function seriesOf(start: Day, end: Day, side: { base: Code } | { quote: Code }): Formatter {
  const opening = (first?: ShownRates) => {
    const { disclaimer, license } = first ?? {};
    const bare = { disclaimer, license, start_date: start, end_date: end, ...side, rates: {} };
    return jsonText(bare, true).slice(0, -'}\n}'.length);
  };
  let before: string | undefined;
  return {
    day(day) {
      const text = `${before ?? opening(day)}\n    "${day.day}": ${indented(jsonText(day.rates, true), '    ')}`;
      before = ',';
      return text;
    },
    *end() {
      yield before ? '\n  }\n}\n' : `${opening()}}\n}\n`;
    },
  };
}

/** Adds the date to the service's shape. */
function dayText(shown: ShownRates): string {
  const { disclaimer, license, timestamp, day, rates } = shown;
  const side = 'base' in shown ? { base: shown.base } : { quote: shown.quote };
  return jsonText({ disclaimer, license, timestamp, date: day, ...side, rates }, true);
}

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
