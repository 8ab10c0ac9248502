import { addDays, countDays, type Day, dayAt, eachDay } from '../calendar/day.ts';
import { type ExitCode, exit, Failure } from '../errors.ts';
import { budgetOf } from '../fetch/consent.ts';
import type { Holdings } from '../fetch/holdings.ts';
import { roundsAfter } from '../fetch/newest.ts';
import { type DayRates, isRunning, publicationOf, publishedAt } from '../rates/day-rates.ts';
import { type DayBatch, isGap } from '../sources/source.ts';
import { count } from '../words.ts';
import { CannotKeep, checkKeeping } from './keeping.ts';
import { openLibrary } from './library.ts';
import type { Run, Terms } from './run.ts';

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
    private readonly holdings: Holdings | undefined,
    /** That of the newest rates, or the one to ask for. */
    readonly day: Day,
  ) {}

  /**
   * The outcomes as they come; the newest stored rates where the source fails.
   * @throws Failure if there are none
   */
  async *orStored(batches: AsyncIterable<DayBatch>): AsyncGenerator<DayBatch> {
    try {
      for await (const batch of batches) {
        yield batch.map((outcome) => {
          if (isGap(outcome) || outcome.day !== this.day) return outcome;
          this.checkAge(outcome);
          return { ...outcome, day: this.#dayOf(outcome) };
        });
      }
    } catch (error) {
      yield [await this.storedInstead(error)];
    }
  }

  checkAge(rates: Published): void {
    const missed = this.missedSince(this.#dayOf(rates));
    if (missed.length <= mostMissed) return;
    const due = missed.at(-1);
    this.#warning ??= `the newest rates are those of ${this.#inWords(rates)}; those of ${due} are due`;
  }

  /** Days that are due, and later than this one. */
  missedSince(day: Day): Day[] {
    const { clock, source } = this.run;
    const { due, publishes } = source.calendar;
    return [...eachDay(addDays(day, 1), due(clock.now()))].filter(publishes);
  }

  /** @throws the error, where nothing is stored, or another try would fail as well */
  async storedInstead(error: unknown): Promise<DayRates> {
    const mayPass = error instanceof Failure && error.exitCode === exit.failed;
    const stored = mayPass ? await this.holdings?.newestRates() : undefined;
    if (!mayPass || !stored) throw error;
    this.#warning = `${error.message}; the newest stored rates are those of ${this.#inWords(stored)}`;
    return stored;
  }

  /** @returns 3 if the rates are older than they should be, which is said then */
  tell(): ExitCode {
    if (this.#warning === undefined) return exit.ok;
    this.run.reporter.problem(this.#warning);
    return exit.partial;
  }

  /** The day on which the rates were published, as the source says. */
  #dayOf(rates: Published): Day {
    const { clock, source } = this.run;
    if (source.newest === 'published' || this.holdings?.store.isStored(rates.day)) return rates.day;
    const published = publicationOf(rates, clock.now());
    const time = published ? Date.parse(published) : clock.served;
    return time === undefined ? rates.day : dayAt(time);
  }

  #inWords(rates: Published): string {
    const now = this.run.clock.now();
    const time = isRunning(rates, now) ? publishedAt(rates, now) : undefined;
    const age = countDays(this.#dayOf(rates), dayAt(now)) - 1;
    return `${time ?? rates.day}${age > 0 ? `, ${count(age, 'day')} ago` : ''}`;
  }
}

/** Rates that are stored, whatever their age: a note says it where they are over two days old. */
class NewestStored extends Newest {
  override checkAge(): void {}
}

export async function findNewest(run: Run, holdings: Holdings | undefined, terms: Terms): Promise<Newest> {
  if (terms.offline) return newestStored(run, holdings);
  const isKnownByAsking = run.source.newest === 'published' && !terms.dryRun;
  if (isKnownByAsking) return newestPublished(run, holdings, terms);
  return new Newest(run, holdings, dayAt(run.clock.now()));
}

async function newestStored(run: Run, holdings: Holdings | undefined): Promise<Newest> {
  const { clock, reporter } = run;
  const today = dayAt(clock.now());
  const day = await holdings?.newest();
  const age = day ? countDays(day, today) - 1 : 0;
  if (!day) reporter.note("nothing is stored: without --offline, today's rates are asked for");
  const old = `the newest stored day is ${day}, ${count(age, 'day')} ago`;
  // an agent has not said that it wants no other
  if (age > 2 && run.shared) reporter.problem(old);
  else if (age > 2) reporter.note(old);
  return new NewestStored(run, holdings, day ?? today);
}

/** Asks for the days after the newest stored one. @throws Failure */
async function newestPublished(run: Run, holdings: Holdings | undefined, terms: Terms): Promise<Newest> {
  const today = dayAt(run.clock.now());
  const stored = terms.refresh ? undefined : await holdings?.newest();
  const library = openLibrary(run, { ...terms, holdings });
  const budget = budgetOf(run, terms);
  let came: Day | undefined;
  let failure: unknown;

  try {
    for (const days of roundsAfter(stored, today, run.source)) {
      const plan = library.plan(days, 'range');
      checkKeeping(plan, holdings);
      for await (const outcome of library.days(plan, budget)) if (!isGap(outcome)) came = outcome.day;
      if (came) break;
    }
  } catch (error) {
    failure = error;
  }

  const day = (await holdings?.newest()) ?? came;
  const newest = new Newest(run, holdings, day ?? today);
  const isBehind = !day || newest.missedSince(day).length > 0;
  // who may only read a store has no less than is due in it, as long as somebody else fills it
  if (failure instanceof CannotKeep && !isBehind) run.reporter.note(failure.message);
  else if (failure) await newest.storedInstead(failure);
  else if (day) newest.checkAge({ day, isFinal: true });
  return newest;
}
