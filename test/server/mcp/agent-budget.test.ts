import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { agentBudget } from '../../../src/server/mcp/agent-budget.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';
import { alwaysIn } from '../../support/always.ts';

const noon = Date.parse('2026-11-25T12:00:00Z');
const day = 86_400_000;
let folder: string;
let now: number;

beforeEach(() => {
  folder = join(temporaryFolder(), 'agents');
  now = noon;
});

/** Of a process of its own. */
function process(most: number) {
  const agents = agentBudget(folder, () => now, new AbortController().signal);
  return { setAside: (cost: number) => agents.setAside(cost, most), spent: () => agents.spent() };
}

const record = () => join(folder, '2026-11-25.json');

test('a new day begins at midnight UTC, and nothing is given back to the day before', async () => {
  const { giveBack } = await process(3).setAside(3);
  now += day / 2;
  await giveBack();
  expect(await process(3).spent()).toBe(0);
  await process(3).setAside(3);
});

describe('nothing is set aside', () => {
  const records = ['x', '', '{"requests":', '{"requests":-1}', '{"requests":null}'];
  test.each(records)('while the record is %j, until the next day', async (text) => {
    await process(5).setAside(1);
    writeFileSync(record(), text);
    await expect(process(5).setAside(1)).rejects.toMatchObject({ code: 'damaged' });
    await expect(process(5).spent()).rejects.toMatchObject({ code: 'damaged' });
    now += day;
    await process(5).setAside(5);
  });

  test('where the record cannot be read or written', async () => {
    mkdirSync(dirname(folder), { recursive: true });
    writeFileSync(folder, 'in the way');
    await expect(process(5).setAside(1)).rejects.toMatchObject({ exitCode: 1 });
  });
});

const step = fc.record({
  process: fc.nat(3),
  cost: fc.integer({ min: 1, max: 9 }),
  sent: fc.integer({ min: 0, max: 9 }),
  isKilled: fc.boolean(),
});

test('however many at once, what was sent in a day is never over the most', () =>
  alwaysIn(30, [fc.integer({ min: 0, max: 30 }), fc.array(step, { maxLength: 20 })], async (most, steps) => {
    rmSync(folder, { recursive: true, force: true });
    const processes = Array.from({ length: 4 }, () => process(most));
    let sent = 0;
    const one = async ({ process, cost, sent: scope, isKilled }: (typeof steps)[number]) => {
      const part = await processes[process]?.setAside(cost).catch(() => undefined);
      for (let at = 0; at < scope && part?.budget.reserve(1); at++) {
        sent++;
        part.budget.settle(1, 'charged');
      }
      if (!isKilled) await part?.giveBack();
    };
    await Promise.all(steps.map(one));
    expect(sent).toBeLessThanOrEqual(most);
    expect(await process(most).spent()).toBeGreaterThanOrEqual(sent);
  }));
