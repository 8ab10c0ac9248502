import { type ExitCode, exit } from '../errors.ts';
import type { Plan, PlannedRequest } from '../fetch/plan.ts';
import type { Column } from '../output/records.ts';
import { jsonText } from '../rates/json.ts';
import { costLine } from '../report/cost.ts';
import { grouped } from '../words.ts';
import type { Cli } from './host.ts';
import { printRecords } from './records.ts';

const columns: readonly Column<PlannedRequest>[] = [
  { name: 'endpoint', kind: 'text', of: ({ endpoint }) => endpoint },
  { name: 'start', kind: 'date', of: ({ run }) => run.first },
  { name: 'end', kind: 'date', of: ({ run }) => run.last },
  { name: 'cost', kind: 'integer', of: ({ cost }) => cost },
];

/** Says what the plan would cost. */
export async function printPlan(
  plan: Plan,
  { format, header = true }: { readonly format?: string | undefined; readonly header?: boolean },
  cli: Cli,
): Promise<ExitCode> {
  cli.reporter.note(costLine(plan));
  await printRequests(plan, format, header, cli);
  return exit.ok;
}

/** As text on stdout, whatever else the run would write, and wherever. */
export async function printRequests(
  { days, countHeld, missing, cost, units }: Plan,
  format: string | undefined,
  header: boolean,
  cli: Cli,
): Promise<void> {
  const items = units.flatMap(({ requests }) => requests);
  const requests = items.map((item) => Object.fromEntries(columns.map(({ name, of }) => [name, of(item)])));
  const records = {
    columns,
    items,
    foot: ['total', '', '', grouped(cost)],
    json: () => `${jsonText({ days, held: countHeld(), fetch: missing, cost, requests }, false)}\n`,
  };
  const isText = format === 'json' || format === 'csv' || format === 'tsv' || format === 'ndjson';
  const to = { path: undefined, header, decimal: undefined, pager: true };
  await printRecords(records, { ...to, format: isText ? format : 'table' }, cli);
}
