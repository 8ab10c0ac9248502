import { type Day, dayAt } from '../calendar/day.ts';
import { daysInWords } from '../calendar/runs.ts';
import { Failure, failureIn } from '../errors.ts';
import type { Flush } from '../files.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { codesInWords } from '../report/coverage.ts';
import type { Reporter } from '../report/reporter.ts';
import { type Request, ratesIn, type Source, type SourceResponse } from '../sources/source.ts';
import { type ForeignEntry, Journal } from '../store/journal.ts';
import { richerIn } from '../store/neighbours.ts';
import type { Store, StoreResult } from '../store/store.ts';
import { count, printable } from '../words.ts';

/** The kinds of findings about a received day. `lost`: it is not stored, and will be charged again. */
type DayFinding =
  | 'changed'
  /** Its response had fewer than half of the stored codes, which stay. */
  | 'put aside'
  /** The source no longer has it; the stored rates stay. */
  | 'gone'
  | 'incomplete'
  /** It was received otherwise than it is stored; the stored rates stay. */
  | 'contradicted'
  /** It is final by the local clock, but not by the service's. */
  | 'not final'
  /** Its response is left in the journal to the next run. */
  | 'unwritten'
  | 'lost';

/** Every response after one that could not be stored would be lost, too. */
const cannotStore = new Failure(
  'cannot_write',
  'nothing more is requested, since responses can no longer be stored',
  'once the disk can be written again, run the same command again to continue',
);

/** Stores responses, so that nothing that was paid for is lost. */
export class Receiver {
  hasFailed = false;
  /** How many days lie on disk because of this process. */
  stored = 0;
  /** Days that this process has received. */
  readonly days = new Set<Day>();
  /** Of all responses, for the exit code. */
  readonly putAside = new Set<Day>();
  /** How many codes each received day has whose neighbours have not been compared. */
  readonly #uncompared = new Map<Day, number>();
  /** Entries of the journal whose days are written, but perhaps not on disk. */
  #unflushed: { readonly entry: string; readonly days: readonly Day[] }[] = [];
  /** Findings since the last report, by kind and day: codes, or a reason. */
  #findings = new Map<DayFinding, Map<Day, string>>();

  readonly journal: Journal;

  constructor(
    private readonly store: Store,
    private readonly source: Pick<Source, 'read'>,
  ) {
    this.journal = new Journal(store.places.journal, store.options.now);
  }

  /** Makes room for the response, if it has to outlive this process. @throws Failure if it could not be stored */
  reserve({ scope, run }: Request): void {
    if (scope === 'newest' || !this.source.read || !this.store.canStore(run.first)) return;
    try {
      this.journal.reserve(run);
    } catch (error) {
      const { code, message } = failureIn(error);
      throw new Failure(code, `nothing more is requested: ${message}`, ...cannotStore.hints);
    }
  }

  /**
   * Stores the days of a response: of several through the journal, since all of them would be lost at once.
   * Returns why nothing more should be requested, if a day could not be stored.
   */
  async storeResponse(request: Request, response: SourceResponse): Promise<Failure | undefined> {
    const { scope, run } = request;
    const { served } = response;
    // after midnight, the newest rates are no longer those of the day that was requested
    const isLate = scope === 'newest' && served !== undefined && dayAt(served) !== run.first;
    const received = ratesIn(response);
    if (isLate || received.length === 0) return undefined;

    const days = received.flatMap(({ day }) => (this.store.canStore(day, served) ? day : []));
    const isSeveral = run.length > 1;
    let entry = isSeveral ? await this.#writeEntry(request, response) : undefined;
    // days that can be had again for free are flushed together
    const isFree = !this.source.read;
    const failures = await this.#storeDays(response, entry || isFree ? 'later' : 'at once');
    for (const day of days) this.days.add(day);

    if (failures.size > 0) {
      if (!isSeveral) entry = await this.#writeEntry(request, response);
      this.#fail(failures, entry ? 'unwritten' : 'lost');
      return cannotStore;
    }
    if (entry) this.#unflushed.push({ entry, days });
    return isFree && !(await this.#flush(days)) ? cannotStore : undefined;
  }

  /**
   * Flushes the stored days, so that their entries can be removed, and finds the incomplete ones. A failure is left
   * to the next run.
   */
  async settle(): Promise<void> {
    const unflushed = this.#unflushed.splice(0);
    if (await this.#flush(unflushed.flatMap(({ days }) => days)))
      for (const { entry } of unflushed) this.journal.remove(entry);
    // now those around them are stored, too
    const richer = richerIn(this.store, this.#uncompared);
    for (const [day, codes] of [...this.#uncompared].sort()) {
      const why = richer(day, codes);
      if (why) this.note('incomplete', day, why);
    }
    this.#uncompared.clear();
  }

  /**
   * Stores the days of responses that killed processes and power cuts left, and returns the responses. What
   * cannot be stored is left to the next run.
   * @param month `2024-01`, under its lock; undefined: of all, without those that may still be stored
   */
  async recover(signal: AbortSignal, month?: string): Promise<SourceResponse[]> {
    const { store, journal } = this;
    const responses: SourceResponse[] = [];
    const done: ForeignEntry[] = [];
    for (const entry of journal.entriesOfOthers(month)) {
      signal.throwIfAborted();
      const isUnderWay = journal.isUnderWay(entry);
      const body = isUnderWay && month === undefined ? undefined : journal.read(entry);
      const response = body && (await this.source.read?.(entry, { body, served: entry.received }));
      // the process that left what is unusable could not have used it either
      if (!body || (!response && isUnderWay)) continue;
      if (response) {
        for (const { day } of ratesIn(response))
          if (store.canStore(day, response.served)) store.removeTorn(day);
        const failures = await this.#storeDays(response, 'later');
        responses.push(response);
        this.#fail(failures, 'unwritten');
        if (failures.size > 0) continue;
      }
      done.push(entry);
    }
    const days = responses.flatMap((response) => ratesIn(response).map(({ day }) => day));
    if (await this.#flush(days)) for (const { path } of done) journal.remove(path);
    return responses;
  }

  /** A stored day is replaced where its rates differ. @throws Failure */
  async storeDay(rates: DayRates, served: number | undefined, flush: Flush): Promise<StoreResult> {
    const { day } = rates;
    const stored = this.store.read(day);
    const result = await this.store.storeRates(rates, served, flush);
    if (stored && result === 'changed') this.note('changed', day, differingCodes(stored, rates));
    if (result !== 'put aside') return result;
    this.note('put aside', day);
    this.putAside.add(day);
    return result;
  }

  /** Of a day that stays as it is stored. */
  compare(stored: DayRates, received: DayRates): void {
    const differing = differingCodes(stored, received);
    if (differing !== '') this.note('contradicted', stored.day, differing);
  }

  note(finding: DayFinding, day: Day, what = ''): void {
    const found = this.#findings.get(finding) ?? new Map<Day, string>();
    this.#findings.set(finding, found.set(day, what));
  }

  /** Reports the findings since the last call. */
  report(reporter: Pick<Reporter, 'note' | 'problem'>): void {
    const findings = this.#findings;
    this.#findings = new Map();
    const found = (kind: DayFinding) => [...(findings.get(kind) ?? [])].sort();
    const days = (kind: DayFinding) => daysInWords(found(kind).map(([day]) => day));
    const number = (kind: DayFinding) => count(found(kind).length, 'day');
    const { replaced } = this.store.places;

    for (const [kind, what] of [
      ['unwritten', 'stored'],
      ['lost', 'stored and will be charged again'],
    ] as const) {
      const [, why] = found(kind)[0] ?? [];
      if (why) reporter.problem(`${number(kind)} could not be ${what}: ${days(kind)}: ${why}`);
    }
    if (findings.has('not final'))
      reporter.problem(
        `${number('not final')} not stored, unfinished by the service's clock: ${days('not final')}`,
      );
    if (findings.has('put aside')) {
      reporter.problem(`the response has fewer than half of the stored currencies: ${days('put aside')}`);
      reporter.problem(`the stored rates stay; the response is in ${replaced}`);
    }
    if (findings.has('gone'))
      reporter.note(`the source no longer has ${days('gone')}; the stored rates stay`);
    reportDiffering('changed since they were stored', found('changed'), reporter);
    if (findings.has('changed')) reporter.note(`the replaced files are in ${replaced}`);
    const incomplete = found('incomplete');
    for (const [day, why] of incomplete.slice(0, mostNamed))
      reporter.note(`${day} ${why}: stored, but incomplete; --refresh fetches it again`);
    const more = incomplete.slice(mostNamed).map(([day]) => day);
    if (more.length > 0) reporter.note(`the same goes for ${daysInWords(more)}`);
    reportDiffering('the stored rates stay where the received ones differ', found('contradicted'), reporter);
  }

  /** Returns its path; undefined if it needs no entry, or none can be written. */
  async #writeEntry({ scope, run }: Request, { body, served }: SourceResponse) {
    if (scope === 'newest' || !body || !this.source.read || !this.store.canStore(run.first, served))
      return undefined;
    const entry = { scope, run, received: this.#receivedAt(served), body };
    return this.journal.write(entry).catch((error) => {
      failureIn(error);
      return undefined;
    });
  }

  /** Returns the days that could not be written. */
  async #storeDays(response: SourceResponse, flush: Flush): Promise<Map<Day, Failure>> {
    const { store } = this;
    const { served } = response;
    const failures = new Map<Day, Failure>();
    for (const rates of ratesIn(response)) {
      const { day } = rates;
      try {
        if (!store.canStore(day)) await store.state.setProvisional(rates, this.#receivedAt(served));
        else {
          const result = await this.storeDay(rates, served, flush);
          if (result === 'kept' || result === 'changed') this.stored++;
          if (result === 'not kept') {
            this.note('not final', day);
            this.hasFailed = true;
          } else if (result !== 'put aside') this.#uncompared.set(day, rates.rates.size);
        }
        this.#findings.get('lost')?.delete(day);
      } catch (error) {
        failures.set(day, failureIn(error));
      }
    }
    return failures;
  }

  /** False if these days are perhaps not on disk. */
  async #flush(days: readonly Day[]) {
    try {
      await this.store.flush(days);
      return true;
    } catch (error) {
      this.#fail(new Map(days.map((day) => [day, failureIn(error)])), 'unwritten');
      return false;
    }
  }

  #fail(failures: ReadonlyMap<Day, Failure>, as: 'unwritten' | 'lost') {
    for (const [day, { message }] of failures) this.note(as, day, message);
    if (failures.size > 0) this.hasFailed = true;
  }

  #receivedAt(served = Number.POSITIVE_INFINITY) {
    return Math.min(this.store.options.now(), served);
  }
}

function differingCodes({ rates: stored }: DayRates, { rates: received }: DayRates) {
  const codes = [...new Set([...stored.keys(), ...received.keys()])];
  return codesInWords(codes.filter((code) => stored.get(code) !== received.get(code)).sort());
}

const mostNamed = 5;

function reportDiffering(
  what: string,
  found: readonly (readonly [Day, string])[],
  reporter: Pick<Reporter, 'note'>,
) {
  if (found.length === 0) return;
  const named = found.slice(0, mostNamed).map(([day, codes]) => `${codes} on ${day}`);
  const more = found.length > mostNamed ? `, and on ${count(found.length - mostNamed, 'more day')}` : '';
  reporter.note(`${what}: ${named.join(', ')}${more}`);
}

/** @param days dates of a response that were not requested */
export function reportSurplus(days: readonly string[] = [], reporter: Pick<Reporter, 'note'>): void {
  if (days.length === 0) return;
  const more = days.length > mostNamed ? ', …' : '';
  const list = days.slice(0, mostNamed).map(printable).join(', ');
  reporter.note(`ignored ${count(days.length, 'unrequested day')}: ${list}${more}`);
}
