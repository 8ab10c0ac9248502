import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, type Day, dayAt, firstDay } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { exit, Failure, ifPossible } from '../../errors.ts';
import { RunBudget } from '../../fetch/budget.ts';
import type { DayFetcher } from '../../fetch/fetch.ts';
import { roundsAfter } from '../../fetch/latest.ts';
import type { Plan } from '../../fetch/plan.ts';
import type { StoredDays } from '../../fetch/stored-days.ts';
import { reportDropped } from '../../report/coverage.ts';
import type { Reporter } from '../../report/reporter.ts';
import {
  type DayOutcome,
  isNotDue,
  isUnavailable,
  NotRequested,
  Refused,
  ratesIn,
} from '../../sources/source.ts';
import { codeSpans } from '../../store/neighbours.ts';
import { accessRestricted, type FoundDays, ServiceError, timeInLog } from './service.ts';

/** Milliseconds that a day that is not stored, or a failure of the source, stays in memory. */
const lifetime = 60_000;

/** Milliseconds that a client waits for missing days; those that arrive later are stored for the next. */
const longestWait = 4_000;

/** Milliseconds in which a folder can change twice without a sign of it in its time of change. */
const clockTick = 50;

/**
 * The requests that may be spent in a UTC day. One that is under way at midnight counts once it has ended.
 */
export class DayBudget extends RunBudget {
  #day: Day = firstDay;

  constructor(
    maximum: number,
    private readonly now: () => number,
  ) {
    super(maximum);
  }

  override get spent(): number {
    const today = dayAt(this.now());
    // a clock that is set back begins no other day
    if (this.#day < today) {
      this.#day = today;
      this.charged = 0;
      this.lost = 0;
    }
    return this.charged + this.lost;
  }
}

interface ServedOptions {
  readonly stored: StoredDays;
  readonly fetcher: DayFetcher;
  readonly offline: boolean;
  readonly budget: DayBudget;
  readonly now: () => number;
  readonly reporter: Pick<Reporter, 'note' | 'problem'>;
}

/** The days of a source for many clients at once: one that several of them need is fetched once. */
export function servedDays({ stored, fetcher, offline, budget, now, reporter }: ServedOptions) {
  const { store, source } = stored;
  /** The state of the store's folder, and when it was looked at. */
  let folderState: string | undefined;
  let checkedAt: number | undefined;
  let spans: { readonly state: string | undefined; readonly all: ReturnType<typeof codeSpans> } | undefined;
  const underWay = new Map<Day, Promise<void>>();
  /** Days fetched within the last minute. */
  const recent = new Map<Day, { readonly outcome: DayOutcome; readonly until: number }>();
  let failure: { readonly error: Failure; readonly until: number } | undefined;

  /** @param days ascending @throws Failure; ServiceError if they take too long */
  async function find(days: readonly Day[]): Promise<FoundDays> {
    const before = revision();
    for (const [day, { until }] of recent) if (now() >= until) recent.delete(day);
    const available = days.map((day) => stored.lookUp(day, now()) ?? recent.get(day)?.outcome);
    const missing = offline ? [] : days.filter((_, at) => !available[at]);
    const unplanned = missing.filter((day) => !underWay.has(day));
    const plan = unplanned.length > 0 ? fetcher.plan(unplanned, 'range') : undefined;
    if (plan) {
      const fetching = fetch(unplanned, plan).finally(() => {
        for (const day of unplanned) underWay.delete(day);
      });
      // each client that waits for the days gets their failure
      fetching.catch(() => {});
      for (const day of unplanned) underWay.set(day, fetching);
    }
    if (missing.length > 0) await inTime(missing.map((day) => underWay.get(day)));
    const outcomes = days.map(
      (day, at): DayOutcome => available[at] ?? recent.get(day)?.outcome ?? { day, reason: 'not stored' },
    );

    const unavailable = outcomes.filter(isUnavailable);
    // closed days matter only where all days are closed
    const [closed] = unavailable.length === days.length ? unavailable : [];
    const first = unavailable.find((outcome) => !isNotDue(outcome)) ?? closed;
    const spent = missing.length > 0 ? `fetched, cost ${plan?.cost ?? 0}` : undefined;
    if (first) {
      const isExplained = !spent && first.reason === 'not stored';
      const fault = isExplained ? undefined : `${first.day}: ${first.reason}`;
      return { rates: undefined, origin: spent ?? 'not stored, cost 0', fault };
    }
    // a day that can still be published has to be asked for again, although the folder is the same
    const canChange = unavailable.some(({ day }) => source.calendar.publishes(day));
    const isStored = !spent && !canChange && days.every((day) => store.canStore(day));
    const origin = spent ?? 'stored, cost 0';
    return { rates: ratesIn({ days: outcomes }), origin, revision: isStored ? before : undefined };
  }

  /**
   * The newest stored day, offline that of provisional rates of any age; undefined if today's are the newest.
   * Newer days are requested meanwhile, and are there for the next client. @throws Failure
   */
  async function newest(): Promise<Day | undefined> {
    if (source.newest === 'today' && !offline) return undefined;
    const day = stored.newest();
    if (offline) return day;
    const update = fetchNewer(day);
    if (!day) await update;
    // a failure is reported where it is remembered
    else update.catch(() => {});
    return day ?? stored.newest();
  }

  async function fetchNewer(newest: Day | undefined) {
    for (const days of roundsAfter(newest, dayAt(now()), source)) if ((await find(days)).rates) return;
  }

  /** Of all stored days. @throws Failure */
  async function codes(): Promise<readonly Code[]> {
    const state = revision();
    if (!state || spans?.state !== state)
      spans = { state, all: codeSpans(store.days(), (day) => ifPossible(() => store.peek(day))?.rates) };
    return [...(await spans.all).keys()];
  }

  /**
   * The state of the store's folder, whose files are only ever replaced whole; undefined if it can be
   * changing.
   */
  function revision() {
    // of the many requests of a millisecond, the first looks at the folder
    if (checkedAt === now()) return folderState;
    checkedAt = now();
    // an error is reported by the store, when it is read
    const folder = ifPossible(() => statSync(store.places.days, { throwIfNoEntry: false }));
    const isSettled = folder && checkedAt - folder.mtimeMs > clockTick;
    folderState = isSettled ? `${folder.ino} ${folder.mtimeMs}` : undefined;
    return folderState;
  }

  /**
   * Sends nothing if the cost exceeds the rest of the day's budget. @throws Failure, also one of a moment ago
   */
  async function fetch(days: readonly Day[], plan: Plan) {
    if (failure && now() < failure.until) throw failure.error;
    if (!budget.allows(plan.limitedCost)) throw accessRestricted(addDays(dayAt(now()), 1));

    const outcomes: DayOutcome[] = [];
    try {
      if (source.asks.by === 'all') stored.checkWritable(days);
      for await (const fetched of fetcher.fetch(plan, budget)) {
        outcomes.push(...fetched.days);
        for (const day of ratesIn(fetched)) if (day.dropped) reportDropped([day], reporter);
      }
    } catch (error) {
      rememberFailure(error);
      throw error;
    }
    for (const outcome of outcomes) recent.set(outcome.day, { outcome, until: now() + lifetime });
  }

  /** Remembers a failure that every other client would get, too, and reports it once. */
  function rememberFailure(error: unknown) {
    if (!(error instanceof Failure) || error.exitCode === exit.interrupted) return;
    const isOfKey = error instanceof Refused && /^(key|quota)$/.test(error.kind);
    if (source.newest !== 'published' && !isOfKey && !(error instanceof NotRequested)) return;
    if (!failure || failure.until <= now())
      reporter.note(`${timeInLog(now())} ${error.message}; not retried for one minute`);
    failure = { error, until: now() + lifetime };
  }

  return {
    store,
    revision,
    find,
    newest,
    codes,
    /** Resolves once no request is under way. */
    settled: () => Promise.allSettled(underWay.values()),
  };
}

/** @throws ServiceError if it takes too long */
function inTime(work: readonly (Promise<void> | undefined)[]): Promise<unknown> {
  const late = sleep(longestWait, undefined, { ref: false }).then(() => {
    throw new ServiceError(
      503,
      'unavailable',
      'The days did not arrive in time. Please try again in a moment.',
      `nothing arrived within ${longestWait / 1000} s`,
    );
  });
  return Promise.race([Promise.all(work), late]);
}
