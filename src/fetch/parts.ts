import { type Day, eachDay, monthOf } from '../calendar/day.ts';
import type { Request } from '../sources/source.ts';
import type { Unit } from './plan.ts';

export type Part = ReturnType<typeof partsOf>[number];

/** A finished day is fetched under the claim of its month, a running one under its own: who waits for it waits for little. */
export function partsOf({ requests }: Unit, isFinished: (day: Day) => boolean) {
  const partOf = (some: readonly Request[]) => {
    const days = some.flatMap(({ run }) => [...eachDay(run.first, run.last)]);
    const claims = new Set(days.map((day) => (isFinished(day) ? monthOf(day) : day)));
    // sorted, so that no two processes can wait for each other
    return { requests: some, claims: [...claims].sort(), running: days.filter((day) => !isFinished(day)) };
  };
  const running = requests.filter(({ run }) => !isFinished(run.last));
  const finished = requests.filter((request) => !running.includes(request));
  return [partOf(finished), ...(running.length > 0 ? [partOf(running)] : [])];
}
