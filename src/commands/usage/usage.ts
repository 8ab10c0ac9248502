import { type ExitCode, exit, failed } from '../../errors.ts';
import type { RecordsFormat } from '../../output/records.ts';
import { jsonText } from '../../rates/json.ts';
import type { Cli } from '../../run/host.ts';
import type { Output } from '../../run/output.ts';
import { printing, withPlace, writeRecords } from '../../run/records.ts';
import { startRun } from '../../run/run.ts';
import { usageColumns, usageTable } from './report.ts';

export async function usage(output: Output<RecordsFormat>, cli: Cli): Promise<ExitCode> {
  const to = printing(output, 'table', cli);
  const run = startRun(cli);
  const { host, source } = run;
  source.checkKey?.('');
  return withPlace(to, cli, async (sink): Promise<ExitCode> => {
    try {
      const usage = await (await run.connect()).usage?.();
      if (!usage) throw failed(`${source.name} has no quota`);
      const now = host.now();
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
