import type { Plan } from '../fetch/plan.ts';
import { columns } from './columns.ts';

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
