import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { Agent } from '../support/agent.ts';
import { lost, pass, silent } from '../support/faults.ts';
import { scene } from '../support/scene.ts';

const now = '2026-11-25T12:00:00Z';

/** A service with a quota, whose agents may spend this. */
async function budgeted(agent_budget: number) {
  const around = await scene(undefined, { key: 'enterprise', now });
  const env = { RATEBOOK_AGENT_BUDGET: String(agent_budget) };
  const start = (time = now) => Agent.start(around.machine, [], { env, now: time });
  const folder = join(around.machine.home, '.local/state/ratebook/agents');
  return { ...around, start, folder, record: join(folder, '2026-11-25/requests') };
}

const day = (day: string) => ({ day, symbols: 'EUR' });

const refusal = (cost: string, left: string) => ({
  error: {
    code: 'over_budget',
    exit: 5,
    message: `this would cost ${cost}, and ${left} left today`,
    hint: 'ratebook config set agent_budget N allows N requests in a UTC day; stored days cost nothing',
  },
});

test('unless it is set, nothing is asked but what is held', async () => {
  const { service, machine, run, held } = await scene(undefined, { key: 'enterprise', now });
  await run('historical 2024-01-17');
  const before = service.calls();
  const agent = await Agent.start(machine, [], { now });
  expect(await agent.call('rates', day('2024-01-18'))).toEqual(refusal('1 request', '0 of agent_budget 0 are'));
  expect(await agent.call('convert', { amount: 1, from: 'EUR', to: 'USD' })).toHaveProperty(
    'error.code',
    'over_budget',
  );
  expect(await agent.call('rates', day('2024-01-17'))).toMatchObject({ day: { rates: { EUR: 0.955 } } });
  expect(service.calls()).toBe(before);
  expect(held.days()).toEqual(['2024-01-17']);
});

test('a range is refused whole, and what fits is counted, over restarts and kills', async () => {
  const { service, start } = await budgeted(32);
  const agent = await start();
  expect(await agent.call('series', { start: '2024-01', symbols: 'EUR' })).toHaveProperty('series');
  expect(await agent.call('series', { start: '2024-02-01', end: '2024-02-02' })).toEqual(
    refusal('2 requests', '1 of agent_budget 32 is'),
  );
  agent.child.kill('SIGKILL');
  await agent.ended;

  const next = await start();
  expect(await next.call('rates', day('2024-03-01'))).toHaveProperty('day.date', '2024-03-01');
  expect(await next.call('rates', day('2024-03-02'))).toEqual(refusal('1 request', '0 of agent_budget 32 are'));
  expect(await next.call('status')).toMatchObject({ agent_budget: 32, spent_today: 32 });
  expect(service.cost()).toBe(32);
});

test('twenty clients in a loop do not get one request more', async () => {
  const { service, start } = await budgeted(30);
  const agents = await Promise.all(Array.from({ length: 20 }, () => start()));
  const answers = await Promise.all(
    agents.map(async (agent, number) => {
      const got = [];
      for (let at = 0; at < 5; at++) {
        got.push(await agent.call('rates', day(addDays('2024-01-01' as Day, 5 * number + at))));
      }
      return got;
    }),
  );
  const all = answers.flat();
  expect(all.filter((answer) => 'day' in answer)).toHaveLength(30);
  expect(all.filter((answer) => answer.error?.code === 'over_budget')).toHaveLength(70);
  expect(service.cost()).toBe(30);
}, 120_000);

test('a request that is under way when its process is killed stays counted, and so does a lost answer', async () => {
  const { service, start, change } = await budgeted(2);
  change(silent);
  const killed = await start();
  killed.request('tools/call', { name: 'rates', arguments: day('2024-01-17') });
  await service.came(1);
  killed.child.kill('SIGKILL');
  await killed.ended;

  change(lost);
  const agent = await start();
  expect(await agent.call('rates', day('2024-01-18'))).toHaveProperty('error.exit', 5);
  expect(await agent.call('rates', day('2024-01-19'))).toEqual(refusal('1 request', '0 of agent_budget 2 are'));
  expect(service.requests).toHaveLength(2);
});

test('what was not charged is given back', async () => {
  const { service, start, change } = await budgeted(1);
  change((_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
  const agent = await start();
  expect(await agent.call('rates', day('2024-01-17'))).toHaveProperty('error.code', 'asked_to_wait');
  expect(await agent.call('status')).toHaveProperty('spent_today', 0);
  change(pass);
  expect(await (await start()).call('rates', day('2024-01-17'))).toHaveProperty('day.date');
  expect(service.cost()).toBe(1);
});

describe('nothing is asked', () => {
  test.each([
    ['of a record that is damaged', (record: string) => writeFileSync(record, 'x')],
    ['of one that is empty', (record: string) => writeFileSync(record, '')],
    ['of one that was removed', (record: string) => rmSync(record)],
    ['of one with a torn line', (record: string) => writeFileSync(record, '+1 ', { flag: 'a' })],
  ])('%s', async (_what, harm) => {
    const { service, start, record } = await budgeted(5);
    const agent = await start();
    await agent.call('rates', day('2024-01-17'));
    harm(record);
    for (const asked of [agent, await start()])
      expect(await asked.call('rates', day('2024-01-18'))).toHaveProperty('error.code', 'damaged');
    expect(await agent.call('rates', day('2024-01-17'))).toHaveProperty('day.date');
    expect(service.cost()).toBe(1);

    const tomorrow = await start('2026-11-26T00:00:00Z');
    expect(await tomorrow.call('rates', day('2024-01-18'))).toHaveProperty('day.date');
  });

  test('where the record cannot be written', async () => {
    const { service, start, folder } = await budgeted(5);
    const agent = await start();
    mkdirSync(dirname(folder), { recursive: true });
    writeFileSync(folder, 'in the way');
    expect(await agent.call('rates', day('2024-01-17'))).toHaveProperty('error.exit', 1);
    expect(service.calls()).toBe(0);
  });

  test('of a process that has seen more than the record has', async () => {
    const { service, start, folder } = await budgeted(5);
    const agent = await start();
    await agent.call('rates', day('2024-01-17'));
    rmSync(folder, { recursive: true });
    expect(await agent.call('rates', day('2024-01-18'))).toHaveProperty('error.code', 'damaged');
    expect(service.cost()).toBe(1);
  });
});

test('a day that was spent stays so when the clock goes back, and the next one begins anew', async () => {
  const { start, record } = await budgeted(1);
  expect(await (await start()).call('rates', day('2024-01-17'))).toHaveProperty('day.date');
  expect(existsSync(record)).toBe(true);
  const yesterday = await start('2026-11-24T12:00:00Z');
  expect(await yesterday.call('rates', day('2024-01-18'))).toHaveProperty('error.code', 'over_budget');
  const tomorrow = await start('2026-11-26T12:00:00Z');
  expect(await tomorrow.call('rates', day('2024-01-18'))).toHaveProperty('day.date');
});
