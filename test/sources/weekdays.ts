import { vi } from 'vitest';
import { type Day, eachDay, isFinished, isWeekend, lastFinishedDay } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import type { Connection, Source } from '../../src/sources/source.ts';
import { sources } from '../../src/sources/table.ts';
import { runHere } from '../support/here.ts';
import { Machine, type Result } from '../support/ratebook.ts';
import { ratesIn } from '../support/rates.ts';
import { connectionTo, ScriptedService } from '../support/scripted-service.ts';

const euro = 'EUR' as Code;

/** 1 EUR is as many USD as it is the day of the month, and 100 times as many JPY. */
const inEuros = (day: Day) => ({ day, base: euro, rates: ratesIn({ EUR: 1, JPY: date(day) * 100, USD: date(day) }) });

const date = (day: Day) => Number(day.slice(8));

/** As small as a source can be: free, without a key, Monday to Friday. */
export const weekdays: Source<Connection> = {
  terms: 'none',
  name: 'Weekdays',
  folder: 'weekdays.example',
  pivot: { base: euro },
  calendar: { publishes: (day) => !isWeekend(day), due: lastFinishedDay, isFinal: isFinished },
  asks: { by: 'range', maxDays: 5 * 366 },
  newest: 'published',
  has: {},
  endpoints: 'days',
  updateEvery: () => 3_600_000,
  open: async () => connectionTo(inEurosOnly),
};

const inEurosOnly = new ScriptedService();
inEurosOnly.ask = async ({ run }) => {
  const days = [...eachDay(run.first, run.last)].filter((day) => !isWeekend(day)).map(inEuros);
  return { run, days, served: undefined };
};

/** A machine whose source it is, in the place of another in the table. */
export function machineOf(source: Source<Connection>, now: string) {
  vi.spyOn(sources.ecb, 'open').mockImplementation(() => source as never);
  const machine = new Machine({ RATEBOOK_SOURCE: 'ecb' });
  return { run: (...words: readonly string[]): Promise<Result> => runHere(machine, words, { now }) };
}
