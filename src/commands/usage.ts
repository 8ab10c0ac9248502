import type { VoiceOptions } from '../cli/options.ts';
import type { Usage } from '../client/usage.ts';
import { type ExitCode, exit } from '../errors.ts';
import { columns, escaped } from '../report/words.ts';
import { connect } from '../run/connection.ts';
import type { Cli } from '../run/host.ts';
import { startRun } from '../run/run.ts';

/** `ratebook usage` */
export async function usage(
  given: VoiceOptions & { readonly format?: 'table' | 'json' },
  { host, reporter }: Cli,
): Promise<ExitCode> {
  const service = await connect(startRun(given, {}, { host, reporter }));
  try {
    const usage = await service.usage();
    host.stdout.write(
      given.format === 'json' ? `${JSON.stringify(usage.data, undefined, 2)}\n` : table(usage),
    );
    return exit.ok;
  } finally {
    await service.close();
  }
}

function table(usage: Usage): string {
  const { plan, requests, quota, remaining, daysRemaining } = usage;
  const rows: readonly (readonly [string, string | number | undefined])[] = [
    ['plan', escaped(plan)],
    ['requests used', quota === undefined ? requests : `${requests} of ${quota}`],
    ['requests left', remaining ?? 'unlimited'],
    ['days until the month ends', daysRemaining],
    ['projected by then', projection(usage)],
  ];
  return columns(rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])));
}

/** Where the month ends if it goes on as it began. */
function projection({ requests, daysElapsed, daysRemaining }: Usage): string | undefined {
  if (daysElapsed === undefined || daysRemaining === undefined || daysElapsed <= 0) return undefined;
  return `${Math.round((requests / daysElapsed) * (daysElapsed + daysRemaining))} requests`;
}
