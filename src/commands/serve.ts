import { once, setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { countDays, type Day, dayAt, firstDay, lastFinishedDay } from '../calendar/day.ts';
import { lastFinal } from '../calendar/publishing.ts';
import { type ExitCode, exit, Failure, failureIn } from '../errors.ts';
import { patientlySync, unreadable } from '../files.ts';
import { isLoopback } from '../http/client.ts';
import { openFetcher, openStored } from '../run/days.ts';
import { holdProgram, type Run, startRun } from '../run/run.ts';
import { DayBudget } from '../server/days/day-budget.ts';
import { SharedDays } from '../server/days/shared-days.ts';
import { accountsOf, budgetAccounts } from '../server/http/gate.ts';
import { createHandler } from '../server/http/handler.ts';
import { type Listening, listen } from '../server/http/listen.ts';
import type { ApiService, Guests } from '../server/http/service.ts';
import { type SharedByKind, sharedSource } from '../server/http/shared-source.ts';
import type { Source } from '../sources/source.ts';
import { count } from '../words.ts';
import { archivePath, readArchive, standingOf } from './archive/state.ts';
import {
  define,
  type Given,
  inCost,
  inRun,
  inStore,
  numberLike,
  run,
  voice,
  what,
  wholeNumber,
} from './options.ts';

const oneMore = (text: string, before: readonly string[] = []) => [...before, text];

const portNumber = numberLike(/^\d{1,5}$/, 'a port, 0 to 65535', (port) => port <= 65535);

const options = [
  what.source,
  inCost('--max-cost <requests>', 'spend at most this per UTC day (default: confirm_above)').argParser(
    wholeNumber,
  ),
  inStore('--offline', 'serve stored days only; never open a connection'),
  inRun('--port <port>', 'port to listen on; 0 picks a free one').argParser(portNumber).default(8787),
  inRun('--host <address>', 'address to listen on (default: 127.0.0.1); any but loopback needs --ids'),
  inRun('--ids <file>', 'accept only the app_ids in this file, one per line'),
  inRun('--allow-host <name>', 'also accept this name in the Host of requests; repeatable').argParser(
    oneMore,
  ),
  inRun('--allow-origin <origin>', 'also answer the scripts of this web site; repeatable').argParser(oneMore),
  inRun('--demo', 'serve made-up rates, to try out clients').conflicts(['offline', 'maxCost']),
  run.concurrency,
  ...voice,
] as const;

type ServeOptions = Given<typeof options>;

export const serveCommand = define({
  name: 'serve',
  description: "Answer the service's own interface on this machine, from the store.",
  examples: [
    ['ratebook serve --demo', 'made-up rates, to try out a client'],
    ['ratebook serve --offline', 'stored days only'],
    ['ratebook serve --port 9000 --max-cost 50', 'at most 50 requests a day'],
  ],
  options,
  run: (app, given) => {
    const access = accessOf(given);
    return given.demo ? serveDemo(given.port, access, app) : serve(given, access, app);
  },
});

/** Fewer than for other commands, because clients wait less patiently than people. */
const tries = 2;

/** Milliseconds that open requests may still take after an interrupt. */
const grace = 5_000;

async function serve(serving: ServeOptions, access: Access, app: App): Promise<ExitCode> {
  const { offline = false, port } = serving;
  const { now } = app.host;
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);

  const run = startRun(app, { ...serving, tries, signal: ending.signal });
  if (!offline) run.source.checkKey?.('--source ecb or bdi, or --offline to serve stored days only');
  holdProgram(app.host);

  const log = serving.quiet ? undefined : (line: string) => run.reporter.note(line);
  const max = serving.maxCost ?? run.settings.max_cost.value ?? run.settings.confirm_above.value;
  const budget = new DayBudget(() => max, now);
  const open = async (alternative: boolean) => {
    const ofKind = { ...run, alternative };
    const stored = await openStored(ofKind, { offline });
    const fetcher = openFetcher(ofKind, { stored, offline, signal: ending.signal });
    return new SharedDays({ stored, fetcher, offline, budget, now, reporter: run.reporter });
  };
  const plain = await open(false);
  const days = { plain, alternative: run.source.has.alternative ? await open(true) : plain, budget };

  const source = sharedSource(days, run.source, now);
  const accounts = budgetAccounts(budget);
  const health = () => healthOf(days, offline, run);
  const server = await startServer({ source, accounts, health, now, log }, port, access);
  await tellServed(days, offline, run, (day) => exampleLine(server, day));
  await untilInterrupted(server, app);

  const settled = Promise.all([server.close(), days.plain.settled(), days.alternative.settled()]);
  await Promise.race([settled, sleep(grace, undefined, { ref: false })]);
  ending.abort(new Failure('interrupted', 'interrupted'));
  await run.close();
  return exit.ok;
}

/** Behind as `archive --status` counts it. @throws Failure */
async function healthOf({ plain, budget }: ServedDays, offline: boolean, run: Run) {
  const { spent } = budget;
  const stored = plain.store.days();
  const { newest, behind } = standingOf(readArchive(archivePath(run), run.clock.now()), plain.store, run);
  return {
    days: stored.length,
    newest: newest ?? null,
    behind: behind.length,
    spent,
    left: offline ? 0 : Math.max(0, budget.spare),
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
    const stored = plain.store.days();
    reporter.note(servingLine(stored.length, offline ? undefined : budget.max(), source));
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

async function serveDemo(port: number, access: Access, app: App): Promise<ExitCode> {
  const { host, reporter } = app;
  const { demoServed } = await import('../server/http/demo.ts');
  const log = (line: string) => reporter.note(line);
  const server = await startServer({ ...demoServed(host.now), log }, port, access);

  reporter.note(`demonstration: the rates are made up${access.ids ? '' : ', and any app_id will do'}`);
  const today = dayAt(host.now());
  reporter.note(`${count(countDays(firstDay, today), 'day')}, ${firstDay} to ${today}`);
  reporter.note(exampleLine(server, lastFinishedDay(host.now())));

  await untilInterrupted(server, app);
  await server.close();
  return exit.ok;
}

interface ServedDays extends SharedByKind {
  /** Of both. */
  readonly budget: DayBudget;
}

interface Server extends Listening {
  /** For an example: one that is accepted. */
  readonly appId: string;
}

/** @throws Failure if it cannot listen there */
async function startServer(served: ApiService, port: number, { host, guests, ids }: Access): Promise<Server> {
  const accounts = ids ? accountsOf(ids, served.accounts) : served.accounts;
  const listening = await listen(createHandler({ ...served, guests, accounts }), port, host);
  return { ...listening, appId: ids ? 'ID' : 'me' };
}

async function untilInterrupted({ url }: Server, { host: { stdout, signal } }: App): Promise<void> {
  stdout.write(`${url}\n`);
  if (!signal.aborted) await once(signal, 'abort');
}

const exampleLine = ({ url, appId }: Server, day: Day): string =>
  `try: curl '${url}/historical/${day}.json?app_id=${appId}'`;

type AccessOptions = Partial<
  Record<'host' | 'ids', string> & Record<'allowHost' | 'allowOrigin', readonly string[]>
>;

interface Access {
  readonly host: string;
  readonly guests: Guests;
  /** Undefined: any will do. */
  readonly ids: readonly string[] | undefined;
}

/** @throws Failure */
export function accessOf(given: AccessOptions): Access {
  const { host: address = '127.0.0.1', ids: path, allowHost = [], allowOrigin = [] } = given;
  const host = nameOf('--host', address);
  if (!isLoopback(host) && path === undefined)
    throw new Failure(
      'missing_option',
      `--host ${host} is open to other machines, and needs --ids`,
      '--ids <file>: an app_id per line',
    );

  const guests = {
    hosts: [host, ...allowHost.map((name) => nameOf('--allow-host', name))],
    origins: allowOrigin.map(originOf),
  };
  return { host, guests, ids: path === undefined ? undefined : idsIn(path) };
}

/** As in a URL. */
function nameOf(option: string, text: string): string {
  const name = (isIPv6(text) ? `[${text}]` : text).toLowerCase();
  const url = `http://${name}`;
  if (!name.includes('*') && URL.canParse(url) && new URL(url).hostname === name) return name;
  throw new Failure(
    'bad_value',
    `${option}: ${JSON.stringify(text)} is not a host`,
    `${option} takes a name or an IP address alone`,
  );
}

function originOf(text: string): string {
  const isUrl = /^https?:[^*]*$/i.test(text) && URL.canParse(text);
  const origin = isUrl ? new URL(text).origin : 'https://app.example.com';
  if (origin === text.toLowerCase()) return origin;
  throw new Failure(
    'bad_value',
    `--allow-origin: ${JSON.stringify(text)} is not an origin`,
    `--allow-origin ${origin}`,
  );
}

function idsIn(path: string): readonly string[] {
  const lines = textIn(path)
    .trim()
    .split(/\s*\n\s*/);
  const ids = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (ids.length > 0) return ids;
  throw new Failure('bad_file', `--ids: ${path} has no app_id`, 'write one per line');
}

function textIn(path: string): string {
  try {
    return patientlySync(() => readFileSync(path, 'utf8'));
  } catch (error) {
    throw unreadable(`cannot read ${path}`, error);
  }
}
