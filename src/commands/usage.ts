import type { Usage } from '../client/usage.ts';
import { type ExitCode, exit } from '../errors.ts';
import { escapeToAscii } from '../escape.ts';
import { jsonText } from '../rates/json.ts';
import type { VoiceOptions } from '../report/reporter.ts';
import { columns } from '../report/words.ts';
import type { Cli } from '../run/host.ts';
import { startRun } from '../run/run.ts';

export async function usage(
  given: VoiceOptions & { readonly format?: 'table' | 'json' },
  { host, reporter }: Cli,
): Promise<ExitCode> {
  const { format, ...voice } = given;
  const run = startRun(voice, {}, { host, reporter });
  try {
    const { client } = await run.connect({ askUsage: false });
    const usage = await client.usage();
    host.stdout.write(format === 'json' ? `${jsonText(usage.data, true)}\n` : table(usage));
    return exit.ok;
  } finally {
    await run.close();
  }
}

function table(usage: Usage): string {
  const { plan, requests, quota, remaining, daysRemaining } = usage;
  const rows: readonly (readonly [string, string | number | undefined])[] = [
    ['plan', escapeToAscii(plan.slice(0, 60))],
    ['requests used', quota === undefined ? requests : `${requests} of ${quota}`],
    ['requests left', remaining ?? 'unlimited'],
    ['days until the month ends', daysRemaining],
    ['projected by then', projection(usage)],
  ];
  return columns(rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])));
}

/** Requests by the end of the month at the rate so far. */
function projection({ requests, daysElapsed, daysRemaining }: Usage): string | undefined {
  if (daysElapsed === undefined || daysRemaining === undefined || daysElapsed <= 0) return undefined;
  return `${Math.round((requests / daysElapsed) * (daysElapsed + daysRemaining))} requests`;
}
