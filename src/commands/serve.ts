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
import { pivotOf } from '../rates/day-rates.ts';
import { openFetcher, openStored } from '../run/days.ts';
import { holdProgram, startRun } from '../run/run.ts';
import type { Access } from '../server/http/access.ts';
import { DayBudget } from '../server/http/day-budget.ts';
import { createHandler } from '../server/http/handler.ts';
import { ServedDays } from '../server/http/served-days.ts';
import { type Listening, listen } from '../server/http/server.ts';
import { allFeatures, type Service } from '../server/http/service.ts';
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
  run: (app, given) => (given.demo ? serveDemo(given, app) : serve(given, app)),
});

/** Fewer than for other commands, because clients wait less patiently than people. */
const tries = 2;

/** Milliseconds that open requests may still take after an interrupt. */
const grace = 5_000;

async function serve(serving: ServeOptions, app: App): Promise<ExitCode> {
  const { offline = false } = serving;
  const { now } = app.host;
  const access = accessOf(serving);
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);

  const run = startRun(app, { ...serving, tries, signal: ending.signal });
  const { reporter, source, settings } = run;
  if (!offline) source.checkKey?.('--source ecb or bdi, or --offline to serve stored days only');
  holdProgram(app.host);

  const most = serving.maxCost ?? settings.max_cost.value ?? settings.confirm_above.value;
  const budget = new DayBudget(most, now);
  async function open(alternative: boolean) {
    const ofKind = { ...run, alternative };
    const stored = await openStored(ofKind, { offline });
    const fetcher = openFetcher(ofKind, { stored, offline, signal: ending.signal });
    return { store: stored.store, days: new ServedDays({ stored, fetcher, offline, budget, now, reporter }) };
  }
  const { store, days } = await open(false);
  const alternative = source.has.alternative ? (await open(true)).days : days;
  const daysOf = (isAlternative: boolean) => (isAlternative ? alternative : days);

  const service: Service = {
    pivot: pivotOf(source.pivot),
    now,
    days: (days, isAlternative) => daysOf(isAlternative).find(days),
    newest: (isAlternative) => daysOf(isAlternative).newest(),
    async currencies() {
      const [...stored] = source.currencies ? await days.codes() : [];
      return stored.length > 0 ? stored : source.currencies;
    },
    // every key shares the budget of the day, which is charged when days are fetched
    accountOf: () => ({
      plan: { ...plan, quota: most },
      get requests() {
        return budget.spent;
      },
      charge() {},
    }),
    // behind as `archive --status` counts it
    async health() {
      const { newest, behind } = standingOf(readArchive(archivePath(run), run.clock.now()), store, run);
      const left = offline ? 0 : Math.max(0, most - budget.spent);
      return {
        days: store.days().length,
        newest: newest ?? null,
        behind: behind.length,
        spent: budget.spent,
        left,
      };
    },
  };
  const server = await startServer(service, access, serving, app);
  try {
    const stored = store.days();
    reporter.note(servingLine(stored.length, offline ? undefined : most, source));
    const example = stored.at(-1) ?? (offline ? undefined : lastFinal(source.calendar, now()));
    if (example) reporter.note(exampleLine(server, access, example));
  } catch (error) {
    // a store that cannot be read is no reason not to start
    reporter.problem(failureIn(error).message);
  }
  await untilInterrupted(server, app);

  const settled = Promise.all([server.close(), days.settled(), alternative.settled()]);
  await Promise.race([settled, sleep(grace, undefined, { ref: false })]);
  ending.abort(new Failure('interrupted', 'interrupted'));
  await run.close();
  return exit.ok;
}

const plan = {
  name: 'ratebook serve',
  updateFrequency: 'hourly',
  features: allFeatures,
  period: 'day',
} as const;

/** @param most requests that may be spent in a day; undefined offline */
function servingLine(stored: number, most: number | undefined, { has, isSparing }: Source): string {
  if (stored === 0 && most === undefined) return 'no days are stored, so none are served';
  const are = `${stored === 0 ? 'no days' : count(stored, 'day')} ${stored === 1 ? 'is' : 'are'} stored`;
  if (most === undefined) return `${are}; no others are served`;
  if (!has.quota && !isSparing) return `${are}; others are fetched, free of charge`;
  return `${are}; others are fetched, for at most ${count(most, 'request')} a day`;
}

async function serveDemo(serving: ServeOptions, app: App): Promise<ExitCode> {
  const { host, reporter } = app;
  const access = accessOf(serving);
  const { demoService } = await import('../server/http/demo.ts');
  const server = await startServer(demoService(host.now), access, serving, app);

  reporter.note(`demonstration: the rates are made up${access.ids ? '' : ', and any app_id will do'}`);
  const today = dayAt(host.now());
  reporter.note(`${count(countDays(firstDay, today), 'day')}, ${firstDay} to ${today}`);
  reporter.note(exampleLine(server, access, lastFinishedDay(host.now())));

  await untilInterrupted(server, app);
  await server.close();
  return exit.ok;
}

/** @throws Failure if it cannot listen there */
function startServer(
  service: Service,
  access: ServeAccess,
  { port, quiet }: ServeOptions,
  { reporter }: App,
): Promise<Listening> {
  const log = quiet ? undefined : (line: string) => reporter.note(line);
  return listen(createHandler(service, access, log), port, access.host);
}

async function untilInterrupted({ url }: Listening, { host: { stdout, signal } }: App): Promise<void> {
  stdout.write(`${url}\n`);
  if (!signal.aborted) await once(signal, 'abort');
}

const exampleLine = ({ url }: Listening, { ids }: Access, day: Day): string =>
  `try: curl '${url}/historical/${day}.json?app_id=${ids ? 'ID' : 'me'}'`;

type AccessOptions = Pick<ServeOptions, 'ids' | 'allowHost' | 'allowOrigin'> & { readonly host?: string };

interface ServeAccess extends Access {
  /** To listen on. */
  readonly host: string;
}

/** @throws Failure */
export function accessOf(options: AccessOptions): ServeAccess {
  const { host: address = '127.0.0.1', ids: path, allowHost = [], allowOrigin = [] } = options;
  const host = nameOf('--host', address);
  if (!isLoopback(host) && path === undefined)
    throw new Failure(
      'missing_option',
      `--host ${host} is open to other machines, and needs --ids`,
      '--ids <file>: an app_id per line',
    );

  const hosts = [host, ...allowHost.map((name) => nameOf('--allow-host', name))];
  return {
    host,
    hosts,
    origins: allowOrigin.map(originOf),
    ids: path === undefined ? undefined : idsIn(path),
  };
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
  let text: string;
  try {
    text = patientlySync(() => readFileSync(path, 'utf8'));
  } catch (error) {
    throw unreadable(`cannot read ${path}`, error);
  }
  const lines = text.trim().split(/\s*\n\s*/);
  const ids = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (ids.length > 0) return ids;
  throw new Failure('bad_file', `--ids: ${path} has no app_id`, 'write one per line');
}
