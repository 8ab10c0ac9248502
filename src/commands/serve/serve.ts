import { once, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { countDays, type Day, dayAt, firstDay, lastFinishedDay } from '../../calendar/day.ts';
import { type ExitCode, exit, Failure, failureIn } from '../../errors.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { tellDropped } from '../../report/kept.ts';
import { openHoldings, openLibrary } from '../../run/days.ts';
import type { Cli } from '../../run/host.ts';
import { holdProgram, type Run, startRun } from '../../run/run.ts';
import { accountsOf } from '../../server/api/gate.ts';
import { createHandler } from '../../server/api/handler.ts';
import { listen } from '../../server/api/listen.ts';
import { failureLine } from '../../server/api/log.ts';
import type { Served } from '../../server/api/service.ts';
import { budgetAccounts, DailyBudget } from '../../server/proxy/daily-budget.ts';
import { SharedDays } from '../../server/proxy/shared-days.ts';
import { servedSource } from '../../server/proxy/source.ts';
import type { Source } from '../../sources/source.ts';
import { count } from '../../words.ts';
import type { Access } from './access.ts';
import type { Serving } from './door.ts';

/** Fewer than for other commands, because clients wait less patiently than people. */
const tries = 2;

/** Milliseconds that open requests may still take after an interrupt. */
const grace = 5_000;

export async function serveDemo(port: number, access: Access, cli: Cli): Promise<ExitCode> {
  const { host, reporter } = cli;
  const { demoServed } = await import('../../server/demo/demo.ts');
  const log = (line: string) => reporter.note(line);
  const server = await start({ ...demoServed(host.now), log }, port, access);
  reporter.note(`demonstration: the rates are made up${access.ids ? '' : ', and any app_id will do'}`);
  const today = dayAt(host.now());
  reporter.note(`${count(countDays(firstDay, today), 'day')}, ${firstDay} to ${today}`);
  reporter.note(exampleLine(server, lastFinishedDay(host.now())));
  await untilInterrupted(server, cli);
  await server.close();
  return exit.ok;
}

export async function serve(serving: Serving, access: Access, cli: Cli): Promise<ExitCode> {
  const { offline = false, port } = serving;
  const { now } = cli.host;
  const ending = new AbortController();
  const { signal } = ending;
  setMaxListeners(0, signal);
  const run = startRun(cli, { ...serving, tries, signal });
  if (!offline) run.source.checkKey?.('--offline to serve stored days only');
  holdProgram(cli.host);
  const budget = new DailyBudget(serving.maxCost ?? run.settings.confirm_above.value, now);
  const log = serving.quiet ? undefined : (line: string) => run.reporter.note(line);
  const onIncomplete = (day: DayRates) => tellDropped([day], run.reporter);
  const onFailure = ({ message }: Failure) => log?.(failureLine(message, now()));
  const open = async (alternative: boolean) => {
    const ofKind = { ...run, alternative };
    const holdings = await openHoldings(ofKind, { offline });
    const library = openLibrary(ofKind, { holdings, offline, signal });
    return new SharedDays({ holdings, library, offline, budget, now, onIncomplete, onFailure });
  };
  const plain = await open(false);
  // a source that is whole has no others
  const alternative = run.source.isWhole ? plain : await open(true);
  const served = {
    source: servedSource({ plain, alternative }, run.source, now),
    accounts: budgetAccounts(budget),
    health: async () => {
      const { spent, most } = budget;
      return { ...(await plain.health()), spent, left: offline ? 0 : Math.max(0, most - spent) };
    },
    now,
    log,
  };
  const server = await start(served, port, access);
  await tellServed(server, plain, offline ? undefined : budget.most, run);
  await untilInterrupted(server, cli);
  const settled = Promise.all([server.close(), plain.settled(), alternative.settled()]);
  await Promise.race([settled, sleep(grace, undefined, { ref: false })]);
  ending.abort(new Failure(exit.interrupted, 'interrupted'));
  await run.close();
  return exit.ok;
}

type Server = Awaited<ReturnType<typeof start>>;

async function start({ accounts, ...served }: Served, port: number, { host, guests, ids }: Access) {
  const handler = createHandler({ ...served, guests, accounts: ids ? accountsOf(ids, accounts) : accounts });
  return { ...(await listen(handler, port, host)), appId: ids ? 'ID' : 'me' };
}

/** A store that cannot be read is no reason not to start. @param most requests that may be spent in a day; undefined offline */
async function tellServed(
  server: Server,
  days: SharedDays,
  most: number | undefined,
  { host, reporter, source }: Run,
): Promise<void> {
  try {
    const stored = await days.stored();
    reporter.note(servingLine(stored.length, most, source));
    const example = stored.at(-1) ?? (most === undefined ? undefined : source.lastDue(host.now()));
    if (example) reporter.note(exampleLine(server, example));
  } catch (error) {
    reporter.problem(failureIn(error).message);
  }
}

async function untilInterrupted({ url }: Server, { host: { stdout, signal } }: Cli): Promise<void> {
  stdout.write(`${url}\n`);
  if (!signal.aborted) await once(signal, 'abort');
}

function servingLine(stored: number, most: number | undefined, { isWhole }: Source): string {
  if (stored === 0 && most === undefined) return 'no days are stored, so none are served';
  const are = `${stored === 0 ? 'no days' : count(stored, 'day')} ${stored === 1 ? 'is' : 'are'} stored`;
  if (most === undefined) return `${are}; no others are served`;
  if (isWhole) return `${are}; others are fetched, free of charge`;
  return `${are}; others are fetched, for at most ${count(most, 'request')} a day`;
}

function exampleLine({ url, appId }: Server, day: Day): string {
  return `try: curl '${url}/historical/${day}.json?app_id=${appId}'`;
}
