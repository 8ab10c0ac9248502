import type { Plan } from '../fetch/plan.ts';

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
  const width = Math.max(4, String(cost).length);
  const lines = rows.map(
    (row) => `${row.endpoint.padEnd(11)}  ${row.start}  ${row.end}  ${String(row.cost).padStart(width)}`,
  );
  return [
    `${'endpoint'.padEnd(11)}  ${'start'.padEnd(10)}  ${'end'.padEnd(10)}  ${'cost'.padStart(width)}`,
    ...lines,
    `${'total'.padEnd(35)}  ${String(cost).padStart(width)}`,
    '',
  ].join('\n');
}
