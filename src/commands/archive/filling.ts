import type { Day } from '../../calendar/day.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import type { Plan } from '../../fetch/plan.ts';
import { pivotOf } from '../../rates/day-rates.ts';
import { costLine, spentLine } from '../../report/cost.ts';
import { Coverage } from '../../report/coverage.ts';
import { usageIfAnswered } from '../../run/run.ts';
import { type Budget, Ledger, OverBound } from '../../sources/ledger.ts';
import { isGap, quotaRenewal, Refused, type Usage } from '../../sources/source.ts';
import { count, grouped } from '../../words.ts';
import { type ArchiveJob, newestFirst } from './job.ts';
import { boundOf, reserveOf, type Share, shareOf } from './share.ts';

/** Requests after which the quota is looked at again. */
const mostOfAPart = 25;

export class Filling {
  code: ExitCode = exit.ok;
  /** As last heard, less what was spent since. */
  usage: Usage | undefined;
  /** `121 of 1,000 requests kept back`; undefined if nothing waits for the next quota. */
  keptBack: string | undefined;
  readonly #ledger: Ledger;
  readonly #coverage: Coverage;
  readonly #knownGaps: ReadonlySet<Day>;
  #remaining: readonly Day[];
  #isBegun = false;
  #overBound: OverBound | undefined;

  constructor(
    private readonly job: ArchiveJob,
    /** The first new day; older ones are backfill. */
    private readonly newSince: Day,
  ) {
    const { missing, most, holdings, run } = job;
    this.#remaining = missing;
    this.#ledger = new Ledger(most, { name: 'what this run may spend', hint: 'the next run continues' });
    this.#coverage = new Coverage(pivotOf(run.source.pivot), undefined, { isRange: true });
    this.#knownGaps = new Set(missing.filter((day) => holdings.isKnownGap(day)));
  }

  get renewal(): Day {
    return quotaRenewal(this.usage, this.job.run.clock.now());
  }

  /** @throws Failure; OverBound where lost answers have used up what the run may spend */
  async fetch(): Promise<void> {
    try {
      while (await this.#fetchPart());
    } finally {
      const { reporter } = this.job.run;
      reporter.stopProgress();
      this.code = this.#coverage.tell(reporter);
      const spent = spentLine(this.#ledger);
      if (spent) reporter.note(spent);
    }
  }

  /** True if there is more to do. */
  async #fetchPart(): Promise<boolean> {
    const ledger = this.#ledger;
    const { most, holdings, library, run } = this.job;
    // what other archives and look-ups with this key have spent meanwhile
    this.usage = (await usageIfAnswered(run)) ?? this.usage;
    const { remaining, quota } = this.usage ?? {};
    const reserve = this.job.reserve ?? reserveOf(this.usage);
    // what the source calls unfinished would be paid for, and not stored
    this.#remaining = this.#remaining.filter((day) => holdings.store.mayKeep(day, run.clock.served));

    const situation = {
      missing: this.#remaining,
      newSince: this.newSince,
      most: most - ledger.spent,
      left: remaining,
      reserve,
    };
    const share = shareOf(situation);
    this.keptBack = share.isKeptBack ? keptBackOf(reserve, quota) : undefined;
    const mostNow = remaining === undefined ? Number.POSITIVE_INFINITY : mostOfAPart;
    const days = share.days.slice(-mostNow);
    if (days.length === 0) return this.#end(share);
    this.#begin(share);

    const before = ledger.spent;
    ledger.most = before + Math.min(mostNow, boundOf({ days }, situation));
    try {
      await this.#take(newestFirst(days, library), ledger);
      return days.length < share.days.length;
    } catch (error) {
      // lost answers have used up the part
      if (!(error instanceof OverBound) || ledger.spent === before) throw error;
      this.#overBound = error;
      return true;
    } finally {
      if (this.usage && remaining !== undefined)
        this.usage = { ...this.usage, remaining: Math.max(0, remaining - (ledger.spent - before)) };
    }
  }

  async #take(plan: Plan, budget: Budget): Promise<void> {
    const seen = new Set<Day>();
    try {
      for await (const outcome of this.job.library.days(plan, budget)) {
        seen.add(outcome.day);
        if (!isGap(outcome)) this.#coverage.shown(outcome);
        else if (!this.#knownGaps.has(outcome.day)) this.#coverage.gap(outcome);
      }
    } finally {
      this.#remaining = this.#remaining.filter((day) => !seen.has(day));
    }
  }

  #begin({ days }: Share): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    const { library, run } = this.job;
    const plan = newestFirst(days, library);
    if (plan.cost > 0) run.reporter.note(costLine(plan, this.usage?.remaining));
    if (run.source.asks.by === 'all') run.reporter.startDownload(plan.missing);
    else run.reporter.startProgress(plan.days, plan.missing);
  }

  #end({ newDaysLeft, isKeptBack }: Share): false {
    if (newDaysLeft > 0 && this.usage?.remaining === 0) {
      const message = `the quota is used up; it resets on ${this.renewal}`;
      throw new Refused('quota', new Failure('quota_used_up', message));
    }
    if (this.#overBound && !isKeptBack) throw this.#overBound;
    return false;
  }
}

function keptBackOf(reserve: number, quota: number | undefined): string {
  const of = quota === undefined ? '' : `${grouped(reserve)} of `;
  return `${of}${count(quota ?? reserve, 'request')} kept back`;
}
