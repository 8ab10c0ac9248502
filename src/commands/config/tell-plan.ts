import { Failure } from '../../errors.ts';
import type { Cli } from '../../run/host.ts';
import { startRun } from '../../run/run.ts';
import { Refused } from '../../sources/source.ts';
import { planLine } from '../usage/report.ts';

/** Says what a key that was just saved is good for. Asks once, free of charge. @throws only if interrupted */
export async function tellPlan(appId: string, cli: Cli): Promise<void> {
  const { host, reporter } = cli;
  try {
    reporter.note(`saved; ${await planOf(appId, cli)}`);
  } catch (error) {
    if (host.signal.aborted) reporter.note('saved; not checked');
    host.signal.throwIfAborted();
    if (!(error instanceof Failure)) throw error;
    const isRefused = error instanceof Refused && error.kind === 'key';
    reporter.problem(`saved, but ${isRefused ? '' : 'it could not be checked: '}${error.message}`);
  }
}

async function planOf(appId: string, cli: Cli): Promise<string> {
  const run = startRun(cli, { settings: { app_id: appId } });
  try {
    const usage = await (await run.connect()).usage?.();
    return usage ? planLine(usage, cli.host.now()) : 'there is no quota';
  } finally {
    await run.close();
  }
}
