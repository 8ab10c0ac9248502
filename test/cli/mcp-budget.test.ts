import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { Agent } from '../support/agent.ts';
import { lost, silent } from '../support/faults.ts';
import { scene } from '../support/scene.ts';
import { inWhole } from '../support/whole.ts';

const now = '2026-11-25T12:00:00Z';

/** A service with a quota, of which agents may spend so much. */
async function budgeted(agentBudget: number) {
  const around = await scene(undefined, { key: 'enterprise', now });
  const env = { RATEBOOK_AGENT_BUDGET: String(agentBudget) };
  const start = (time = now) => Agent.start(around.machine, [], { env, now: time });
  return { ...around, start };
}

const rates = (agent: Agent, day: string) => agent.call('rates', { day, symbols: 'EUR' });
const over = expect.objectContaining({ error: expect.objectContaining({ code: 'over_budget', exit: 5 }) });

test('twenty clients in a loop do not get one request more, and a kill does not either', async () => {
  const { service, machine, start } = await budgeted(30);
  const agents = await Promise.all(Array.from({ length: inWhole(20, 3) }, () => start()));
  const each = inWhole(5, 11);
  const answers = await Promise.all(
    agents.map(async (agent, number) => {
      const got = [];
      for (let at = 0; at < each; at++) got.push(await rates(agent, addDays('2024-01-01' as Day, each * number + at)));
      agent.child.kill('SIGKILL');
      return got;
    }),
  );
  const all = answers.flat();
  expect(all.filter((answer) => 'day' in answer)).toHaveLength(30);
  expect(all.filter((answer) => !('day' in answer))).toEqual(Array(all.length - 30).fill(over));

  const next = await start();
  expect(await rates(next, '2023-01-01')).toEqual(over);
  expect(await next.call('status')).toMatchObject({ agent_budget: 30, spent_today: 30 });
  expect(service.cost()).toBe(30);
  expect(existsSync(join(machine.home, '.local/state/ratebook/agents/2026-11-25.json'))).toBe(true);
}, 120_000);

test('a request that is under way when its process is killed stays counted, and so does a lost answer', async () => {
  const { service, start, change } = await budgeted(2);
  change(silent);
  const killed = await start();
  void rates(killed, '2024-01-17').catch(() => {});
  await service.came(1);
  killed.child.kill('SIGKILL');
  await killed.ended;

  change(lost);
  const agent = await start();
  expect(await rates(agent, '2024-01-18')).toHaveProperty('error.code', 'stopped_by_cost');
  expect(await rates(agent, '2024-01-19')).toEqual(over);
  expect(service.requests).toHaveLength(2);
});
