import { resolve } from 'node:path';
import { checked, type Finding } from '../../annotate/check.ts';
import { columnsInWords } from '../../annotate/columns.ts';
import { RowReport } from '../../annotate/report.ts';
import type { Table } from '../../annotate/table.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { normalName } from '../../input/csv/header.ts';
import { isStdout } from '../../output/output.ts';
import type { Column } from '../../output/records.ts';
import { type RateRule, rateRuleNames } from '../../rates/rules.ts';
import { isTerminal } from '../../run/host.ts';
import { printing, printRecords } from '../../run/output.ts';
import { printPlan } from '../../run/print-plan.ts';
import { count, grouped } from '../../words.ts';
import { addedNames, addedTo, noteHeader, prepare, type Request, receiptNames, tableOf } from './annotate.ts';

/** More could not be kept in memory, and nobody would read them. */
const mostFindings = 20_000;

const findingColumns: readonly Column<Finding>[] = [
  { name: 'line', kind: 'integer', of: ({ line }) => line },
  { name: 'column', kind: 'text', of: ({ column }) => column },
  { name: 'is', kind: 'text', of: ({ is }) => is },
  { name: 'should_be', kind: 'text', of: ({ shouldBe }) => shouldBe },
];

/** Works an annotated file out again, and lists the cells that no longer hold. */
export async function checkFile(request: Request): Promise<ExitCode> {
  const { input, path, given, run } = request;
  const { output } = given;
  const { reporter } = run;
  if (!isStdout(output) && resolve(output) === resolve(path))
    throw new Failure(
      'options_conflict',
      '--check writes nothing to the file that it checks',
      'another file for --output',
    );
  const usual = isTerminal(output, run) ? 'table' : 'csv';
  const to = printing({ ...given, header: true, pager: true }, usual, run);

  const table = await tableOf(request);
  if (table.counted === 'row') noteHeader(table, reporter);
  const { names, columns, hasReceipts } = addedIn(table, request);
  const rule = hasReceipts ? await ruleIn(table, columns[ruleAt] ?? 0, given.rate) : given.rate;
  const prepared = await prepare(table, request, rule);
  if (given.dryRun) return printPlan(prepared.plan, {}, run);

  return prepared.withRates(async (receiptOf) => {
    const report = new RowReport('that cannot be worked out', table.counted, prepared.own);
    const added = addedTo(table, request, prepared, {
      names,
      report,
      receiptOf: hasReceipts ? receiptOf : undefined,
    });
    const items: Finding[] = [];
    let found = 0;
    let rows = 0;
    for await (const findings of checked(table, { ...added, columns })) {
      rows++;
      found += findings.length;
      items.push(...findings.slice(0, mostFindings - items.length));
    }
    await input.checkUnchanged();
    await printRecords({ columns: findingColumns, items }, to, run);

    const verb = found === 1 ? 'holds' : 'hold';
    const result = found > 0 ? `${count(found, 'cell')} no longer ${verb}` : 'all of them hold';
    reporter.note(`${count(rows, 'row')} worked out again, ${result}`);
    if (found > items.length) reporter.note(`the first ${grouped(items.length)} are listed`);
    return () => report.print(reporter) || (found > 0 ? exit.partial : exit.ok);
  });
}

/** The place of the rule among the added columns. */
const ruleAt = 3;

interface AddedColumns {
  readonly names: readonly string[];
  readonly columns: readonly number[];
  readonly hasReceipts: boolean;
}

/** The columns that the same options would add; receipts where the file has all of them. */
function addedIn({ header, hasHeader }: Table, request: Request): AddedColumns {
  const isThere = (name: string) => header.names.includes(normalName(name));
  const receipt = receiptNames(request);
  const [plain, ofEarlier, whole] = [[], receipt.filter((name) => name !== 'of'), receipt].map((names) =>
    addedNames(header, request, names),
  );
  const { receipts = false } = request.given;
  if (!hasHeader) {
    // the last ones
    const names = (receipts ? whole : plain) ?? [];
    const first = header.names.length - names.length;
    return { names, columns: names.map((_, at) => first + at), hasReceipts: receipts };
  }
  const found = [whole, ofEarlier].find((names) => names?.every(isThere));
  const names = found ?? (receipts ? whole : plain) ?? [];
  const missing = names.find((name) => !isThere(name));
  if (missing !== undefined)
    throw new Failure(
      'no_column',
      `there is no column ${JSON.stringify(missing)}: the file was not annotated with these options`,
      columnsInWords(header.names),
    );
  const columns = names.map((name) => header.names.indexOf(normalName(name)));
  return { names, columns, hasReceipts: receipts || found !== undefined };
}

/** The first rule in that column; where it is `day`, and no other is asked for, the default. */
async function ruleIn(
  table: Table,
  column: number,
  asked: RateRule | undefined,
): Promise<RateRule | undefined> {
  const found = new Set<RateRule>();
  for await (const rows of table.rows()) {
    for (const { cells } of rows) {
      const written = table.textOf(cells[column] ?? '').trim();
      const rule = rateRuleNames.find((name) => name === written);
      if (rule) found.add(rule);
    }
  }
  const [first] = found;
  if (!found.has('day')) return first ?? asked;
  // the default leads to both
  return found.has('last-published') || asked !== 'day' ? undefined : 'day';
}
