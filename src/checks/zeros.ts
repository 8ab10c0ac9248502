import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Finding } from './finding.ts';

interface Run {
  readonly start: Day;
  end: Day;
  days: number;
}

/**
 * Finds rates of 0, which older versions stored: of a code on stored days that follow one another, as one.
 */
export function zeros(found: (finding: Finding) => void) {
  const runs = new Map<string, Run>();

  /** @param dropped the codes whose stored rate is 0 */
  function add({ day, dropped = [] }: Pick<DayRates, 'day' | 'dropped'>): void {
    for (const code of runs.keys()) if (!dropped.includes(code)) end(code);
    for (const code of dropped) {
      const run = runs.get(code);
      if (!run) runs.set(code, { start: day, end: day, days: 1 });
      else Object.assign(run, { end: day, days: run.days + 1 });
    }
  }

  function end(code: string): void {
    const { start, end, days } = runs.get(code) as Run;
    runs.delete(code);
    found({ kind: 'zero', codes: [code as Code], start, end, figures: [0, days], size: days });
  }

  return { add, end: () => [...runs.keys()].forEach(end) };
}
