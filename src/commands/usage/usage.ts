import { type ExitCode, exit } from '../../errors.ts';
import { jsonText } from '../../rates/json.ts';
import type { VoiceOptions } from '../../report/reporter.ts';
import type { Cli } from '../../run/host.ts';
import { printing, type RecordsOptions, withPlace, writeRecords } from '../../run/records.ts';
import { startRun } from '../../run/run.ts';
import { hasKey, missingKey } from '../../run/setup.ts';
import { usageColumns, usageTable } from './report.ts';

export async function usage(given: VoiceOptions & RecordsOptions, cli: Cli) {
  const to = printing(given, 'table', cli);
  const run = startRun(given, {}, cli);
  if (!hasKey(run)) throw missingKey(run.settings, '');
  return withPlace(to, cli, async (sink): Promise<ExitCode> => {
    try {
      const { client } = await run.connect({ askUsage: false });
      const usage = await client.usage();
      const now = cli.host.now();
      const records = {
        columns: usageColumns(now),
        items: [usage],
        table: () => usageTable(usage, now),
        json: () => `${jsonText(usage.data, true)}\n`,
      };
      await writeRecords(records, to, sink, cli);
      return exit.ok;
    } finally {
      await run.close();
    }
  });
}
