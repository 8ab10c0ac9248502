import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyNames, keys } from '../../src/config/keys.ts';
import { Latch } from '../support/latch.ts';
import { Machine, nobody } from '../support/ratebook.ts';
import { type Fault, reply, replyError, startService } from '../support/service.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';

describe.concurrent('without a key', () => {
  const place = 'https://openexchangerates.org/signup (there is a free plan)';
  test.each([
    ['https://openexchangerates.org/api', `at ${place}`],
    ['https://rates.example.com/api', 'from whoever runs rates.example.com'],
    ['http://127.0.0.1:8787/api', 'from whoever runs 127.0.0.1:8787; ratebook serve takes any'],
  ])('of %s it is said where to get one, and nothing of a cost', async (url, where) => {
    const machine = new Machine({ RATEBOOK_BASE_URL: url });
    for (const args of [
      ['historical', '2024-01-17'],
      ['series', '2024-01'],
      ['archive'],
      ['convert', '5', 'EUR', 'USD'],
    ])
      expect(await machine.run(args)).toEqual({
        code: 4,
        stdout: '',
        stderr: [
          'ratebook: no app_id is set, your key for the service',
          `hint: get one ${where}`,
          'hint: ratebook config set app_id, or at once without a key: --source ecb (the European Central Bank) or --demo (made-up rates)',
          '',
        ].join('\n'),
      });
  });

  test('the default service is named', async () => {
    expect((await new Machine().run(['historical', '2024-01-17'])).stderr).toContain(`hint: get one at ${place}\n`);
  });
});

const key = '0123456789abcdef';
const usageOf = (usage: object, name = 'Free') => ({ status: 200, data: { plan: { name }, usage } });

describe.skipIf(!hasTerminal).concurrent('a key that is set at a terminal', () => {
  async function setTo(usage: Fault) {
    const service = await startService(undefined, undefined, usage);
    const machine = new Machine({ RATEBOOK_BASE_URL: service.url, NO_COLOR: '1' });
    const { code, screen } = await atTerminal(machine, ['config', 'set', 'app_id', key]);
    const stored = JSON.parse(machine.read('.config/ratebook/config.json'));
    return { code, screen: screen.replace(/:\d{2,}/, ''), stored, calls: service.calls() };
  }

  test.each([
    [
      'its plan and what is left',
      usageOf({ requests: 3, requests_quota: 1000, requests_remaining: 997 }),
      /^saved; Free plan, 997 of 1,000 requests left until 1 [A-Z][a-z]+\n$/,
    ],
    [
      'one request that is left',
      usageOf({ requests: 3, requests_remaining: 1 }),
      /^saved; Free plan, 1 request left until 1 [A-Z][a-z]+\n$/,
    ],
    [
      'that its plan is unlimited',
      usageOf({ requests: 3, requests_quota: -1, requests_remaining: -1 }, 'Unlimited'),
      /^saved; Unlimited plan, unlimited requests\n$/,
    ],
  ])('shows %s', async (_what, body, screen) => {
    const seen = await setTo((_request, response) => reply(response, 200, body));
    expect(seen).toEqual({
      code: 0,
      screen: expect.stringMatching(screen),
      stored: { app_id: key },
      calls: 1,
    });
  });

  test.each<[string, Fault, string]>([
    [
      'is refused',
      (_request, response) => replyError(response, 401, 'invalid_app_id'),
      'ratebook: saved, but 127.0.0.1 refuses the app_id (401 invalid_app_id)\n',
    ],
    [
      'cannot be checked',
      (_request, response) => reply(response, 500, 'oops'),
      'ratebook: saved, but it could not be checked: cannot get the usage from 127.0.0.1: status 500 without usage data\n',
    ],
  ])('is saved where it %s, and asked about once', async (_what, usage, screen) => {
    expect(await setTo(usage)).toEqual({ code: 0, screen, stored: { app_id: key }, calls: 1 });
  });

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

test('a key that is set from a pipe is not asked about', async () => {
  const machine = new Machine({ RATEBOOK_BASE_URL: nobody });
  const { code, stdout, stderr } = await machine.run(['config', 'set', 'app_id'], { stdin: `${key}\n` });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('a key is saved where the state folder cannot be written to', async () => {
  const machine = new Machine();
  writeFileSync(join(machine.home, 'file'), '');
  const env = { XDG_STATE_HOME: join(machine.home, 'file') };
  const { code, stderr } = await machine.run(['config', 'set', 'app_id', key], { env });
  expect(stderr).toMatch(/^ratebook: cannot write in .*\/refusals: not a directory\n$/);
  expect(code).toBe(0);
  expect(JSON.parse(machine.read('.config/ratebook/config.json'))).toEqual({ app_id: key });
});

test.each([
  ['config', '--help'],
  ['config', 'set', '--help'],
])('%s %s shows each key with meaning and default', async (...args) => {
  const { stdout } = await new Machine().run(args);
  const lines = stdout.slice(stdout.indexOf('Settings:')).split('\n');
  for (const name of keyNames)
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^  ${name} +${keys[name].meaning.replace('*', '\\*')}`)),
    );
  expect(stdout).toContain('(default: 366)');
  expect(stdout).toMatch(/\(default: \/.*\/\.local\/share\/ratebook\)/);
  for (const line of lines.filter((line) => !line.includes('/'))) expect(line.length).toBeLessThanOrEqual(80);
});
