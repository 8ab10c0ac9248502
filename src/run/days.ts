import { dirname } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { App } from '../app.ts';
import { type Day, daysInWords } from '../calendar/day.ts';
import { publishedBetween } from '../calendar/publishing.ts';
import { requirePlace } from '../config/places.ts';
import { type ExitCode, exit, failureIn, ratebook } from '../errors.ts';
import { costLine } from '../fetch/consent.ts';
import { type DayFetcher, dayFetcher } from '../fetch/fetch.ts';
import { costOf, type Plan } from '../fetch/plan.ts';
import { StoredDays } from '../fetch/stored-days.ts';
import { JsonText, jsonText } from '../json.ts';
import { formats, isRecordsFormat } from '../output/formats.ts';
import type { Columns } from '../output/records.ts';
import { reportDropped } from '../report/coverage.ts';
import { mostAttempts } from '../sources/oxr/source.ts';
import { endpointOf, type Request, type ResponseForm, ratesIn, type Source } from '../sources/source.ts';
import { type SourceName, sourceNames, sources } from '../sources/table.ts';
import { Store, type StorePlaces, storedKinds, storePlaces } from '../store/store.ts';
import { count } from '../words.ts';
import type { CodeLookup } from './known-codes.ts';
import { printRecords } from './output.ts';
import type { DayOptions, Run } from './run.ts';

/** As it is configured, whichever source the run is about. */
export function sourceNamed(
  name: SourceName,
  { settings, places, host, clock }: Pick<Run, 'settings' | 'places' | 'host' | 'clock'>,
  tries = mostAttempts,
): Source {
  const { value: appId, origin, where } = settings.app_id;
  const isVariable = origin === 'environment';
  const from = isVariable ? where : 'the config file';
  return sources[name].open({
    baseUrl: settings[sources[name].urlKey].value,
    appId,
    keyOrigin: isVariable || origin === 'file' ? { from, isVariable } : undefined,
    timeout: settings.timeout.value,
    tries,
    concurrency: settings.concurrency.value,
    state: places.state,
    env: host.env,
    now: clock.now,
  });
}

/** The folder of all stores. @throws Failure for a user without a home */
export const storeFolder = ({ settings, host }: Run): string =>
  requirePlace(settings.store.value, 'data', host.platform);

/**
 * A store, which shows whether the clock can be right.
 * @param other in place of the one of the run's days; its source is undefined where it is not configured
 * @throws Failure if the clock must be right
 */
export function openStore(run: Run, other?: { places: StorePlaces; source: Source | undefined }): Store {
  const { alternative, clock, reporter } = run;
  const kind = { store: storeFolder(run), state: run.places.state, service: run.source.folder, alternative };
  const { places, source } = other ?? { places: storePlaces(kind), source: run.source };
  const store = new Store({ places, source, now: clock.now, reporter });
  clock.check({ newest: store.dayToCome() });
  return store;
}

/**
 * The stores of all services and sources, or of the one that an option names; without the source where it is
 * a service that is not configured.
 */
export async function allStores(run: Run) {
  const kinds = await storedKinds(storeFolder(run), run.places.state, run.host.signal).catch((error) => {
    throw failureIn(error).hinting(
      ratebook('config', 'get', 'store').in((line) => `the store must be a folder: ${line}`),
    );
  });
  const named = run.settings.source.origin === 'option' ? run.source.folder : undefined;
  const sources = [run.source, ...sourceNames.map((name) => sourceNamed(name, run))];

  return kinds
    .filter(({ name }) => named === undefined || dirname(name) === named)
    .map(({ name, places }) => {
      const source = sources.find(({ folder }) => folder === dirname(name));
      return { name, source, store: openStore(run, { places, source }) };
    });
}

/**
 * Days between two turns of the event loop: an interrupt is noticed soon, and thousands of days take few
 * turns.
 */
const daysInTurn = 50;

/**
 * Each day, or what holds one, with progress on a terminal; an interrupt ends it between two.
 * @param doing `verifying`
 */
export async function* inTurn<T>(
  doing: string,
  days: readonly T[] | AsyncIterable<T>,
  { host, reporter }: App,
): AsyncGenerator<T> {
  const all = Array.isArray(days) ? days.length : Number.POSITIVE_INFINITY;
  reporter.startProgress(all, all, doing);
  let passed = 0;
  try {
    for await (const day of days) {
      if (passed++ % daysInTurn === 0) await letOthersRun();
      host.signal.throwIfAborted();
      yield day;
      reporter.progress?.advance(1);
    }
  } finally {
    reporter.stopProgress();
  }
}

/** Includes the responses that killed processes have left behind. */
export async function openStored(run: Run, options: Partial<DayOptions> = {}): Promise<StoredDays> {
  const { host, reporter, source } = run;
  const stored = new StoredDays(openStore(run), source, options);

  const responses = await stored.recover(host.signal);
  if (responses.length === 0) return stored;
  reportDropped(responses.flatMap(ratesIn), reporter);
  await stored.settle(reporter);
  return stored;
}

/**
 * @param stored undefined: days are neither read from disk nor stored
 * @param direct further parameters of requests whose responses are not stored
 * @param signal of a server, which shows no progress; by default the host's
 */
export function openFetcher(
  run: Run,
  stored: StoredDays | undefined,
  direct?: Partial<ResponseForm>,
  signal?: AbortSignal,
): DayFetcher {
  const { reporter, settings, host, source, alternative, connect, agent } = run;
  const fetcher = dayFetcher({
    source,
    stored,
    connect,
    form: { alternative, prettyprint: false, ...(stored ? {} : direct) },
    concurrency: settings.concurrency.value,
    reporter,
    signal: signal ?? host.signal,
    isInteractive: signal === undefined,
  });
  if (!agent) return fetcher;
  return {
    ...fetcher,
    async *fetch(plan) {
      const { budget, giveBack } = await agent.setAside(plan.limitedCost, run);
      try {
        yield* fetcher.fetch(plan, budget);
      } finally {
        await giveBack().catch(() => {});
      }
    },
  };
}

/** The stored days, unless days are neither read from disk nor stored, and which codes are known. */
export async function openDays(run: Run, options: DayOptions) {
  const { alternative, source, agent } = run;
  const stored = options.store ? await openStored(run, options) : undefined;
  if (agent) agent.run = run;
  if (run.sourceNote) run.reporter.note(run.sourceNote);
  const lookup: CodeLookup = { store: stored?.store, alternative, yes: options.yes, source };
  return { stored, lookup };
}

const planColumns: Columns = { endpoint: 'text', start: 'date', end: 'date', cost: 'integer' };

/** The requests of the plan, as text on stdout. @param archive further members of JSON */
export async function printPlan(
  plan: Plan,
  { format = 'table', header = true }: { readonly format?: string | undefined; readonly header?: boolean },
  run: Run,
  line = costLine(plan),
  archive: { readonly since?: Day; readonly this_run?: number; readonly runs?: number } = {},
): Promise<ExitCode> {
  const gaps = plan.unavailable;
  const inWords = gaps.length > 0 ? `; ${count(gaps.length, 'gap')}: ${daysInWords(gaps)}` : '';
  run.reporter.note(line + inWords);

  const { cost } = plan;
  const requests = entriesOf(plan.requests, run.source);
  const rows = plan.requests.map((request) => {
    const { first, last } = request.run;
    return [endpointOf(run.source, request), first, last, costOf(request, run.source)];
  });
  const as = isRecordsFormat(format) && !formats[format].binary ? format : 'table';
  const total = as === 'table' ? [['total', '', '', cost]] : [];
  const figures = { days: plan.days, held: plan.stored, gaps: gaps.length, fetch: plan.missing.length };
  const json = new JsonText(jsonText({ since: archive.since, ...figures, ...archive, cost, requests }));
  // in a pager the total, which is what is asked for, would be out of sight
  const to = { format: as, header, pager: false };
  await printRecords({ columns: planColumns, rows: [...rows, ...total], json }, to, run);
  return exit.ok;
}

/** Of a longer list in JSON, requests that follow each other are one entry. */
const mostEntries = 12;

function entriesOf(requests: readonly Request[], source: Source) {
  const isLong = requests.length > mostEntries;
  const inOrder = requests.toSorted((one, other) => (one.run.first < other.run.first ? -1 : 1));
  const entries: { endpoint: string; start: Day; end: Day; cost: number; requests?: number }[] = [];
  for (const request of isLong ? inOrder : requests) {
    const { run } = request;
    const cost = costOf(request, source);
    const endpoint = endpointOf(source, request);
    const last = isLong ? entries.at(-1) : undefined;
    if (last?.endpoint === endpoint && publishedBetween(last.end, run.first, source.calendar).length === 0) {
      last.end = run.last;
      last.cost += cost;
      last.requests = (last.requests ?? 1) + 1;
    } else entries.push({ endpoint, start: run.first, end: run.last, cost });
  }
  return entries;
}
