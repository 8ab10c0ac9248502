import { Chalk } from 'chalk';
import { monthOf } from '../../calendar/day.ts';
import type { Code } from '../../rates/code.ts';
import { alternativeNames, currencyNames } from '../../rates/currencies.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { plain } from '../../rates/decimal.ts';
import type { Document, Formatter } from '../format.ts';
import { PointColumn } from './point-column.ts';

const gap = '  ';
const shortestName = 4;

/** One line per rate. Laid out month by month: little memory, and widths that rarely change. */
export function longTable({ kind, base, width, color }: Document): Formatter {
  const { dim } = new Chalk({ level: color ? 1 : 0 });
  const dated = kind.of === 'series' || kind.several;
  const rateColumn = new PointColumn();
  let codeWidth = 0;
  let headed = false;
  let month: DayRates[] = [];

  function heading(first: DayRates): string {
    headed = true;
    return `${dim(dated ? `date        1 ${base} =` : `${first.day}, 1 ${base} =`)}\n`;
  }

  function line(day: DayRates, code: Code, rate: number): string {
    const start = (dated ? day.day + gap : '') + rateColumn.align(plain(rate)) + gap + code.padEnd(codeWidth);
    const name = shorten(nameOf(code), width - start.length - gap.length);
    return `${(start + gap + name).trimEnd()}\n`;
  }

  function layOut(): string {
    const days = month;
    month = [];
    for (const { rates } of days) {
      for (const [code, rate] of rates) {
        rateColumn.widen(plain(rate));
        codeWidth = Math.max(codeWidth, code.length);
      }
    }
    let text = '';
    for (const day of days) {
      if (day.rates.size > 0 && !headed) text += heading(day);
      for (const [code, rate] of day.rates) text += line(day, code, rate);
    }
    return text;
  }

  return {
    day(day) {
      const [first] = month;
      const text = first && monthOf(first.day) !== monthOf(day.day) ? layOut() : '';
      month.push(day);
      return text;
    },
    *end() {
      yield layOut();
    },
  };
}

function shorten(name: string, room: number): string {
  if (name.length <= room) return name;
  return room < shortestName ? '' : `${name.slice(0, room - 1).trimEnd()}…`;
}

const nameOf = (code: Code) => currencyNames.get(code) ?? alternativeNames.get(code) ?? '';
