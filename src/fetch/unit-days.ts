import type { Day } from '../calendar/day.ts';
import type { DayOutcome } from '../sources/source.ts';
import type { Ready } from './library.ts';

/** Days of a unit that become known, in any order. */
export interface UnitDays {
  /** A day that has been handed over already stays as it was. @param surplus dates that were not asked for */
  know(outcomes: readonly DayOutcome[], surplus?: readonly string[], body?: Buffer): void;
  /** No more is known: the days that are left are not held. */
  end(): void;
}

/** Hands over the days of a unit in their order, each as soon as it and all before it are known. */
export function unitDays(days: readonly Day[], ready: Ready): UnitDays {
  const known = new Map<Day, DayOutcome>();
  /** The body of an answer, by the first of its days. */
  const bodies = new Map<Day, Buffer>();
  const left = [...days];

  function know(outcomes: readonly DayOutcome[], surplus: readonly string[] = [], body?: Buffer): void {
    const [first] = outcomes;
    if (first && body) bodies.set(first.day, body);
    for (const outcome of outcomes) known.set(outcome.day, outcome);

    const unknown = left.findIndex((day) => !known.has(day));
    const given = left.splice(0, unknown < 0 ? left.length : unknown);
    if (given.length === 0 && surplus.length === 0) return;
    ready({
      days: given.flatMap((day) => known.get(day) ?? []),
      surplus,
      bodies: given.flatMap((day) => bodies.get(day) ?? []),
    });
  }

  function end(): void {
    const unknown = left.filter((day) => !known.has(day));
    know(unknown.map((day) => ({ day, gap: 'not held' })));
  }

  return { know, end };
}
