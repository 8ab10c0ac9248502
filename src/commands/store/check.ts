import { Check } from '../../checks/check.ts';
import type { Finding } from '../../checks/finding.ts';
import { leastStale } from '../../checks/standstill.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Column } from '../../output/columns.ts';
import { plain } from '../../rates/decimal.ts';
import type { Cli } from '../../run/host.ts';
import { inTurn } from '../../run/in-turn.ts';
import type { Listing } from '../../run/output.ts';
import { printing, printRecords } from '../../run/records.ts';
import { openStore, startRun } from '../../run/run.ts';
import { count } from '../../words.ts';

/** @param threshold in percent */
export async function storeCheck(
  threshold: number,
  { alternative, demo, output }: Listing,
  cli: Cli,
): Promise<ExitCode> {
  const to = printing(output, 'table', cli);
  const run = startRun(cli, { demo });
  const { reporter } = run;
  const store = openStore(run, alternative);
  const check = new Check(threshold / 100);
  let days = 0;
  for await (const day of inTurn('checking', await store.days(), cli)) {
    const held = store.read(day);
    if (!held) continue;
    check.add(held);
    days++;
  }
  const findings = check.end();
  await printRecords({ columns: findingColumns, items: findings, headless: true }, to, cli);
  reporter.note(
    `${count(days, 'day')} checked, ${count(findings.length, 'finding')}; jumps from ${threshold}%, standstill from ${count(leastStale, 'weekday')}`,
  );
  return findings.length > 0 ? exit.partial : exit.ok;
}

const findingColumns: readonly Column<Finding>[] = [
  { name: 'kind', kind: 'text', of: ({ kind }) => kind },
  { name: 'code', kind: 'text', of: ({ codes }) => codes.join(' '), table: { text: codesOf } },
  {
    name: 'start',
    kind: 'date',
    of: ({ start }) => start,
    table: { text: ({ start, end }) => (start === end ? start : `${start} to ${end}`) },
  },
  { name: 'end', kind: 'date', of: ({ end }) => end, table: false },
  {
    name: 'figures',
    kind: 'text',
    of: ({ figures }) => figures.map(plain).join(' '),
    json: ({ figures }) => figures,
    table: { text: figuresOf },
  },
];

/** Of a table; other formats have all. */
const mostCodes = 3;

function codesOf({ codes }: Finding): string {
  const named = codes.slice(0, mostCodes).join(', ');
  return codes.length > mostCodes ? `${named} and ${codes.length - mostCodes} more` : named;
}

function figuresOf({ kind, figures: [first = 0, second = 0] }: Finding): string {
  if (kind === 'vanished') return count(first, 'day');
  if (kind === 'stale') return `${plain(first)} on ${count(second, 'weekday')}`;
  return `${plain(first)}, then ${plain(second)}`;
}
