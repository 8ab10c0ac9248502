import type { Day } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import type { Reporter } from '../cli/reporter.ts';
import { count } from '../fetch/plan.ts';
import type { Oddity } from '../service/answer.ts';
import { printable } from './printable.ts';

/** What answers brought beside what is right, in words. */
export class Oddities {
  /** The rates that are none, by code. */
  readonly #dropped = new Map<string, Day[]>();
  readonly #surplus: string[] = [];

  add(oddities: readonly Oddity[]): void {
    for (const oddity of oddities) {
      if (oddity.kind === 'surplus') this.#surplus.push(oddity.day);
      if (oddity.kind === 'dropped') listAt(this.#dropped, oddity.code).push(oddity.day);
    }
  }

  /** A line for all codes that have no rate on the same days. */
  *dropped(isMeant: (code: string) => boolean): Generator<string> {
    const codesOn = new Map<string, string[]>();
    for (const [code, days] of this.#dropped)
      if (isMeant(code)) listAt(codesOn, daysInWords(days)).push(printable(code));
    for (const [days, codes] of codesOn) yield `no usable rate of ${codes.join(', ')} on ${days}`;
  }

  *surplus(): Generator<string> {
    if (this.#surplus.length > 0)
      yield `left out ${count(this.#surplus.length, 'day')} that had not been asked for: ${quoted(this.#surplus)}`;
  }
}

/** Says what whole days had too much, and what they lack; true where they lack something. */
export function tellOddities(all: readonly Oddity[], reporter: Reporter): boolean {
  const oddities = new Oddities();
  oddities.add(all);
  for (const note of oddities.surplus()) reporter.note(note);
  const problems = [...oddities.dropped(() => true)];
  for (const problem of problems) reporter.problem(problem);
  return problems.length > 0;
}

function quoted(words: readonly string[]): string {
  const shown = words.slice(0, 5).map(printable);
  return shown.join(', ') + (words.length > shown.length ? ', …' : '');
}

function listAt<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
