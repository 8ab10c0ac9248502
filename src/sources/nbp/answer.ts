import { type Day, parseDay } from '../../calendar/day.ts';
import type { DayRun } from '../../calendar/runs.ts';
import { type Code, isCode } from '../../currencies/code.ts';
import { isObject, parseJson } from '../../json.ts';
import { type DayRates, isRate } from '../../rates/day-rates.ts';
import { NoAnswer } from '../http/no-answer.ts';
import { zloty } from './bank.ts';

/** The tables of a run of days, by day. @throws NoAnswer if it is no answer about them, or not all of one */
export function tablesInAnswer(body: Buffer, { first, last }: DayRun): ReadonlyMap<Day, DayRates> {
  const json = parseJson(body.toString());
  if (!Array.isArray(json)) throw unusable(`it is ${json === undefined ? 'not JSON' : 'no list of tables'}`);

  const tables = new Map<Day, DayRates>();
  for (const each of json) {
    const table = tableOf(each);
    const { day } = table;
    if (day < first || day > last) throw unusable(`it has a table of ${day}, which was not asked for`);
    if (tables.has(day)) throw unusable(`it has two tables of ${day}`);
    tables.set(day, table);
  }
  return tables;
}

const unusable = (reason: string) => new NoAnswer(`unusable answer: ${reason}`, { lost: true });

function tableOf(json: unknown): DayRates {
  if (!isObject(json) || !Array.isArray(json.rates)) throw unusable('it has something else than tables');
  const { table, no, effectiveDate, rates } = json;
  if (table !== 'A') throw unusable('it has another table than A');
  const day = typeof effectiveDate === 'string' ? parseDay(effectiveDate) : undefined;
  if (!day) throw unusable('a table has no day');
  if (typeof no !== 'string' || !numberForm.test(no)) throw unusable(`the table of ${day} has no number`);

  const { found, dropped } = figuresIn(rates);
  if (found.length + dropped.length === 0) throw unusable(`the table of ${day} has no readable rate`);
  return {
    day,
    quote: zloty,
    rates: new Map(found.sort(([a], [b]) => (a < b ? -1 : 1))),
    dropped: dropped.length > 0 ? dropped.sort() : undefined,
    table: no,
    isFinal: true,
  };
}

/** `041/A/NBP/2026` */
const numberForm = /^\d{1,4}\/A\/NBP\/\d{4}$/;

/** A code that has no positive figure, or two, is dropped. */
function figuresIn(lines: readonly unknown[]) {
  const figures = new Map<string, number>();
  for (const line of lines) {
    const { code, mid } = isObject(line) ? line : {};
    if (typeof code !== 'string') throw unusable('a line of a table has no code');
    const rate = isCode(code) && isRate(mid) ? mid : Number.NaN;
    const isSame = (figures.get(code) ?? rate) === rate;
    figures.set(code, isSame ? rate : Number.NaN);
  }

  const isRead = ([, rate]: readonly [string, number]) => Number.isFinite(rate);
  const all = [...figures];
  return {
    found: all.filter(isRead) as [Code, number][],
    dropped: all.filter((each) => !isRead(each)).map(([code]) => code),
  };
}
