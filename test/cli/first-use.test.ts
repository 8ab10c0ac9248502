import { describe, expect, test } from 'vitest';
import { Latch } from '../support/latch.ts';
import { Machine } from '../support/ratebook.ts';
import { reply, startService } from '../support/service.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';

const key = '0123456789abcdef';
const usageOf = (usage: object, name = 'Free') => ({ status: 200, data: { plan: { name }, usage } });

describe.skipIf(!hasTerminal).concurrent('a key that is set at a terminal', () => {
  test('is the one that is checked, whatever the environment has', async () => {
    const seen: (string | undefined)[] = [];
    const service = await startService(undefined, undefined, ({ query }, response) => {
      seen.push(query.app_id);
      reply(response, 200, usageOf({ requests: 3, requests_remaining: -1 }));
    });
    const machine = Machine.for(service.url, 'another-key');
    expect((await atTerminal(machine, ['config', 'set', 'app_id', key])).code).toBe(0);
    expect(seen).toEqual([key]);
  });

  test('is saved where the check is interrupted', async () => {
    const asked = new Latch();
    const service = await startService(undefined, undefined, () => asked.open());
    const machine = new Machine({ RATEBOOK_BASE_URL: service.url, NO_COLOR: '1' });
    const type = { after: 'app_id (not shown): ', keys: `${key}\r` };
    const { code, screen } = await atTerminal(machine, ['config', 'set', 'app_id'], type, {
      when: asked.opened,
      keys: '\u0003',
    });
    expect(screen).toMatch(/saved; not checked\nratebook: interrupted\n$/);
    expect(screen).not.toContain(key);
    expect(code).toBe(130);
    expect(JSON.parse(machine.read('.config/ratebook/config.json'))).toEqual({ app_id: key });
  });
});
