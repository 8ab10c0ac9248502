import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { Agent, introduction } from '../support/agent.ts';
import { lost, silent } from '../support/faults.ts';
import type { Change } from '../support/power/disk.ts';
import { RecordedRun } from '../support/power/run.ts';
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
  const agents = await Promise.all(Array.from({ length: inWhole(20, 4) }, () => start()));
  const each = inWhole(5, 10);
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

/** What was written to files, and which names folders got, that no flush has brought to the disk since. */
function unflushed(changes: readonly Change[]): Set<string> {
  const open = new Map<unknown, string>();
  const flushing = new Map<unknown, string>();
  const paths = new Set<string>();
  for (const [what, first, second] of changes) {
    if (what === 'open') open.set(first, String(second));
    if (what === 'write') paths.add(open.get(first) ?? '');
    if (what === 'rename') paths.add(dirname(String(second)));
    if (what === 'flush') flushing.set(first, open.get(second) ?? '');
    if (what === 'flushed') paths.delete(flushing.get(first) ?? '');
  }
  return paths;
}

test('what is set aside is on the disk before it is asked for', async () => {
  const atRequest: string[][] = [];
  const { machine } = await scene((_request, _response, pass) => {
    const changes = readFileSync(join(machine.home, 'log'), 'utf8').split('\n').slice(0, -1);
    const agents = [...unflushed(changes.map((line) => JSON.parse(line)))].filter((path) =>
      /\/agents(?!\/lock)/.test(path),
    );
    atRequest.push(agents);
    pass();
  });
  machine.env.RATEBOOK_AGENT_BUDGET = '5';
  // of two at once, one may be written while the other is asked for
  const call = {
    id: 1,
    method: 'tools/call',
    params: { name: 'rates', arguments: { day: '2024-01-17', symbols: 'EUR' } },
  };
  const messages = [
    { id: 0, method: 'initialize', params: introduction },
    { method: 'notifications/initialized' },
    call,
  ];
  const stdin = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const { changes } = await RecordedRun.of(machine, ['mcp'], stdin);
  expect(atRequest).toEqual([[]]);
  // the record is there, and its flushes are what was seen
  expect(changes.some(([what, , to]) => what === 'rename' && /agents\/\d{4}-/.test(String(to)))).toBe(true);
});
