import { addDays, countDays, type Day, dayAt, eachDay } from '../calendar/day.ts';
import { publishedBetween } from '../calendar/publishing.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import { type DayRates, isProvisional, publicationOf, publishedAt } from '../rates/day-rates.ts';
import { openFetcher } from '../run/days.ts';
import type { DayOptions, Run } from '../run/run.ts';
import { isUnavailable, NotRequested, type Source } from '../sources/source.ts';
import { count } from '../words.ts';
import { budgetOf, checkStorable } from './consent.ts';
import type { Fetched } from './fetch.ts';
import type { StoredDays } from './stored-days.ts';

type Published = Pick<DayRates, 'day' | 'timestamp' | 'isFinal'>;

/** Publications that a source may miss before its newest rates count as old. */
const mostMissed = 1;

/**
 * The newest rates that can be had, which are never given in silence where they are older than they should
 * be.
 */
export class Newest {
  #warning: string | undefined;

  constructor(
    private readonly run: Run,
    private readonly stored: StoredDays | undefined,
    /** That of the newest rates, or the one to ask for. */
    readonly day: Day,
    /** Stored rates, whatever their age: a note says it where they are over two days old. */
    private readonly isAnyAge = false,
  ) {}

  /**
   * The outcomes as they are received; the newest stored rates where the source fails.
   * @throws Failure if there are none
   */
  async *orStored(fetched: AsyncIterable<Fetched>): AsyncGenerator<Fetched> {
    try {
      for await (const { days, ...more } of fetched) {
        const dated = days.map((outcome) => {
          if (isUnavailable(outcome) || outcome.day !== this.day) return outcome;
          this.checkAge(outcome);
          return { ...outcome, day: this.#dayOf(outcome) };
        });
        yield { days: dated, ...more };
      }
    } catch (error) {
      yield { days: [this.storedInstead(error)] };
    }
  }

  checkAge(rates: Published): void {
    const missed = this.missedSince(this.#dayOf(rates));
    if (this.isAnyAge || missed.length <= mostMissed) return;
    this.#warning ??= `the newest rates are those of ${this.#inWords(rates)}; those of ${missed.at(-1)} are due`;
  }

  /** Days that are due, and later than this one. */
  missedSince(day: Day): Day[] {
    const { clock, source } = this.run;
    return publishedBetween(day, addDays(source.calendar.due(clock.now()), 1), source.calendar);
  }

  /** @throws the error, where nothing is stored, or another try would fail as well */
  storedInstead(error: unknown): DayRates {
    const mayPass = error instanceof Failure && error.exitCode === exit.failed;
    const stored = mayPass ? this.stored?.newestRates() : undefined;
    if (!mayPass || !stored) throw error;
    this.#warning = `${error.message}; the newest stored rates are those of ${this.#inWords(stored)}`;
    return stored;
  }

  /** @returns 3 if the rates are older than they should be, which is said then */
  report(): ExitCode {
    if (this.#warning === undefined) return exit.ok;
    this.run.reporter.problem(this.#warning);
    return exit.partial;
  }

  /** The day on which the rates were published, as the source says. */
  #dayOf(rates: Published) {
    const { clock, source } = this.run;
    if (source.newest === 'published' || this.stored?.store.isStored(rates.day)) return rates.day;
    const published = publicationOf(rates, clock.now());
    const time = published ? Date.parse(published) : clock.served;
    return time === undefined ? rates.day : dayAt(time);
  }

  #inWords(rates: Published) {
    const now = this.run.clock.now();
    const time = isProvisional(rates, now) ? publishedAt(rates, now) : undefined;
    const age = countDays(this.#dayOf(rates), dayAt(now)) - 1;
    return `${time ?? rates.day}${age > 0 ? `, ${count(age, 'day')} ago` : ''}`;
  }
}

export async function findNewest(
  run: Run,
  stored: StoredDays | undefined,
  options: DayOptions,
): Promise<Newest> {
  const today = dayAt(run.clock.now());
  if (options.offline) return newestStored(run, stored, today);
  if (run.source.newest === 'today' || options.dryRun) return new Newest(run, stored, today);
  return newestPublished(run, stored, options, today);
}

function newestStored(run: Run, stored: StoredDays | undefined, today: Day): Newest {
  const { agent, reporter } = run;
  const day = stored?.newest();
  if (!day) reporter.note("nothing is stored: without --offline, today's rates are asked for");
  const age = day ? countDays(day, today) - 1 : 0;
  // an agent has not said that it wants no other
  if (age > 2)
    reporter[agent ? 'problem' : 'note'](`the newest stored day is ${day}, ${count(age, 'day')} ago`);
  return new Newest(run, stored, day ?? today, true);
}

/** Requests the days after the newest stored one. @throws Failure */
async function newestPublished(
  run: Run,
  stored: StoredDays | undefined,
  options: DayOptions,
  today: Day,
): Promise<Newest> {
  const before = options.refresh ? undefined : stored?.newest();
  const fetcher = openFetcher(run, stored);
  const budget = budgetOf(run, options);
  let published: Day | undefined;
  let failure: unknown;

  try {
    for (const days of roundsAfter(before, today, run.source)) {
      const plan = fetcher.plan(days, 'range');
      checkStorable(plan, stored);
      for await (const fetched of fetcher.fetch(plan, budget))
        published = fetched.days.findLast((outcome) => !isUnavailable(outcome))?.day ?? published;
      if (published) break;
    }
  } catch (error) {
    failure = error;
  }

  const day = stored?.newest() ?? published;
  const newest = new Newest(run, stored, day ?? today);
  const isBehind = !day || newest.missedSince(day).length > 0;
  // a store that is only read is complete as long as somebody else fills it
  if (failure instanceof NotRequested && failure.code === 'cannot_write' && !isBehind)
    run.reporter.note(failure.message);
  else if (failure) newest.storedInstead(failure);
  else if (day) newest.checkAge({ day, isFinal: true });
  return newest;
}

/** How many days may have passed since a publication. A copy of all days may be old. */
const mostBack = { day: 14, range: 14, all: 366 } as const;

/**
 * What to request, one after another until there are rates, for the newest day that a source has published:
 * all days after the newest stored one, or where each takes a request, each by itself, the last one first.
 */
export function roundsAfter(stored: Day | undefined, today: Day, { asks }: Pick<Source, 'asks'>): Day[][] {
  const earliest = addDays(today, 1 - mostBack[asks.by]);
  const first = stored && stored >= earliest ? addDays(stored, 1) : earliest;
  const days = [...eachDay(first, today)];
  return asks.by === 'day' ? days.toReversed().map((day) => [day]) : [days];
}
