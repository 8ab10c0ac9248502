import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Day } from '../../calendar/day.ts';
import { lastFinal } from '../../calendar/publishing.ts';
import { type ExitCode, exit, Failure, failureIn } from '../../errors.ts';
import { tellDropped } from '../../report/dropped.ts';
import { openHoldings } from '../../run/holdings.ts';
import type { Cli } from '../../run/host.ts';
import { openLibrary } from '../../run/library.ts';
import { holdProgram, type Run, startRun } from '../../run/run.ts';
import { openServed, type ServedDays } from '../../server/days/open.ts';
import { budgetAccounts } from '../../server/http/budget-accounts.ts';
import { failureLine } from '../../server/http/log.ts';
import { sharedSource } from '../../server/http/shared-source.ts';
import type { Source } from '../../sources/source.ts';
import { count } from '../../words.ts';
import { memoryOf } from '../archive/memory.ts';
import { daysBehind, extentOf } from '../archive/standing.ts';
import type { Access } from './access.ts';
import type { Serving } from './options.ts';
import { exampleLine, startServer, untilInterrupted } from './server.ts';

/** Fewer than for other commands, because clients wait less patiently than people. */
const tries = 2;

/** Milliseconds that open requests may still take after an interrupt. */
const grace = 5_000;

export async function serve(serving: Serving, access: Access, cli: Cli): Promise<ExitCode> {
  const { offline = false, port } = serving;
  const { now } = cli.host;
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);

  const run = startRun(cli, { ...serving, tries, signal: ending.signal });
  if (!offline) run.source.checkKey?.('--source ecb or bdi, or --offline to serve stored days only');
  holdProgram(cli.host);

  const log = serving.quiet ? undefined : (line: string) => run.reporter.note(line);
  const days = await openServed({
    hasAlternative: run.source.has.alternative,
    most: serving.maxCost ?? run.settings.max_cost.value ?? run.settings.confirm_above.value,
    offline,
    now,
    openLibrary: async (alternative) => {
      const ofKind = { ...run, alternative };
      const holdings = await openHoldings(ofKind, { offline });
      return { holdings, library: openLibrary(ofKind, { holdings, offline, signal: ending.signal }) };
    },
    onIncomplete: (day) => tellDropped([day], run.reporter),
    onFailure: ({ message }) => log?.(failureLine(message, now())),
  });

  const source = sharedSource(days, run.source, now);
  const accounts = budgetAccounts(days.budget);
  const health = () => healthOf(days, offline, run);
  const server = await startServer({ source, accounts, health, now, log }, port, access);
  await tellServed(days, offline, run, (day) => exampleLine(server, day));
  await untilInterrupted(server, cli);

  const settled = Promise.all([server.close(), days.plain.settled(), days.alternative.settled()]);
  await Promise.race([settled, sleep(grace, undefined, { ref: false })]);
  ending.abort(new Failure('interrupted', 'interrupted'));
  await run.close();
  return exit.ok;
}

/** Behind as `archive --status` counts it. @throws Failure */
async function healthOf({ plain, budget }: ServedDays, offline: boolean, run: Run) {
  const { spent, most } = budget;
  const stored = await plain.stored();
  const publishing = { calendar: run.source.calendar, now: run.clock.now() };
  const extent = extentOf(memoryOf(run), stored, publishing);
  return {
    days: stored.length,
    newest: extent.newest ?? null,
    behind: daysBehind(extent, publishing).length,
    spent,
    left: offline ? 0 : Math.max(0, most - spent),
  };
}

/** A store that cannot be read is no reason not to start. */
async function tellServed(
  { plain, budget }: ServedDays,
  offline: boolean,
  { host, reporter, source }: Run,
  exampleOf: (day: Day) => string,
): Promise<void> {
  try {
    const stored = await plain.stored();
    reporter.note(servingLine(stored.length, offline ? undefined : budget.most, source));
    const example = stored.at(-1) ?? (offline ? undefined : lastFinal(source.calendar, host.now()));
    if (example) reporter.note(exampleOf(example));
  } catch (error) {
    reporter.problem(failureIn(error).message);
  }
}

/** @param most requests that may be spent in a day; undefined offline */
function servingLine(stored: number, most: number | undefined, { has, isSparing }: Source): string {
  if (stored === 0 && most === undefined) return 'no days are stored, so none are served';
  const are = `${stored === 0 ? 'no days' : count(stored, 'day')} ${stored === 1 ? 'is' : 'are'} stored`;
  if (most === undefined) return `${are}; no others are served`;
  if (!has.quota && !isSparing) return `${are}; others are fetched, free of charge`;
  return `${are}; others are fetched, for at most ${count(most, 'request')} a day`;
}
