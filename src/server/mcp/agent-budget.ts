import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SetAside } from '../../app.ts';
import { type Day, dayAt } from '../../calendar/day.ts';
import { Failure, ifPossible } from '../../errors.ts';
import { RunBudget } from '../../fetch/budget.ts';
import { flushFolder, patiently, readUnlinked, unreadable, writeWhole } from '../../files.ts';
import { isObject, parseJson } from '../../json.ts';
import { acquireLock } from '../../store/lock.ts';
import { count } from '../../words.ts';

/**
 * The requests that all agents of a user spend together in a UTC day: a file a day, under a lock. They are on
 * disk before anything is sent, and what was not needed is given back.
 */
export class AgentBudget {
  /** @param folder of the files, `2026-11-25.json`, and of their lock */
  constructor(
    private readonly folder: string,
    private readonly now: () => number,
    private readonly signal: AbortSignal,
  ) {}

  /** The whole cost, or nothing. @param most requests in a day @throws Failure */
  async setAside(cost: number, most: number): Promise<SetAside> {
    const day = await this.#charge(cost, most);
    const limit = {
      name: 'what was set aside of agent_budget',
      hint: 'ask again: that is another request',
    };
    const budget = new RunBudget(cost, limit);
    const giveBack = async () => {
      const unused = cost - budget.spent;
      if (unused > 0 && day === dayAt(this.now())) await this.#charge(-unused, most);
    };
    return { budget, giveBack };
  }

  /** Those of today. @throws Failure if the file is damaged or unreadable */
  async spent(): Promise<number> {
    const path = this.#pathOf(dayAt(this.now()));
    const counting = `${path}, which counts the requests of agents,`;
    let json: unknown = { requests: 0 };
    try {
      json = parseJson(await patiently(() => readUnlinked(path).toString()));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        throw unreadable(`${counting} cannot be read`, error);
    }
    const requests = isObject(json) ? Number(json.requests) : Number.NaN;
    if (Number.isSafeInteger(requests) && requests >= 0) return requests;
    throw new Failure(
      'damaged',
      `${counting} is damaged`,
      'nothing is requested until a new day begins, at 0:00 UTC; stored days cost nothing',
    );
  }

  /** Returns the day that they are counted on. */
  async #charge(requests: number, most: number): Promise<Day> {
    const lock = await acquireLock(this.folder, 'lock', this.signal);
    try {
      const today = dayAt(this.now());
      const before = await this.spent();
      if (requests > most - before) throw overBudget(requests, before, most);
      lock.check();
      await writeWhole(this.#pathOf(today), `${JSON.stringify({ requests: before + requests })}\n`);
      await flushFolder(this.folder);
      for (const name of readdirSync(this.folder))
        if (name.endsWith('.json') && name < `${today}.json`)
          ifPossible(() => rmSync(join(this.folder, name)));
      return today;
    } finally {
      await lock.release();
    }
  }

  #pathOf(day: Day): string {
    return join(this.folder, `${day}.json`);
  }
}

function overBudget(cost: number, spent: number, most: number): Failure {
  const left = Math.max(0, most - spent);
  return new Failure(
    'over_budget',
    `this would cost ${count(cost, 'request')}, and ${left} of agent_budget ${most} ${left === 1 ? 'is' : 'are'} left today`,
    'ratebook config set agent_budget N allows N requests in a UTC day',
    'stored days cost nothing, and status names the newest',
  );
}
