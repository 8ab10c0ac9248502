import { setImmediate as letOthersRun } from 'node:timers/promises';
import { Check } from '../../checks/check.ts';
import { leastStale } from '../../checks/standstill.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { RecordsFormat } from '../../output/records.ts';
import type { Cli } from '../../run/host.ts';
import type { Output } from '../../run/output.ts';
import { printing, printRecords } from '../../run/records.ts';
import { startRun } from '../../run/run.ts';
import { openStore } from '../../run/store.ts';
import { count } from '../../words.ts';
import { findingColumns } from './findings.ts';

interface Checking {
  /** In percent. */
  readonly threshold: number;
  readonly alternative: boolean;
  readonly demo: boolean;
  readonly output: Output<RecordsFormat>;
}

/** `ratebook store check` */
export async function storeCheck(
  { threshold, alternative, demo, output }: Checking,
  cli: Cli,
): Promise<ExitCode> {
  const to = printing(output, 'table', cli);
  const run = startRun(cli, { demo });
  const { host, reporter } = run;
  const store = openStore(run, alternative);
  const check = new Check(threshold / 100);
  let days = 0;
  for (const day of await store.days()) {
    await letOthersRun();
    host.signal.throwIfAborted();
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
