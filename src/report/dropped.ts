import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { count, grouped, printable } from '../words.ts';
import type { Reporter } from './reporter.ts';

/** Codes whose rates cannot be used, by the days on which they came. */
export class Dropped {
  readonly #days = new Map<string, Day[]>();

  add({ day, dropped = [] }: Pick<DayRates, 'day' | 'dropped'>): void {
    for (const code of dropped) {
      const days = this.#days.get(code);
      if (days) days.push(day);
      else this.#days.set(code, [day]);
    }
  }

  /** One line for all codes that lack a rate on the same days; an answer may have nothing else. */
  *lines(): Generator<string> {
    const groups = new Map<string, { codes: string[]; days: readonly Day[] }>();
    for (const [code, days] of this.#days) {
      const key = days.join();
      const group = groups.get(key) ?? { codes: [], days };
      group.codes.push(code);
      groups.set(key, group);
    }

    const all = [...groups.values()];
    for (const { codes, days } of all.slice(0, mostLines))
      yield `${leftOut(codes.length * days.length)}: ${codesInWords(codes)} on ${daysInWords(days)}`;

    const others = all.slice(mostLines);
    const codes = others.reduce((sum, { codes }) => sum + codes.length, 0);
    const rates = others.reduce((sum, { codes, days }) => sum + codes.length * days.length, 0);
    if (rates > 0) yield `${leftOut(rates)}, of ${count(codes, 'more code')}`;
  }
}

const leftOut = (rates: number) => `${count(rates, 'unusable rate')} left out`;

export function tellDropped(days: Iterable<DayRates>, reporter: Pick<Reporter, 'problem'>): void {
  const dropped = new Dropped();
  for (const day of days) dropped.add(day);
  for (const problem of dropped.lines()) reporter.problem(problem);
}

const mostLines = 20;

const mostCodes = 200;

export function codesInWords(codes: readonly string[]): string {
  const words = codes.slice(0, mostCodes).map(printable);
  if (codes.length > mostCodes) words.push(`and ${grouped(codes.length - mostCodes)} more`);
  return words.join(', ');
}
