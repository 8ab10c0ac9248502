import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { version } from '../../../package.json';
import type { App, SharedRuns } from '../../app.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import type { DayFetcher } from '../../fetch/fetch.ts';
import type { StoredDays } from '../../fetch/stored-days.ts';
import { inData } from '../../report/reporter.ts';
import { openFetcher, openStored } from '../../run/days.ts';
import { Clock, holdProgram, type Run, resolveAuto, startRun } from '../../run/run.ts';
import { storeFolder } from '../../run/stores.ts';
import { DayBudget } from '../../server/days/day-budget.ts';
import { SharedDays, sharedFetcher } from '../../server/days/shared-days.ts';
import { AgentBudget } from '../../server/mcp/agent-budget.ts';
import { serveTools } from '../../server/mcp/server.ts';
import type { ToolAnswer } from '../../server/mcp/tool.ts';
import { Wire } from '../../server/mcp/wire.ts';
import { stateOf } from '../../store/places.ts';
import { define, type Given, inStore, run, voice, what } from '../options.ts';
import { CollectedWords, deskFor } from './calls.ts';

const options = [
  what.source,
  inStore('--offline', 'answer from stored days only; never open a connection'),
  run.demo,
  ...voice,
] as const;

export type Serving = Given<typeof options>;

export const mcpCommand = define({
  name: 'mcp',
  description:
    'Answer agents over the Model Context Protocol, on stdin and stdout. Their client starts it. All of ' +
    'them together spend at most agent_budget requests of the quota per UTC day: none unless that is set.',
  examples: [
    ['ratebook mcp', 'what a client is to start'],
    ['ratebook mcp --source ecb', 'real rates, without a key'],
    ['ratebook mcp --demo', 'made-up rates, to try it'],
  ],
  options,
  run: (app, given) => mcp(given, app),
});

/** What answers leave behind goes sooner than by default: this waits beside its client for hours. */
const keepsSmall = '--heap-growing-percent=30';

async function mcp(serving: Serving, { host, reporter }: App): Promise<ExitCode> {
  // each answer has the warning
  const clock = new Clock({ now: host.now, warn: () => {} });
  const app = { host, reporter, clock };
  const run = startRun(app, serving);
  holdProgram(host);
  setFlagsFromString(keepsSmall);
  if (host.stdin.isTTY)
    reporter.note("an agent's client is to start this, and speaks on stdin; Ctrl-D ends it");
  // what else there is to say stands in the answers
  reporter.speak({ ...serving, quiet: true });

  const max = () => startRun(app, serving).settings.agent_budget.value;
  const folder = join(stateOf(storeFolder(run), run.places.state), 'agents');
  const budget = new AgentBudget({ folder, max, now: host.now, signal: host.signal });
  const sources = new OpenedSources(app, serving, budget);

  async function status(): Promise<ToolAnswer> {
    const meant = await resolveAuto(startRun(app, serving), serving, async () => []);
    const { store } = await sources.stored(meant);
    const { requests } = await budget.recorded();
    return {
      source: meant.source.folder,
      newest: (await store.days()).at(-1) ?? null,
      agent_budget: budget.max(),
      spent_today: requests,
    };
  }

  const wire = new Wire({ input: host.stdin, write: (text, done) => host.stdout.write(text, done) });
  const end = () => void wire.close();
  host.signal.addEventListener('abort', end);
  const collected = () => {
    const words = new CollectedWords(host);
    words.hide(run.settings.app_id.value ?? '');
    return words;
  };
  await serveTools(wire, {
    version,
    instructions,
    deskFor: (signal) =>
      deskFor({ host, clock, words: collected, shared: sources, signal }, serving, { status }),
    failure: (error) => ({ error: inData(failureOf(error), (text) => collected().fit(text)) }),
  });
  await sources.close();
  return exit.ok;
}

const instructions =
  'Exact exchange rates of any day since 1999. Days are in UTC. Stored days and the banks without a key ' +
  'cost nothing; what would cost more requests than agent_budget allows is refused with its cost before it ' +
  'is asked. Pass warnings on to the user: they say which rates are old, odd or missing. Hints are in the ' +
  'words of the command line, whose options are the arguments here.';

const failureOf = (error: unknown) =>
  error instanceof Failure ? error : new Failure('internal_error', `internal error: ${error}`);

/** Fewer than for other commands, because clients wait less patiently than people. */
const tries = 2;

/** Milliseconds. */
const grace = 5_000;

interface Opened {
  readonly run: Run;
  readonly stored: StoredDays;
  readonly days: SharedDays;
  readonly fetcher: DayFetcher;
}

/** The days of each source that any call needs, opened once for all of them. */
class OpenedSources implements SharedRuns {
  readonly #opening = new Map<string, Promise<Opened>>();
  readonly #opened = new Map<string, Opened>();
  readonly #ending = new AbortController();

  /** @param quota what may be spent in a day of a source that has a quota */
  constructor(
    private readonly app: App,
    private readonly serving: Serving,
    private readonly quota: DayBudget,
  ) {}

  async stored({ source: { folder }, sourceName }: Pick<Run, 'source' | 'sourceName'>): Promise<StoredDays> {
    const opening = this.#opening.get(folder) ?? this.#open(sourceName);
    this.#opening.set(folder, opening);
    try {
      const opened = await opening;
      this.#opened.set(folder, opened);
      return opened.stored;
    } catch (error) {
      this.#opening.delete(folder);
      throw error;
    }
  }

  fetcher({ source: { folder } }: Pick<Run, 'source' | 'sourceName'>): DayFetcher {
    const opened = this.#opened.get(folder);
    if (!opened) throw new Error(`${folder} is not open`);
    return opened.fetcher;
  }

  /** What is under way has a few seconds, since it may have been paid for. */
  async close(): Promise<void> {
    const all = [...this.#opened.values()];
    const settled = Promise.all(all.map(({ days }) => days.settled()));
    await Promise.race([settled, sleep(grace, undefined, { ref: false })]);
    this.#ending.abort(new Error('closed'));
    await Promise.all(all.map(({ run }) => run.close()));
  }

  async #open(source: string): Promise<Opened> {
    const { demo, offline = false } = this.serving;
    const { signal } = this.#ending;
    setMaxListeners(0, signal);
    const run = startRun(this.app, { source: demo ? undefined : source, demo, tries, signal });
    const stored = await openStored(run, { offline });
    const fetcher = openFetcher(run, { stored, offline, signal });
    const days = new SharedDays({
      stored,
      fetcher,
      offline,
      budget: this.#budgetOf(run),
      now: run.host.now,
    });
    return { run, stored, days, fetcher: sharedFetcher(fetcher, days, stored) };
  }

  #budgetOf({ source, settings, host }: Run): DayBudget {
    if (source.isMadeUp) return new DayBudget(() => Number.POSITIVE_INFINITY, host.now);
    // a bank's requests are free, but to be few
    return source.has.quota ? this.quota : new DayBudget(() => settings.confirm_above.value, host.now);
  }
}
