import { type ExitCode, exit, failed } from '../../errors.ts';
import { jsonText } from '../../rates/json.ts';
import type { Cli } from '../../run/host.ts';
import { startRun } from '../../run/run.ts';
import type { UsageOptions } from './definition.ts';
import { usageTable } from './report.ts';

export async function usage({ format }: UsageOptions, cli: Cli): Promise<ExitCode> {
  const run = startRun(cli);
  const { host, source } = run;
  source.checkKey?.('');
  try {
    const usage = await (await run.connect()).usage?.();
    if (!usage) throw failed(`${source.name} has no quota`);
    host.stdout.write(format === 'json' ? `${jsonText(usage.data, true)}\n` : usageTable(usage, host.now()));
    return exit.ok;
  } finally {
    await run.close();
  }
}
