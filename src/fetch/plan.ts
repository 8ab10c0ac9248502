import type { Day } from '../calendar/day.ts';
import { monthRunsOf, type Run, runsOf } from '../calendar/runs.ts';
import type { Ask } from '../service/ask.ts';

/** What a run will ask for, and what that costs in requests. */
export interface Plan {
  readonly days: number;
  readonly held: number;
  readonly cost: number;
  readonly requests: readonly PlannedRequest[];
}

export interface PlannedRequest {
  readonly endpoint: Ask['endpoint'];
  readonly run: Run;
}

/** The requests that bring exactly these days (ascending, each once). */
export function planOf(days: readonly Day[], endpoint: Ask['endpoint']): Plan {
  const runs = endpoint === 'time-series' ? monthRunsOf(days) : runsOf(days, () => false);
  return { days: days.length, held: 0, cost: days.length, requests: runs.map((run) => ({ endpoint, run })) };
}

/** `31 days: 12 held, 19 to fetch, cost 19 requests` */
export function costLine({ days, held, cost }: Plan): string {
  return `${count(days, 'day')}: ${held} held, ${days - held} to fetch, cost ${count(cost, 'request')}`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
