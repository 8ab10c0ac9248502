import { type Day, eachDay, monthOf } from '../calendar/day.ts';
import type { Request } from '../sources/source.ts';
import type { Unit } from './plan.ts';

export interface Part {
  readonly requests: readonly Request[];
  /** In an order in which no two processes can wait for each other. */
  readonly claims: readonly string[];
  readonly running: readonly Day[];
}

/** A finished day is fetched under the claim of its month, a running one under its own: who waits for it waits for little. */
export function partsOf({ requests }: Unit, isFinished: (day: Day) => boolean): Part[] {
  const partOf = (some: readonly Request[]): Part => {
    const days = some.flatMap(({ run }) => [...eachDay(run.first, run.last)]);
    const claims = new Set(days.map((day) => (isFinished(day) ? monthOf(day) : day)));
    return { requests: some, claims: [...claims].sort(), running: days.filter((day) => !isFinished(day)) };
  };
  const running = requests.filter(({ run }) => !isFinished(run.last));
  const finished = requests.filter((request) => !running.includes(request));
  return [partOf(finished), ...(running.length > 0 ? [partOf(running)] : [])];
}
