import { once, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VoiceOptions } from '../cli/options.ts';
import { type ExitCode, exit, Failure, usageError } from '../errors.ts';
import { hasKey, missingKey, openAccount } from '../run/connection.ts';
import type { Cli } from '../run/host.ts';
import { type Run, startRun } from '../run/run.ts';
import { openShared, type Upstream } from '../run/serve-fetch.ts';
import { createHandler } from '../server/api/handler.ts';
import { type Listening, listen } from '../server/api/listen.ts';
import { logLine } from '../server/api/log-line.ts';
import { budgetAccounts, DailyBudget } from '../server/proxy/daily-budget.ts';
import { servedSource } from '../server/proxy/source.ts';

interface ServeOptions extends VoiceOptions {
  readonly port: number;
  readonly offline?: true;
  readonly maxCost?: number;
  readonly demo?: true;
}

/** How often the service behind is asked: clients wait less long than a person. */
const tries = 2;

/** Milliseconds that what is under way may take when the server is to stop. */
const grace = 5_000;

/** `ratebook serve`: until it is interrupted. */
export function serve(given: ServeOptions, cli: Cli): Promise<ExitCode> {
  return given.demo ? serveDemo(given, cli) : serveStore(given, cli);
}

async function serveDemo({ port, offline, maxCost }: ServeOptions, cli: Cli): Promise<ExitCode> {
  const idle = offline ? '--offline' : maxCost === undefined ? undefined : '--max-cost';
  if (idle) throw usageError(`--demo and ${idle} do not go together`);
  const { startDemo } = await import('../server/demo/demo.ts');
  const server = await startDemo({ now: cli.host.now, port });
  cli.reporter.note('demonstration: the rates are made up, and any app_id will do');
  await untilInterrupted(server, cli);
  await server.close();
  return exit.ok;
}

async function serveStore(given: ServeOptions, cli: Cli): Promise<ExitCode> {
  const run = startRun(given, {}, cli);
  const { now } = cli.host;
  const budget = new DailyBudget(given.maxCost ?? run.settings.confirm_above.value, now);
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const upstream = given.offline ? undefined : await openUpstream(run, ending.signal);
  const plain = await openShared(false, budget, upstream, run);
  const alternative = await openShared(true, budget, upstream, run);
  const handler = createHandler({
    source: servedSource({ plain, alternative }, now),
    accounts: budgetAccounts(budget),
    now,
    log: (entry) => cli.reporter.note(logLine(entry, now())),
  });
  const server = await listen(handler, { port: given.port });
  await untilInterrupted(server, cli);
  await inGrace(Promise.all([server.close(), plain.settled(), alternative.settled()]));
  ending.abort(new Failure(exit.interrupted, 'interrupted'));
  await upstream?.account.service.close();
  return exit.ok;
}

/** @throws Failure where there is no key */
async function openUpstream(run: Run, signal: AbortSignal): Promise<Upstream> {
  if (!hasKey(run)) throw missingKey('--offline serves what is held');
  return { account: await openAccount(0, run, { tries, signal }), signal };
}

async function inGrace(settled: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([settled, sleep(grace, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
}

async function untilInterrupted({ url }: Listening, { host: { stdout, signal } }: Cli): Promise<void> {
  stdout.write(`${url}\n`);
  if (!signal.aborted) await once(signal, 'abort');
}
