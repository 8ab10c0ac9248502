import { type ExitCode, exit } from '../../errors.ts';
import { jsonText } from '../../rates/json.ts';
import type { Cli } from '../../run/host.ts';
import { startRun } from '../../run/run.ts';
import { hasKey, missingKey } from '../../run/setup.ts';
import type { UsageOptions } from './definition.ts';
import { usageTable } from './report.ts';

export async function usage({ format }: UsageOptions, { host, reporter }: Cli): Promise<ExitCode> {
  const run = startRun({}, {}, { host, reporter });
  if (!hasKey(run)) throw missingKey(run.settings, '');
  try {
    const { client } = await run.connect({ askUsage: false });
    const usage = await client.usage();
    host.stdout.write(format === 'json' ? `${jsonText(usage.data, true)}\n` : usageTable(usage, host.now()));
    return exit.ok;
  } finally {
    await run.close();
  }
}
