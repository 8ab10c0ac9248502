import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { addDays, type Day, dayAt, isFinished, parseDay } from '../calendar/day.ts';
import { ifPossible } from '../errors.ts';
import { makeFolder, readUnlinked, writeWhole } from '../files.ts';
import { isObject, type Json, parseJson, prettyJson } from '../json.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { Version } from '../sources/source.ts';
import { dayFileMembers, dayOfJson } from './day-file.ts';
import { acquireLock } from './lock.ts';
import type { StorePlaces } from './places.ts';

/** When the source said, for the first and the last time, that it has no rates of a day. */
interface Unavailable {
  readonly first: Day;
  readonly last: Day;
}

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

/** What was last learnt of a service: of the plan of a key, and how often it publishes. */
export interface ServicePlan {
  /** Whose plan it is: a hash, since no file but the configuration may have the key. */
  readonly account: string;
  /** When time series were refused last, in milliseconds since 1970. */
  readonly refused?: number | undefined;
  /** Seconds from one publication to the next. */
  readonly frequency?: number | undefined;
}

interface State {
  /** `in doubt`: a series lacked the day, or was refused for it. */
  readonly unavailable: Map<Day, Unavailable | 'in doubt'>;
  readonly provisional: Map<Day, Provisional>;
  /** A day that the source had not published yet when it was last asked, in milliseconds since 1970. */
  notYet?: { readonly day: Day; readonly at: number } | undefined;
  publication?: Publication | undefined;
  plan?: ServicePlan | undefined;
}

/** What is known of a source that its stored days do not tell. A power cut may take it. */
export class SourceState {
  #read: { readonly mark: string; readonly state: State } | undefined;
  #updates: Promise<void> = Promise.resolve();

  constructor(
    private readonly places: Pick<StorePlaces, 'state' | 'locks'>,
    private readonly now: () => number,
  ) {}

  /** A recent day may still be filled, so it counts only if the source said so a week later. */
  isUnavailable(day: Day): boolean {
    const seen = this.#unavailable(day);
    return seen !== undefined && day < addDays(seen.last, -7);
  }

  /**
   * Whether a source that publishes on working days need not be asked again: it said so today, or twice, a
   * week apart, and has published a later day. One response alone, as of a proxy, never lasts.
   */
  isAbsent(day: Day, newest: () => Day | undefined): boolean {
    const seen = this.#unavailable(day);
    if (!seen || seen.last <= day) return false;
    if (seen.last === dayAt(this.now())) return true;
    return seen.first <= addDays(seen.last, -7) && (newest() ?? day) > day;
  }

  /** Also a day in doubt. No day is unavailable before it is over. */
  isDoubtful(day: Day): boolean {
    const seen = this.#current.unavailable.get(day);
    return seen === 'in doubt' || (seen !== undefined && day < seen.last);
  }

  /** Whether the source was asked for the day, and had not published it, less than so long ago. */
  isTooEarly(day: Day, age: number): boolean {
    const { notYet } = this.#current;
    const since = notYet?.day === day ? this.now() - notYet.at : Number.POSITIVE_INFINITY;
    return since >= 0 && since < age;
  }

  /** Undefined once the day is over. */
  provisional(day: Day): Provisional | undefined {
    return isFinished(day, this.now()) ? undefined : this.#current.provisional.get(day);
  }

  get publication(): Publication | undefined {
    return this.#current.publication;
  }

  /** @param served a day that is still to come by the service's clock is not lastingly unavailable @throws Failure */
  async setUnavailable(days: readonly Day[], served = Number.POSITIVE_INFINITY): Promise<void> {
    if (days.length === 0) return;
    await this.#update(({ unavailable }) => {
      const last = dayAt(Math.min(this.now(), served));
      for (const day of days) {
        const seen = unavailable.get(day);
        unavailable.set(day, { first: seen && seen !== 'in doubt' ? seen.first : last, last });
      }
    });
  }

  /** From now on the days are asked for each by itself. @throws Failure */
  async setDoubtful(days: readonly Day[]): Promise<void> {
    const unknown = days.filter((day) => !this.isDoubtful(day));
    if (unknown.length === 0) return;
    await this.#update(({ unavailable }) => {
      for (const day of unknown) unavailable.set(day, 'in doubt');
    });
  }

  /** @throws Failure */
  async setAvailable(days: readonly Day[]): Promise<void> {
    const known = days.filter((day) => this.#current.unavailable.has(day));
    if (known.length === 0) return;
    await this.#update(({ unavailable }) => {
      for (const day of known) unavailable.delete(day);
    });
  }

  /** @throws Failure */
  async setNotYet(day: Day): Promise<void> {
    await this.#update((state) => {
      state.notYet = { day, at: this.now() };
    });
  }

  /** @throws Failure */
  async setProvisional(rates: DayRates, received: number): Promise<void> {
    await this.#update(({ provisional }) => {
      provisional.set(rates.day, { rates, received, stored: this.now() });
      for (const day of provisional.keys()) if (isFinished(day, this.now())) provisional.delete(day);
    });
  }

  /** @throws Failure */
  async setPublication(publication: Publication): Promise<void> {
    await this.#update((state) => {
      state.publication = publication;
    });
  }

  get plan(): ServicePlan | undefined {
    return this.#current.plan;
  }

  /** @throws Failure */
  async setPlan(plan: ServicePlan): Promise<void> {
    await this.#update((state) => {
      state.plan = plan;
    });
  }

  #unavailable(day: Day): Unavailable | undefined {
    const seen = this.#current.unavailable.get(day);
    return seen === 'in doubt' ? undefined : seen;
  }

  /** Read again only when another file has taken its place. */
  get #current(): State {
    const file = ifPossible(() => lstatSync(this.places.state, { throwIfNoEntry: false }));
    const mark = file ? `${file.ino} ${file.size} ${file.mtimeMs}` : '';
    if (this.#read?.mark !== mark) this.#read = { mark, state: readState(this.places.state) };
    return this.#read.state;
  }

  /** Under a lock, so that no process loses what another has learnt. @throws Failure */
  #update(change: (state: State) => void): Promise<void> {
    const update = this.#updates.then(() => this.#write(change));
    this.#updates = update.catch(() => {});
    return update;
  }

  async #write(change: (state: State) => void): Promise<void> {
    const { state: path, locks } = this.places;
    const lock = await acquireLock(locks, 'state', new AbortController().signal);
    try {
      const state = readState(path);
      change(state);
      makeFolder(dirname(path));
      await writeWhole(path, `${prettyJson(jsonOf(state))}\n`, 'later');
    } finally {
      await lock.release();
    }
  }
}

function jsonOf({ unavailable, provisional, notYet, publication, plan }: State): Json {
  const seen = ([day, one]: [Day, Unavailable | 'in doubt']) =>
    [day, one === 'in doubt' ? one : { ...one }] as const;
  const rates = ([day, one]: [Day, Provisional]) => {
    const { received, stored, rates } = one;
    return [day, { received, stored, dropped: rates.dropped, ...dayFileMembers(rates) }] as const;
  };
  return {
    unavailable: new Map([...unavailable].map(seen)),
    provisional: new Map([...provisional].map(rates)),
    not_yet: notYet,
    publication: publication && { ...publication, version: { ...publication.version } },
    plan: plan && { ...plan },
  };
}

/** Empty where the file is missing, damaged, or not to be read: what it had is merely asked for again. */
function readState(path: string): State {
  const json = parseJson(ifPossible(() => readUnlinked(path).toString()) ?? '');
  const { unavailable, provisional, not_yet, publication, plan } = isObject(json) ? json : {};
  return {
    unavailable: new Map(entriesOf(unavailable, readUnavailable)),
    provisional: new Map(entriesOf(provisional, readProvisional)),
    notYet: readNotYet(not_yet),
    publication: readPublication(publication),
    plan: readPlan(plan),
  };
}

function entriesOf<T>(json: unknown, read: (value: unknown, day: Day) => T | undefined): [Day, T][] {
  return Object.entries(isObject(json) ? json : {}).flatMap(([name, value]) => {
    const day = parseDay(name);
    const item = day && read(value, day);
    return day && item !== undefined ? [[day, item] as [Day, T]] : [];
  });
}

const dayIn = (value: unknown) => (typeof value === 'string' ? parseDay(value) : undefined);

function readUnavailable(value: unknown): Unavailable | 'in doubt' | undefined {
  if (value === 'in doubt') return value;
  const first = isObject(value) ? dayIn(value.first) : undefined;
  const last = isObject(value) ? dayIn(value.last) : undefined;
  return first && last && { first, last };
}

function readProvisional(value: unknown, day: Day): Provisional | undefined {
  const rates = dayOfJson(value, day);
  if (!rates || !isObject(value) || typeof value.received !== 'number') return undefined;
  const more = Array.isArray(value.dropped) ? value.dropped.filter((code) => typeof code === 'string') : [];
  const dropped = [...(rates.dropped ?? []), ...more];
  const { received, stored } = value;
  const isTimed = typeof stored === 'number';
  return {
    rates: dropped.length > 0 ? { ...rates, dropped } : rates,
    received,
    stored: isTimed ? stored : 0,
  };
}

function readNotYet(value: unknown): State['notYet'] {
  const day = isObject(value) ? dayIn(value.day) : undefined;
  return day && isObject(value) && typeof value.at === 'number' ? { day, at: value.at } : undefined;
}

function readPublication(value: unknown): Publication | undefined {
  if (!isObject(value) || !isObject(value.version) || !dayIn(value.last)) return undefined;
  const isWhole = typeof value.at === 'number' && typeof value.stored === 'number';
  return isWhole ? (value as unknown as Publication) : undefined;
}

function readPlan(value: unknown): ServicePlan | undefined {
  if (!isObject(value) || typeof value.account !== 'string') return undefined;
  const { account, refused, frequency } = value;
  const numberIn = (one: unknown) => (typeof one === 'number' ? one : undefined);
  return { account, refused: numberIn(refused), frequency: numberIn(frequency) };
}
