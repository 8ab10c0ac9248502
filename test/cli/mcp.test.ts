import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { Agent, introduction } from '../support/agent.ts';
import { lost, silent } from '../support/faults.ts';
import { finished, Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { inWhole } from '../support/whole.ts';

const convert = { name: 'convert', arguments: { amount: 250, from: 'EUR', to: 'USD', on: '2024-01-17' } };
const lineOf = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

async function answersTo(...lines: readonly string[]) {
  const { code, stdout, stderr } = await new Machine().run(['mcp', '--demo'], { stdin: lines.join('') });
  expect([code, stderr]).toEqual([0, 'demonstration: the rates are made up\n']);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

describe('ratebook mcp', () => {
  test('tells its tools, which only read, and ends with its input once it has answered', async () => {
    const machine = new Machine();
    const agent = await Agent.start(machine, ['--demo', '--store', 'kept']);
    const { result } = await agent.request('tools/list');
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(
      'convert rates series currencies status'.split(' '),
    );
    for (const { annotations, inputSchema, outputSchema, description } of result.tools) {
      expect(annotations).toEqual({ readOnlyHint: true });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect([outputSchema, typeof description]).toEqual([undefined, 'string']);
    }
    const answer = agent.call('convert', convert.arguments);
    const { code, stderr } = await agent.end();
    expect([code, stderr]).toEqual([0, 'demonstration: the rates are made up\n']);
    expect(await answer).toMatchObject({ conversions: [{ rate: 1.047120419, converted: 261.78, source: 'demo-1' }] });
    expect(existsSync(join(machine.home, 'kept/demo-1/historical/2024-01-17.json'))).toBe(true);
  });

  test('speaks the version that it is asked for, its newest for an unknown one, and one without initialize', async () => {
    const initialize = (id: number, protocolVersion: string) =>
      lineOf({ id, method: 'initialize', params: { ...introduction, protocolVersion } });
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const [versions, [discovered, called]] = await Promise.all([
      answersTo(initialize(1, '2025-06-18'), initialize(2, '2024-11-05')),
      answersTo(
        lineOf({ id: 1, method: 'server/discover', params: { _meta } }),
        lineOf({ id: 2, method: 'tools/call', params: { ...convert, _meta } }),
      ),
    ]);
    const spoken = versions.map(({ id, result }) => `${id} ${result.protocolVersion}`);
    expect(spoken.sort()).toEqual(['1 2025-06-18', '2 2025-11-25']);
    expect(discovered.result.supportedVersions).toEqual(['2026-07-28']);
    expect(called.result.structuredContent).toMatchObject({ conversions: [{ converted: 261.78 }] });
  });

  test('ends where its reader has gone', async () => {
    const agent = await Agent.start(new Machine(), ['--demo']);
    agent.child.stdout.destroy();
    agent.send({ id: 7, method: 'tools/list' });
    expect(await agent.ended).toMatchObject({ code: 0 });
  });

  test('is stopped by a signal', async () => {
    const agent = await Agent.start(new Machine(), ['--demo']);
    agent.child.kill('SIGTERM');
    expect((await agent.ended).code).toBe(0);
  });
});

describe('what is no message', () => {
  const initialize = lineOf({ id: 0, method: 'initialize', params: introduction });
  const ping = lineOf({ id: 9, method: 'ping' });
  const callOf = (id: number, params?: object) => lineOf({ id, method: 'tools/call', params });
  const huge = 'x'.repeat(inWhole(32, 2) * 1024 * 1024);

  test('is an error, and no end', async () => {
    const wrong: [what: string, line: string, error: object][] = [
      ['garbage', 'hello\n', { error: { code: -32700 } }],
      ['half a line', '{"jsonrpc":"2.0","id":1,"meth\n', { error: { code: -32700 } }],
      ['bytes that are no text', '\xff\xfe\0\n', { error: { code: -32700 } }],
      ['a long line', `{"jsonrpc":"2.0","id":1,"method":"${huge}"}\n`, { error: { code: -32600 } }],
      ['a list of messages', `[${ping.trim()}]\n`, { error: { code: -32600 } }],
      ['no version', '{"id":1,"method":"ping"}\n', { id: 1, error: { code: -32600 } }],
      ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}\n', { error: { code: -32600 } }],
      ['an unknown method', lineOf({ id: 2, method: 'tools/drop' }), { id: 2, error: { code: -32601 } }],
      ['an unknown tool', callOf(3, { name: 'x' }), { id: 3, error: { code: -32602 } }],
      ['a tool without a name', callOf(4), { id: 4, error: { code: -32602 } }],
      ['arguments', callOf(5, { name: 'convert', arguments: [5] }), { id: 5, error: { code: -32602 } }],
    ];
    const all = await answersTo(initialize, '\n', ...wrong.map(([, line]) => line), ping);
    expect(all).toHaveLength(1 + wrong.length + 1);
    expect(all).toContainEqual(expect.objectContaining({ id: 9, result: {} }));
    const found = all.flatMap(({ id, error }) => (error ? [JSON.stringify({ id, error: { code: error.code } })] : []));
    expect(found.sort()).toEqual(wrong.map(([, , error]) => JSON.stringify(error)).sort());
  });

  test('the last line counts though it has no end', async () =>
    expect(await answersTo(initialize, ping.trim())).toHaveLength(2));
});

const hasProc = existsSync('/proc/self/status');

test.skipIf(!hasProc)('no more calls are read while nobody takes the answers, and then each is answered', async () => {
  const { machine, run } = await scene(undefined, { key: 'enterprise' });
  await run('series 2024-01');
  const child = machine.start(['mcp']);
  child.stdin.write(lineOf({ id: 'i', method: 'initialize', params: introduction }));
  const count = inWhole(2_000, 100);
  const series = {
    name: 'series',
    arguments: { start: '2024-01', symbols: 'EUR' },
    _meta: { pad: 'x'.repeat(9_999) },
  };
  for (let id = 0; id < count; id++) child.stdin.write(lineOf({ id, method: 'tools/call', params: series }));
  child.stdin.end();

  const state = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ');
  let before = '';
  for (let same = 0; same < 10; await sleep(50)) {
    const [, , status, ...figures] = state();
    const cpu = `${status} ${figures[10]}`;
    same = cpu === before && status === 'S' && Number(figures[10]) > 5 ? same + 1 : 0;
    before = cpu;
  }
  expect(child.stdin.writableLength).toBeGreaterThan(0);

  const { code, stdout } = await finished(child);
  expect([code, stdout.split('\n').length - 1]).toEqual([0, count + 1]);
});

const now = '2026-11-25T12:00:00Z';

async function budgeted(agentBudget: number) {
  const around = await scene(undefined, { key: 'enterprise', now });
  const env = { RATEBOOK_AGENT_BUDGET: String(agentBudget) };
  const start = (time = now) => Agent.start(around.machine, [], { env, now: time });
  return { ...around, start };
}

const rates = (agent: Agent, day: string) => agent.call('rates', { day, symbols: 'EUR' });
const over = expect.objectContaining({ error: expect.objectContaining({ code: 'over_budget', exit: 5 }) });

test('twenty clients in a loop do not get one request more, and a kill does not either', async () => {
  const most = inWhole(30, 10);
  const { service, machine, start } = await budgeted(most);
  const agents = await Promise.all(Array.from({ length: inWhole(20, 2) }, () => start()));
  const each = inWhole(5, 7);
  const answers = await Promise.all(
    agents.map(async (agent, number) => {
      const got = [];
      for (let at = 0; at < each; at++) got.push(await rates(agent, addDays('2024-01-01' as Day, each * number + at)));
      agent.child.kill('SIGKILL');
      return got;
    }),
  );
  const all = answers.flat();
  expect(all.filter((answer) => 'day' in answer)).toHaveLength(most);
  expect(all.filter((answer) => !('day' in answer))).toEqual(Array(all.length - most).fill(over));
  const next = await start();
  expect(await rates(next, '2023-01-01')).toEqual(over);
  expect(await next.call('status')).toMatchObject({ agent_budget: most, spent_today: most });
  expect(service.cost()).toBe(most);
  expect(existsSync(join(machine.home, '.local/state/ratebook/agents/2026-11-25.json'))).toBe(true);
});

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
