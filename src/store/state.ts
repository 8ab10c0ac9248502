import { lstatSync } from 'node:fs';
import { addDays, countDays, type Day, dayAt, isFinished } from '../calendar/day.ts';
import { ifPossible } from '../errors.ts';
import { readUnlinked, writeWhole } from '../files.ts';
import { isObject, type Json, parseJson, prettyJson } from '../json.ts';
import type { DayRates } from '../rates/day-rates.ts';
import type { DayOutcome, Version } from '../sources/source.ts';
import { dayFileMembers, dayOfJson } from './day-file.ts';
import { acquireLock } from './lock.ts';
import type { StorePlaces } from './store.ts';

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

/** When a source said, for the first and the last time, that it has no rates of a day. */
interface Seen {
  readonly first: Day;
  readonly last: Day;
}

/** The file as it is. */
interface State {
  /** By day; `in doubt`: a series lacked the day, or was refused for it. */
  readonly unavailable: Record<Day, Seen | 'in doubt'>;
  readonly provisional: Record<Day, Omit<Provisional, 'rates'> & Pick<DayRates, 'dropped'>>;
  /** A day that the source had not published yet when it was last asked, `at` milliseconds since 1970. */
  not_yet?: { readonly day: Day; readonly at: number };
  publication?: Publication;
  plan?: ServicePlan;
}

/** Reasons that are remembered each time. */
const lasting: readonly unknown[] = ['unavailable', 'closed', 'not published yet'];

/** The state file of a source, beside its stored days. A power cut can lose it. */
export class SourceState {
  #read: { readonly mark: string; readonly state: State } | undefined;

  constructor(
    private readonly places: Pick<StorePlaces, 'state' | 'locks'>,
    private readonly now: () => number,
  ) {}

  /** A recent day may still be filled, so it counts only if the source said so a week later. */
  isUnavailable(day: Day): boolean {
    const absence = this.content.unavailable[day];
    return absence !== undefined && absence !== 'in doubt' && addDays(day, 7) < absence.last;
  }

  /**
   * Whether a source that publishes on working days need not be asked again: it said so today, or twice, a
   * week apart, and has published a later day. One response alone, as of a proxy, never lasts.
   */
  isAbsent(day: Day, newest: () => Day | undefined): boolean {
    const absence = this.content.unavailable[day];
    if (!absence || absence === 'in doubt' || absence.last <= day) return false;
    if (absence.last === dayAt(this.now())) return true;
    return countDays(absence.first, absence.last) > 7 && (newest() ?? day) > day;
  }

  /**
   * The source has been asked for the day, and had no rates of it, or left it in doubt. No day is unavailable
   * before it is over.
   */
  isDoubtful(day: Day): boolean {
    const absence = this.content.unavailable[day];
    return absence === 'in doubt' || (absence !== undefined && day < absence.last);
  }

  /** Whether the source was asked for the day, and had not published it, less than so long ago. */
  isTooEarly(day: Day, age: number): boolean {
    const { not_yet } = this.content;
    const since = not_yet?.day === day ? this.now() - not_yet.at : age;
    return since >= 0 && since < age;
  }

  /** Undefined once the day is over. */
  provisional(day: Day): Provisional | undefined {
    if (isFinished(day, this.now())) return undefined;
    const json = this.reread().provisional[day];
    const rates = json && dayOfJson(json, day);
    if (!rates) return undefined;
    const { received, stored, dropped } = json;
    return { rates: dropped ? { ...rates, dropped } : rates, received, stored };
  }

  /**
   * Remembers which days the source has no rates for; nothing of those that are merely unusable. @throws
   * Failure
   */
  async learn(outcomes: readonly DayOutcome[]): Promise<void> {
    const { unavailable } = this.content;
    const changed: DayOutcome[] = [];
    for (const outcome of outcomes) {
      let isNew: boolean;
      if (!('reason' in outcome)) isNew = unavailable[outcome.day] !== undefined;
      else if (outcome.reason === 'no rates') isNew = !this.isDoubtful(outcome.day);
      else isNew = lasting.includes(outcome.reason);
      if (isNew) changed.push(outcome);
    }
    if (changed.length === 0) return;
    await this.#update((state) => {
      for (const outcome of changed) {
        const { day } = outcome;
        const before = state.unavailable[day];
        if (!('reason' in outcome)) delete state.unavailable[day];
        else if (outcome.reason === 'not published yet') state.not_yet = { day, at: this.now() };
        else if (outcome.reason === 'no rates') state.unavailable[day] = 'in doubt';
        else {
          // a day that is still to come by the service's clock is not lastingly unavailable
          const last = dayAt(Math.min(this.now(), outcome.served ?? Number.POSITIVE_INFINITY));
          const first = before && before !== 'in doubt' ? before.first : last;
          state.unavailable[day] = { first, last };
        }
      }
    });
  }

  /** @throws Failure */
  setProvisional(rates: DayRates, received: number): Promise<void> {
    return this.#update(({ provisional }) => {
      const { day, dropped } = rates;
      provisional[day] = { received, stored: this.now(), dropped, ...dayFileMembers(rates) };
      for (const other of Object.keys(provisional) as Day[])
        if (isFinished(other, this.now())) delete provisional[other];
    });
  }

  /** @throws Failure */
  set(members: Pick<State, 'publication' | 'plan'>): Promise<void> {
    return this.#update((state) => Object.assign(state, members));
  }

  /** As it was last read: a plan looks up many days in it. */
  get content(): State {
    return this.#read?.state ?? this.reread();
  }

  /** Where other processes may have changed it. Reads it only if another file has taken its place. */
  reread(): State {
    const path = this.places.state;
    const file = ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));
    const mark = file ? `${file.ino} ${file.size} ${file.mtimeMs}` : '';
    if (this.#read?.mark !== mark)
      this.#read = { mark, state: file ? readState(path) : { unavailable: {}, provisional: {} } };
    return this.#read.state;
  }

  /** Changes the file under a lock, so that no process loses what another has learnt. @throws Failure */
  async #update(change: (state: State) => void) {
    const { state: path, locks } = this.places;
    const lock = await acquireLock(locks, ['state'], new AbortController().signal);
    try {
      const state = readState(path);
      change(state);
      await writeWhole(path, `${prettyJson(state as unknown as Json)}\n`, 'later');
      this.reread();
    } finally {
      await lock.release();
    }
  }
}

/** Empty if the file is missing, damaged or unreadable: its content is only requested again. */
function readState(path: string): State {
  const json = parseJson(ifPossible(() => readUnlinked(path).toString()) ?? '');
  const { unavailable, provisional, ...others }: Partial<State> = isObject(json) ? json : {};
  return { unavailable: { ...unavailable }, provisional: { ...provisional }, ...others };
}
