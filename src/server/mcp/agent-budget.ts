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

export type AgentBudget = ReturnType<typeof agentBudget>;

/**
 * The requests that all agents of a user spend together in a UTC day: a file a day, under a lock. They are on
 * disk before anything is sent, and unspent requests are given back.
 * @param folder of the files, `2026-11-25.json`, and of their lock
 */
export function agentBudget(folder: string, now: () => number, signal: AbortSignal) {
  const today = () => dayAt(now());
  const pathOf = (day: Day) => join(folder, `${day}.json`);

  /** Those of today. @throws Failure if the file is damaged or unreadable */
  async function spent(): Promise<number> {
    const path = pathOf(today());
    const counting = `${path}, which counts the requests of agents,`;
    let json: unknown = { requests: 0 };
    try {
      json = parseJson(await patiently(() => readUnlinked(path).toString()));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        throw unreadable(`${counting} cannot be read`, error);
    }
    const { requests } = isObject(json) ? json : {};
    if (typeof requests === 'number' && Number.isSafeInteger(requests) && requests >= 0) return requests;
    throw new Failure(
      'damaged',
      `${counting} is damaged`,
      'nothing is requested until a new day begins, at 0:00 UTC; stored days cost nothing',
    );
  }

  /** Returns the day that they are counted on. */
  async function charge(cost: number, perDay: number): Promise<Day> {
    const lock = await acquireLock(folder, ['lock'], signal);
    try {
      const day = today();
      const before = await spent();
      const remaining = perDay - before;
      if (cost > remaining)
        throw new Failure(
          'over_budget',
          `this would cost ${count(cost, 'request')}, and ${Math.max(0, remaining)} of agent_budget ${perDay} are left today`,
          'ratebook config set agent_budget N allows N requests in a UTC day',
          'stored days cost nothing, and status names the newest',
        );
      lock.check();
      await writeWhole(pathOf(day), `${JSON.stringify({ requests: before + cost })}\n`);
      await flushFolder(folder);
      for (const name of readdirSync(folder))
        if (name.endsWith('.json') && name < `${day}.json`) ifPossible(() => rmSync(join(folder, name)));
      return day;
    } finally {
      await lock.release();
    }
  }

  /** The whole cost, or nothing. @param perDay requests in a day @throws Failure */
  async function setAside(cost: number, perDay: number): Promise<SetAside> {
    const day = await charge(cost, perDay);
    const limit = {
      name: 'the part of agent_budget set aside for this call',
      hint: 'ask again: that is another request',
    };
    const budget = new RunBudget(cost, limit);
    const giveBack = async () => {
      const unused = cost - budget.spent;
      if (unused > 0 && day === today()) await charge(-unused, perDay);
    };
    return { budget, giveBack };
  }

  return { setAside, spent };
}
