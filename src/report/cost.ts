import type { Ledger } from '../client/ledger.ts';
import { count, type Plan } from '../fetch/plan.ts';
import { columns } from './words.ts';

/** The requests that a run would make, as one JSON document or as a table for people. */
export function dryRunText({ days, held, cost, units }: Plan, format: string | undefined): string {
  const requests = units.flatMap((unit) => unit.requests);
  const rows = requests.map(({ endpoint, run }) => ({
    endpoint,
    start: run.first,
    end: run.last,
    cost: run.length,
  }));
  if (format === 'json') return `${JSON.stringify({ days, held, fetch: cost, cost, requests: rows })}\n`;
  const lines = rows.map((row) => [row.endpoint, row.start, row.end, `${row.cost}`]);
  return columns([['endpoint', 'start', 'end', 'cost'], ...lines, ['total', '', '', `${cost}`]], [3]);
}

/** `cost 31 to 62 requests (one answer of 31 days was lost)` */
export function spentLine({ charged, lost, lostAnswers }: Ledger): string {
  const days = count(lost, 'day');
  const what = lostAnswers === 1 ? `one answer of ${days} was` : `${lostAnswers} answers of ${days} were`;
  return `cost ${charged} to ${charged + lost} requests (${what} lost)`;
}
