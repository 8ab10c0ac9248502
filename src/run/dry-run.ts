import { type ExitCode, exit } from '../errors.ts';
import type { Plan, PlannedRequest } from '../fetch/plan.ts';
import { grouped } from '../grouped.ts';
import type { Column } from '../output/records/records.ts';
import { jsonText } from '../rates/json.ts';
import { costLine } from '../report/cost.ts';
import type { Cli } from './host.ts';
import { printRecords } from './records.ts';

interface DryRunOptions {
  /** Any of the command. */
  readonly format?: string | undefined;
  readonly header?: boolean | undefined;
}

const columns: readonly Column<PlannedRequest>[] = [
  { name: 'endpoint', kind: 'text', of: ({ endpoint }) => endpoint },
  { name: 'start', kind: 'date', of: ({ run }) => run.first },
  { name: 'end', kind: 'date', of: ({ run }) => run.last },
  { name: 'cost', kind: 'integer', of: ({ run }) => run.length },
];

/** Says what the plan would cost. */
export async function printPlan(plan: Plan, given: DryRunOptions, cli: Cli): Promise<ExitCode> {
  cli.reporter.note(costLine(plan));
  await printRequests(plan, given, cli);
  return exit.ok;
}

/** As text on stdout, whatever else the run would write, and wherever. */
export async function printRequests(
  { days, held, cost, units }: Plan,
  { format, header }: DryRunOptions,
  cli: Cli,
): Promise<void> {
  const items = units.flatMap(({ requests }) => requests);
  const requests = items.map((item) => Object.fromEntries(columns.map(({ name, of }) => [name, of(item)])));
  const records = {
    columns,
    items,
    foot: ['total', '', '', grouped(cost)],
    json: () => `${jsonText({ days, held, fetch: cost, cost, requests }, false)}\n`,
  };
  const isText = format === 'json' || format === 'csv' || format === 'tsv' || format === 'ndjson';
  await printRecords(records, { format: isText ? format : 'table', header }, cli);
}
