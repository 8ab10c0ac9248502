import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Day, dayAt, firstDay, parseDay } from '../../calendar/day.ts';
import { Failure, ifPossible, reasonOf } from '../../errors.ts';
import { flushFolder, patiently, readUnlinked, writeWhole } from '../../files.ts';
import { isObject, parseJson } from '../../json.ts';
import { acquireLock } from '../../store/lock.ts';
import { count } from '../../words.ts';
import { DayBudget, OverBudget, type SpentOnDay } from '../days/day-budget.ts';

interface AgentBudgetOptions {
  /** Of the state files, `2026-11-25.json`, and of their lock. */
  readonly folder: string;
  /** Requests in a UTC day. */
  readonly max: () => number;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/**
 * The requests that all agents of a user may spend together in a UTC day: a file a day, under a lock. They are
 * on disk before anything is sent, and what was not needed is given back.
 */
export class AgentBudget extends DayBudget {
  /** By this process: the file cannot have less. */
  #own: SpentOnDay = { day: firstDay, requests: 0 };

  constructor(private readonly options: AgentBudgetOptions) {
    super(options.max, options.now);
  }

  override get limit() {
    return { name: 'what was set aside of agent_budget', hint: 'ask again: that is another request' };
  }

  override get spare(): number {
    return 0;
  }

  override async charge(requests: number, day?: Day): Promise<SpentOnDay> {
    if (requests === 0) return this.recorded();
    const { folder, signal } = this.options;
    const lock = await acquireLock(folder, 'lock', signal);
    try {
      const before = await this.recorded();
      const after = this.chargeFrom(before, requests, day);
      if (after === before) return before;

      lock.check();
      await writeWhole(this.#pathOf(after.day), `${JSON.stringify({ requests: after.requests })}\n`);
      await flushFolder(folder);
      this.#own = { day: after.day, requests: this.#ownOn(after.day) + requests };
      for (const earlier of daysIn(folder))
        if (earlier < after.day) ifPossible(() => rmSync(this.#pathOf(earlier)));
      return after;
    } finally {
      await lock.release();
    }
  }

  /** @throws Failure if the file is damaged, removed or unreadable */
  async recorded(): Promise<SpentOnDay> {
    const newest = daysIn(this.options.folder).at(-1);
    const today = dayAt(this.now());
    const day = newest && newest > today ? newest : today;
    const requests = await requestsIn(this.#pathOf(day));
    if (requests < this.#ownOn(day)) throw damaged(this.#pathOf(day), 'was changed or removed');
    return { day, requests };
  }

  #ownOn(day: Day): number {
    return this.#own.day === day ? this.#own.requests : 0;
  }

  #pathOf(day: Day): string {
    return join(this.options.folder, `${day}.json`);
  }

  protected override over(cost: number, { day, requests }: SpentOnDay): OverBudget {
    const max = this.max();
    const left = Math.max(0, max - requests);
    return new OverBudget(
      `this would cost ${count(cost, 'request')}, and ${left} of agent_budget ${max} ${left === 1 ? 'is' : 'are'} left today`,
      'ratebook config set agent_budget N allows N requests in a UTC day',
      'stored days cost nothing, and status names the newest',
      ...(day > dayAt(this.now()) ? [`the last day on record is ${day}, which is still to come`] : []),
    );
  }
}

/** Ascending. @throws Failure */
function daysIn(folder: string): Day[] {
  try {
    return readdirSync(folder)
      .flatMap((name) => (name.endsWith('.json') && parseDay(name.slice(0, -5))) || [])
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw unreadable(folder, error);
  }
}

/** 0 without a file. @throws Failure */
async function requestsIn(path: string): Promise<number> {
  let text: string;
  try {
    text = await patiently(() => readUnlinked(path).toString());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw unreadable(path, error);
  }
  const json = parseJson(text);
  const requests = isObject(json) ? json.requests : undefined;
  if (Number.isSafeInteger(requests) && Number(requests) >= 0) return Number(requests);
  throw damaged(path, 'is damaged');
}

const damaged = (path: string, what: string) =>
  new Failure(
    'damaged',
    `${path}, which counts the requests of agents, ${what}`,
    'nothing is requested until a new day begins, at 0:00 UTC; stored days cost nothing',
  );

const unreadable = (path: string, error: unknown) =>
  new Failure(
    'cannot_read',
    `${path} cannot be read: ${reasonOf(error)}`,
    'it counts the requests of agents',
  );
