import type { Plan } from '../fetch/plan.ts';
import { grouped } from '../grouped.ts';
import type { Ledger } from '../sources/oxr/ledger.ts';
import { columns, count } from './words.ts';

/** `31 days: 12 held, 19 to fetch, cost 19 requests, 412 left` */
export function costLine({ days, countHeld, cost }: Plan, left?: number): string {
  const line = `${count(days, 'day')}: ${grouped(countHeld())} held, ${grouped(cost)} to fetch, cost ${count(cost, 'request')}`;
  return left === undefined ? line : `${line}, ${grouped(left)} left`;
}

export function dryRunText({ days, countHeld, cost, units }: Plan, format: string | undefined): string {
  const requests = units.flatMap((unit) => unit.requests);
  const rows = requests.map(({ endpoint, run }) => ({
    endpoint,
    start: run.first,
    end: run.last,
    cost: run.length,
  }));
  const held = countHeld();
  if (format === 'json') return `${JSON.stringify({ days, held, fetch: cost, cost, requests: rows })}\n`;
  const lines = rows.map((row) => [row.endpoint, row.start, row.end, grouped(row.cost)]);
  return columns([['endpoint', 'start', 'end', 'cost'], ...lines, ['total', '', '', grouped(cost)]], [3]);
}

/** `cost 31 to 62 requests (one answer of 31 days was lost)`; undefined if no answer was lost. */
export function spentLine({ charged, lost, lostAnswers }: Ledger): string | undefined {
  if (lostAnswers === 0) return undefined;
  const days = count(lost, 'day');
  const what =
    lostAnswers === 1 ? `one answer of ${days} was` : `${count(lostAnswers, 'answer')} of ${days} were`;
  return `cost ${grouped(charged)} to ${grouped(charged + lost)} requests (${what} lost)`;
}
