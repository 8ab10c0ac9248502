import { join } from 'node:path';
import { type ExitCode, exit } from '../../errors.ts';
import type { Cli, RunTerms } from '../../run/host.ts';
import { startRun } from '../../run/run.ts';
import { storeFolder } from '../../run/stores.ts';

export function storePath(terms: Pick<RunTerms, 'source'>, cli: Cli): ExitCode {
  const run = startRun(cli, terms);
  cli.host.stdout.write(`${join(storeFolder(run), run.source.folder)}\n`);
  return exit.ok;
}
