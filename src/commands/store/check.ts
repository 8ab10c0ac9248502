import { setImmediate as letOthersRun } from 'node:timers/promises';
import { Check } from '../../checks/check.ts';
import { leastStale } from '../../checks/standstill.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { stdoutSink } from '../../output/sink.ts';
import { count } from '../../report/words.ts';
import type { Cli } from '../../run/host.ts';
import { startRun } from '../../run/run.ts';
import { openStore } from '../../run/store.ts';
import type { CheckOptions } from './definition.ts';
import { findingFormats } from './findings.ts';

/** `ratebook store check` */
export async function storeCheck({ format, threshold, ...given }: CheckOptions, cli: Cli): Promise<ExitCode> {
  const run = startRun(cli, { demo: given.demo });
  const { host, reporter } = run;
  const store = openStore(run, given.showAlternative === true);
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
  await stdoutSink(host.stdout, host.signal).write(findingFormats[format](findings));
  reporter.note(
    `${count(days, 'day')} checked, ${count(findings.length, 'finding')}; jumps from ${threshold}%, standstill from ${count(leastStale, 'weekday')}`,
  );
  return findings.length > 0 ? exit.partial : exit.ok;
}
