import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Holdings } from '../../fetch/holdings.ts';
import type { Library } from '../../fetch/library.ts';
import { openHoldings } from '../../run/holdings.ts';
import type { Cli, SharedRuns, WithSource } from '../../run/host.ts';
import { openLibrary } from '../../run/library.ts';
import { type Run, startRun } from '../../run/run.ts';
import { DailyBudget, type DayBudget } from '../../server/days/daily-budget.ts';
import { SharedDays } from '../../server/days/shared-days.ts';
import { sharedLibrary } from '../../server/days/shared-library.ts';
import type { Serving } from './options.ts';

/** Fewer than for other commands, because clients wait less patiently than people. */
const tries = 2;

/** Milliseconds. */
const grace = 5_000;

interface Opened {
  readonly run: Run;
  readonly holdings: Holdings;
  readonly days: SharedDays;
  readonly library: Library;
}

/** The days of each source that any call needs, opened once for all of them. */
export class OpenedSources implements SharedRuns {
  readonly #opening = new Map<string, Promise<Opened>>();
  readonly #opened = new Map<string, Opened>();
  readonly #ending = new AbortController();

  /** @param quota what may be spent in a day of a source that has a quota */
  constructor(
    private readonly cli: Cli,
    private readonly serving: Serving,
    private readonly quota: DayBudget,
  ) {}

  async holdings({ source: { folder }, sourceName }: WithSource): Promise<Holdings> {
    const opening = this.#opening.get(folder) ?? this.#open(sourceName);
    this.#opening.set(folder, opening);
    try {
      const opened = await opening;
      this.#opened.set(folder, opened);
      return opened.holdings;
    } catch (error) {
      this.#opening.delete(folder);
      throw error;
    }
  }

  library({ source: { folder } }: WithSource): Library {
    const opened = this.#opened.get(folder);
    if (!opened) throw new Error(`${folder} is not open`);
    return opened.library;
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
    const run = startRun(this.cli, { source: demo ? undefined : source, demo, tries, signal });
    const holdings = await openHoldings(run, { offline });
    const own = openLibrary(run, { holdings, offline, signal });
    const days = new SharedDays({
      holdings,
      library: own,
      offline,
      budget: this.#budgetOf(run),
      now: run.host.now,
      // each call tells of what it needs
      onIncomplete: () => {},
      onFailure: () => {},
    });
    return { run, holdings, days, library: sharedLibrary(own, days) };
  }

  #budgetOf({ source, settings, host }: Run): DayBudget {
    if (source.isMadeUp) return new DailyBudget(Number.POSITIVE_INFINITY, host.now);
    // a bank's requests are free, but to be few
    return source.has.quota ? this.quota : new DailyBudget(settings.confirm_above.value, host.now);
  }
}
