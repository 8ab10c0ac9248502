import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { addDays, type Day, dayAt, isFinished, parseDay } from '../calendar/day.ts';
import { ifPossible } from '../errors.ts';
import { makeFolder, readUnlinked, writeWhole } from '../files.ts';
import { isObject, type Json, type JsonObject, parseJson, prettyJson } from '../json.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { DayOutcome, Version } from '../sources/source.ts';
import { dayFileMembers, dayOfJson } from './day-file.ts';
import { acquireLock } from './lock.ts';
import type { StorePlaces } from './places.ts';

/** Rates that can still change. */
interface Provisional {
  readonly rates: DayRates;
  /** By the earlier of the local and the service's clock, in milliseconds since 1970. */
  readonly received: number;
  /** By the local clock; the service's has whole seconds. */
  readonly stored: number;
}

/** The last response of a source that gives all its days at once. */
export interface Publication {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly version: Version;
  /** How many days up to the last one were stored then, those of earlier responses included. */
  readonly stored: number;
  readonly last: Day;
}

/** The plan of a key, and the update frequency of the service. */
export interface ServicePlan {
  /** Whose plan it is: a hash, since no file but the configuration may have the key. */
  readonly account: string;
  /** When time series were refused last, in milliseconds since 1970. */
  readonly refused?: number | undefined;
  /** Seconds from one publication to the next. */
  readonly frequency?: number | undefined;
}

/** The file as it is. Whatever is not valid in it counts as missing. */
interface State {
  /**
   * By day: when the source said, for the `first` and the `last` time, that it has no rates of it; or `in doubt`: a
   * series lacked the day, or was refused for it.
   */
  readonly unavailable: Record<Day, Json>;
  readonly provisional: Record<Day, Json>;
  /** A day that the source had not published yet when it was last asked, `at` milliseconds since 1970. */
  not_yet?: Json | undefined;
  publication?: Json | undefined;
  plan?: Json | undefined;
}

/** The state file of a source, beside its stored days. A power cut can lose it. */
export class SourceState {
  #read: { readonly mark: string; readonly state: State } | undefined;

  constructor(
    private readonly places: Pick<StorePlaces, 'state' | 'locks'>,
    private readonly now: () => number,
  ) {}

  /** A recent day may still be filled, so it counts only if the source said so a week later. */
  isUnavailable(day: Day): boolean {
    const seen = unavailableIn(this.#current, day);
    return seen !== undefined && day < addDays(seen.last, -7);
  }

  /**
   * Whether a source that publishes on working days need not be asked again: it said so today, or twice, a
   * week apart, and has published a later day. One response alone, as of a proxy, never lasts.
   */
  isAbsent(day: Day, newest: () => Day | undefined): boolean {
    const seen = unavailableIn(this.#current, day);
    if (!seen || seen.last <= day) return false;
    if (seen.last === dayAt(this.now())) return true;
    return seen.first <= addDays(seen.last, -7) && (newest() ?? day) > day;
  }

  /** Also a day in doubt. No day is unavailable before it is over. */
  isDoubtful(day: Day): boolean {
    const state = this.#current;
    const seen = unavailableIn(state, day);
    return seen ? day < seen.last : state.unavailable[day] === 'in doubt';
  }

  /** Whether the source was asked for the day, and had not published it, less than so long ago. */
  isTooEarly(day: Day, age: number): boolean {
    const { not_yet } = this.#current;
    if (!isObject(not_yet) || not_yet.day !== day || typeof not_yet.at !== 'number') return false;
    const since = this.now() - not_yet.at;
    return since >= 0 && since < age;
  }

  /** Undefined once the day is over. */
  provisional(day: Day): Provisional | undefined {
    const json = isFinished(day, this.now()) ? undefined : this.#current.provisional[day];
    const rates = dayOfJson(json, day);
    if (!rates || !isObject(json) || typeof json.received !== 'number') return undefined;
    const { received, stored } = json;
    const more = Array.isArray(json.dropped) ? json.dropped.filter((code) => typeof code === 'string') : [];
    const dropped = [...(rates.dropped ?? []), ...more];
    return {
      rates: dropped.length > 0 ? { ...rates, dropped } : rates,
      received,
      stored: typeof stored === 'number' ? stored : 0,
    };
  }

  get publication(): Publication | undefined {
    const { publication } = this.#current;
    if (!isObject(publication) || !isObject(publication.version)) return undefined;
    const { at, stored, last } = publication;
    const isWhole = typeof at === 'number' && typeof stored === 'number' && dayIn(last);
    return isWhole ? (publication as unknown as Publication) : undefined;
  }

  get plan(): ServicePlan | undefined {
    const { plan } = this.#current;
    if (!isObject(plan) || typeof plan.account !== 'string') return undefined;
    const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);
    return { account: plan.account, refused: numberIn(plan.refused), frequency: numberIn(plan.frequency) };
  }

  /** Remembers which days the source has no rates for; nothing of those that are merely unusable. @throws Failure */
  learn(outcomes: readonly DayOutcome[]): Promise<void> {
    const { unavailable } = this.#current;
    const changed = outcomes.filter((outcome) => {
      if (!('reason' in outcome)) return unavailable[outcome.day] !== undefined;
      if (outcome.reason === 'no rates') return !this.isDoubtful(outcome.day);
      return ['unavailable', 'closed', 'not published yet'].includes(outcome.reason);
    });
    return this.#update(changed, (state, outcome) => {
      const { day } = outcome;
      if (!('reason' in outcome)) delete state.unavailable[day];
      else if (outcome.reason === 'not published yet') state.not_yet = { day, at: this.now() };
      else if (outcome.reason === 'no rates') state.unavailable[day] = 'in doubt';
      else {
        // a day that is still to come by the service's clock is not lastingly unavailable
        const last = dayAt(Math.min(this.now(), outcome.served ?? Number.POSITIVE_INFINITY));
        const { first = last } = unavailableIn(state, day) ?? {};
        state.unavailable[day] = { first, last };
      }
    });
  }

  /** @throws Failure */
  setProvisional(rates: DayRates, received: number): Promise<void> {
    return this.#update([rates.day], ({ provisional }, day) => {
      const { dropped } = rates;
      provisional[day] = { received, stored: this.now(), dropped, ...dayFileMembers(rates) };
      for (const other of Object.keys(provisional) as Day[])
        if (isFinished(other, this.now())) delete provisional[other];
    });
  }

  /** @throws Failure */
  setPublication({ version, ...publication }: Publication): Promise<void> {
    return this.#update([publication.last], (state) => {
      state.publication = { ...publication, version: { ...version } };
    });
  }

  /** @throws Failure */
  setPlan(plan: ServicePlan): Promise<void> {
    return this.#update([plan], (state) => {
      state.plan = { ...plan };
    });
  }

  /** Read again only when another file has taken its place. */
  get #current() {
    const file = ifPossible(() => lstatSync(this.places.state, { throwIfNoEntry: false }));
    const mark = file ? `${file.ino} ${file.size} ${file.mtimeMs}` : '';
    if (this.#read?.mark !== mark) this.#read = { mark, state: readState(this.places.state) };
    return this.#read.state;
  }

  /** Changes each of them, under a lock, so that no process loses what another has learnt. @throws Failure */
  async #update<T>(changed: readonly T[], change: (state: State, one: T) => void) {
    if (changed.length === 0) return;
    const { state: path, locks } = this.places;
    const lock = await acquireLock(locks, 'state', new AbortController().signal);
    try {
      const state = readState(path);
      for (const one of changed) change(state, one);
      makeFolder(dirname(path));
      await writeWhole(path, `${prettyJson({ ...state })}\n`, 'later');
    } finally {
      await lock.release();
    }
  }
}

/** Empty if the file is missing, damaged or unreadable: its content is only requested again. */
function readState(path: string) {
  const json = parseJson(ifPossible(() => readUnlinked(path).toString()) ?? '');
  const { unavailable, provisional, ...others } = isObject(json) ? json : {};
  const membersOf = (value: unknown) => (isObject(value) ? { ...value } : {});
  return { unavailable: membersOf(unavailable), provisional: membersOf(provisional), ...others } as State;
}

const dayIn = (value: unknown) => (typeof value === 'string' ? parseDay(value) : undefined);

function unavailableIn({ unavailable }: State, day: Day) {
  const seen: unknown = unavailable[day];
  const { first, last }: JsonObject = isObject(seen) ? seen : {};
  const [firstDay, lastDay] = [dayIn(first), dayIn(last)];
  return firstDay && lastDay && { first: firstDay, last: lastDay };
}
