import { once, setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { countDays, dayAt, firstDay, lastFinishedDay } from '../calendar/day.ts';
import { lastFinal, lastPublished } from '../calendar/publishing.ts';
import { isLoopback } from '../config/values.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import { patientlySync, unreadable } from '../files.ts';
import { pivotCode } from '../rates/day-rates.ts';
import { openFetcher, openStored } from '../run/days.ts';
import { holdProgram, type Run, startRun } from '../run/run.ts';
import { demoService } from '../server/http/demo.ts';
import { createHandler } from '../server/http/handler.ts';
import type { Access } from '../server/http/request.ts';
import { DayBudget, servedDays } from '../server/http/served-days.ts';
import { listen } from '../server/http/server.ts';
import { allFeatures, type Service } from '../server/http/service.ts';
import { count } from '../words.ts';
import { archivePath, backlogOf, readArchive } from './archive/state.ts';
import {
  collected,
  define,
  fromSource,
  inCost,
  inRun,
  inStore,
  numberIn,
  type OptionsOf,
  reporting,
  run,
  wholeNumber,
} from './options.ts';

const options = [
  ...fromSource,
  inCost('--max-cost <requests>', 'spend at most this per UTC day (default: confirm_above)').argParser(
    wholeNumber,
  ),
  inStore('--offline', 'serve stored days only; never open a connection'),
  inRun('--port <port>', 'port to listen on; 0 picks a free one')
    .argParser((text: string) => numberIn(text, /^\d{1,5}$/, 'a port, 0 to 65535', 65_535))
    .default(8787),
  inRun('--host <address>', 'address to listen on (default: 127.0.0.1); any but loopback needs --ids'),
  inRun('--ids <file>', 'accept only the app_ids in this file, one per line'),
  inRun('--allow-host <name>', 'also accept this name in the Host of requests; repeatable').argParser(
    collected,
  ),
  inRun('--allow-origin <origin>', 'also answer the scripts of this web site; repeatable').argParser(
    collected,
  ),
  inRun('--demo', 'serve made-up rates, to try out clients').conflicts(['offline', 'maxCost']),
  run.concurrency,
  ...reporting,
] as const;

type ServeOptions = OptionsOf<typeof options>;

export const serveCommand = define({
  name: 'serve',
  description: "Answer the service's own interface on this machine, from the store.",
  examples: [
    ['ratebook serve --demo', 'made-up rates, to try out a client'],
    ['ratebook serve --offline', 'stored days only'],
    ['ratebook serve --port 9000 --max-cost 50', 'at most 50 requests a day'],
  ],
  options,
  run: serve,
});

/** Fewer than for other commands, because clients wait less patiently than people. */
const tries = 2;

/** Milliseconds that open requests may still take after an interrupt. */
const grace = 5_000;

async function serve(app: App, options: ServeOptions): Promise<ExitCode> {
  const { host, reporter } = app;
  const access = accessOf(options);
  const ending = new AbortController();
  const { signal } = ending;
  setMaxListeners(0, signal);
  const run = options.demo ? undefined : startRun(app, { ...options, tries, signal });
  const served = run ? await openServed(run, options, signal) : await openDemo(access, host.now);

  const log = options.quiet ? undefined : (line: string) => reporter.note(line);
  const handler = createHandler(served.service, access, log);
  const server = await listen(handler, options.port, access.host);
  const { url } = server;
  for (const note of served.notes) reporter.note(note);
  const appId = access.ids ? 'ID' : 'me';
  if (served.example) reporter.note(`try: curl '${url}/historical/${served.example}.json?app_id=${appId}'`);
  host.stdout.write(`${url}\n`);
  if (!host.signal.aborted) await once(host.signal, 'abort');

  const settled = Promise.all([server.close(), ...served.days.map((days) => days.settled())]);
  await Promise.race([settled, sleep(grace, undefined, { ref: false })]);
  ending.abort(new Failure('interrupted', 'interrupted'));
  await run?.close();
  return exit.ok;
}

async function openDemo({ ids }: Access, now: () => number) {
  const today = dayAt(now());
  return {
    service: demoService(now),
    notes: [
      `demonstration: the rates are made up${ids ? '' : ', and any app_id will do'}`,
      `${count(countDays(firstDay, today), 'day')}, ${firstDay} to ${today}`,
    ],
    /** A day that is served. */
    example: lastFinishedDay(now()),
    days: [],
  };
}

async function openServed(run: Run, options: ServeOptions, signal: AbortSignal) {
  const { offline = false, maxCost } = options;
  const { reporter, source, settings, host } = run;
  const { now } = host;
  if (!offline) source.checkKey?.('--source ecb or bdi, or --offline to serve stored days only');
  holdProgram(host);

  const maximum = maxCost ?? settings.max_cost.value ?? settings.confirm_above.value;
  const budget = new DayBudget(maximum, now);
  async function open(alternative: boolean) {
    const ofKind = { ...run, alternative };
    const stored = await openStored(ofKind, { offline });
    const fetcher = openFetcher(ofKind, stored, undefined, signal);
    return servedDays({ stored, fetcher, offline, budget, now, reporter });
  }
  const plain = await open(false);
  const alternative = source.isService ? await open(true) : plain;
  const daysOf = (isAlternative: boolean) => (isAlternative ? alternative : plain);

  const { store } = plain;
  const plan = {
    name: 'ratebook serve',
    updateFrequency: 'hourly',
    quota: maximum,
    features: allFeatures,
    period: 'day',
  } as const;
  const service: Service = {
    pivot: pivotCode(source.pivot),
    now,
    revision: (isAlternative) => daysOf(isAlternative).revision(),
    days: (days, isAlternative) => daysOf(isAlternative).find(days),
    newest: (isAlternative) => daysOf(isAlternative).newest(),
    async currencies() {
      const stored = source.currencies && (await plain.codes());
      return stored?.length ? stored : source.currencies;
    },
    // all keys share the budget of the day, which is charged when days are fetched
    accountOf: () => ({ plan, requests: budget.spent, charge() {} }),
    async health() {
      const archive = readArchive(archivePath(run), run.clock.now());
      // behind as `archive --status` counts it
      const { newest = null, behind } = backlogOf(archive, store, run);
      const { spent } = budget;
      const left = offline ? 0 : Math.max(0, maximum - spent);
      return { days: store.days().length, newest, behind: behind.length, spent, left };
    },
  };
  const stored = store.days();
  const days = { first: firstDay, last: lastFinal(source.calendar, now()) };
  const published = lastPublished(days, source.calendar.publishes);
  const example = stored.at(-1) ?? (offline ? undefined : published);
  const isFree = !source.isService && !source.isSparing;
  const terms = isFree ? 'free of charge' : `for at most ${count(maximum, 'request')} a day`;
  const others = offline ? 'no others are served' : `others are fetched, ${terms}`;
  const extent = stored.length === 0 ? 'no days' : count(stored.length, 'day');
  const note = `${extent} ${stored.length === 1 ? 'is' : 'are'} stored; ${others}`;
  return { service, notes: [note], example, days: [plain, alternative] };
}

/** And where to listen. @throws Failure */
export function accessOf({
  host: address = '127.0.0.1',
  ids: path,
  allowHost = [],
  allowOrigin = [],
}: Partial<ServeOptions>): Access & { readonly host: string } {
  const host = nameOf('--host', address);
  if (!isLoopback(host) && path === undefined)
    throw new Failure(
      'missing_option',
      `--host ${host} is open to other machines, and needs --ids`,
      '--ids <file>: an app_id per line',
    );
  const hosts = [host, ...allowHost.map((name) => nameOf('--allow-host', name))];
  const ids = path === undefined ? undefined : idsIn(path);
  return { host, hosts, origins: allowOrigin.map(originOf), ids };
}

/** As in a URL. */
function nameOf(option: string, text: string): string {
  const name = (text.includes(':') ? `[${text}]` : text).toLowerCase();
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
