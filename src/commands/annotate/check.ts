import { resolve } from 'node:path';
import { checked, type Finding } from '../../annotate/check.ts';
import { columnsInWords } from '../../annotate/columns.ts';
import { columnsOf } from '../../annotate/entry.ts';
import type { Table, TableRow } from '../../annotate/table.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { normalName } from '../../input/csv/header.ts';
import { meaningOf } from '../../input/csv/text.ts';
import { isStdout } from '../../output/output.ts';
import type { Column } from '../../output/records.ts';
import { type RateRule, rateRuleNames } from '../../rates/rules.ts';
import { isTerminal } from '../../run/host.ts';
import { printing, printRecords } from '../../run/output.ts';
import { printPlan } from '../../run/print-plan.ts';
import { count, grouped } from '../../words.ts';
import { addedNames, receiptOfRun } from './added-names.ts';
import { LeftRows } from './left-rows.ts';
import { type Asked, prepare } from './prepare.ts';
import { tableOf, tellHeader } from './table.ts';

/** More could not be kept in memory, and nobody would read them. */
const mostFindings = 20_000;

/** Works an annotated file out again, and lists the cells that no longer hold. */
export async function checkFile(asked: Asked): Promise<ExitCode> {
  const { input, path, given, run } = asked;
  const { output, digits, decimal } = given;
  const { reporter } = run;
  if (!isStdout(output) && resolve(output) === resolve(path))
    throw new Failure(
      'options_conflict',
      '--check writes nothing to the file that it checks',
      'another file for --output',
    );
  const to = printing(
    { ...given, header: true, pager: true },
    isTerminal(output, run) ? 'table' : 'csv',
    run,
  );

  const table = await tableOf(asked);
  if (table.counted === 'row') tellHeader(table, reporter);
  const { names, added, hasReceipts } = addedIn(table, asked);
  const columns = [...new Set([...columnsOf(table.header), ...added])];
  const places = added.map((column) => columns.indexOf(column));
  const isMeant = ({ cells }: TableRow) => places.some((place) => cells[place]?.trim());
  const rule = hasReceipts ? await ruleIn(table, added[ruleAt] ?? 0, given.rate) : given.rate;

  const prepared = await prepare(table, asked, { rule, some: { columns, isMeant } });
  const { reader, survey, rates, plan, own } = prepared;
  if (given.dryRun) return printPlan(plan, {}, run);

  return prepared.withRates(async (receipts) => {
    const left = new LeftRows('that cannot be worked out', table.counted, own);
    const findings: Finding[] = [];
    let found = 0;
    let rows = 0;
    const receiptOf = hasReceipts ? receipts : undefined;
    const onTrouble = left.add.bind(left);
    const perTarget = names.length / table.header.sums.length / table.header.to.length;
    const checking = {
      names,
      columns,
      added,
      perTarget,
      reader,
      survey,
      rates,
      digits,
      decimal,
      receiptOf,
      onTrouble,
    };
    for await (const some of checked(table, checking)) {
      rows += some.rows;
      found += some.findings.length;
      findings.push(...some.findings.slice(0, mostFindings - findings.length));
    }
    await input.checkUnchanged();
    await printRecords({ columns: findingColumns, items: findings }, to, run);

    reporter.note(`${count(rows, 'row')} worked out again, ${foundInWords(found)}`);
    if (found > findings.length) reporter.note(`the first ${grouped(findings.length)} are listed`);
    return () => left.tell(reporter) || (found > 0 ? exit.partial : exit.ok);
  });
}

const foundInWords = (found: number) =>
  found > 0 ? `${count(found, 'cell')} no longer ${found === 1 ? 'holds' : 'hold'}` : 'all of them hold';

const findingColumns: readonly Column<Finding>[] = [
  { name: 'line', kind: 'integer', of: ({ line }) => line },
  { name: 'column', kind: 'text', of: ({ column }) => column },
  { name: 'is', kind: 'text', of: ({ is }) => is },
  { name: 'should_be', kind: 'text', of: ({ shouldBe }) => shouldBe },
];

/** That of the rule among the added columns. */
const ruleAt = 3;

interface AddedColumns {
  readonly names: readonly string[];
  readonly added: readonly number[];
  readonly hasReceipts: boolean;
}

/** The columns that the same options would add; receipts where the file has all of them. */
function addedIn({ header }: Table, { given, run }: Asked): AddedColumns {
  const isThere = (name: string) => header.names.includes(normalName(name));
  const receipt = receiptOfRun(given, run);
  const whole = addedNames(header, given, receipt);
  // files of earlier versions lack `of`
  const withoutOf = addedNames(header, given, { ...receipt, lacksOf: true });
  const withReceipts = !whole.every(isThere) && withoutOf.every(isThere) ? withoutOf : whole;
  const hasReceipts = given.receipts === true || withReceipts.every(isThere);
  const names = hasReceipts ? withReceipts : addedNames(header, given, undefined);

  const lacking = names.find((name) => !isThere(name));
  if (lacking !== undefined)
    throw new Failure(
      'no_column',
      `there is no column ${JSON.stringify(lacking)}: the file was not annotated with these options`,
      columnsInWords(header.names),
    );
  return { names, added: names.map((name) => header.names.indexOf(normalName(name))), hasReceipts };
}

/** The first rule in that column; where it is `day`, and no other is asked for, the default. */
async function ruleIn(
  table: Table,
  column: number,
  asked: RateRule | undefined,
): Promise<RateRule | undefined> {
  const found = new Set<RateRule>();
  for await (const rows of table.rows([column])) {
    for (const { cells } of rows) {
      const written = meaningOf(cells[0] ?? '').trim();
      const rule = rateRuleNames.find((name) => name === written);
      if (rule) found.add(rule);
    }
  }
  const [first] = found;
  if (!found.has('day')) return first ?? asked;
  // the default leads to both
  return found.has('last-published') || asked !== 'day' ? undefined : 'day';
}
