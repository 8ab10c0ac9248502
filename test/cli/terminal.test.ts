import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { busy, silent } from '../support/faults.ts';
import { behind, Latch } from '../support/latch.ts';
import { finished, Machine, type Options, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { type Fault, reply, startService } from '../support/service.ts';
import { atTerminal, hasTerminal, terminalHere } from '../support/terminal.ts';

if (!hasTerminal) console.warn('There is no `script` (util-linux): nothing is tested at a terminal.');

const dear = ['series', '2024-01-01', '2025-01-01', '-s', 'EUR', '--no-store', '-f', 'csv', '--no-color'];
const question = 'This costs 367 requests. Go ahead? [y/N]';

describe.skipIf(!hasTerminal).concurrent('at a terminal', () => {
  test('a cost over confirm_above goes with y', async () => {
    const { service, machine } = await scene();
    const { code, screen } = await atTerminal(machine, dear, { after: question, keys: 'y\r' });
    expect(screen).toContain('2025-01-01,USD,EUR,');
    expect({ code, cost: service.cost() }).toEqual({ code: 0, cost: 367 });
  });

  test.each([
    ['Enter alone', '\r', 5],
    ['Ctrl-C', '\u0003', 130],
  ])('and is refused with %s, having asked for nothing', async (_what, keys, expected) => {
    const { service, machine } = await scene();
    const { code } = await atTerminal(machine, dear, { after: question, keys });
    expect({ code, requests: service.requests }).toEqual({ code: expected, requests: [] });
  });

  test('a key is the one that is checked, whatever the environment has, and is saved where that is interrupted', async () => {
    const asked = new Latch();
    const seen: (string | undefined)[] = [];
    const service = await startService(undefined, undefined, ({ query }) => {
      seen.push(query.app_id);
      asked.open();
    });
    const machine = new Machine({ RATEBOOK_BASE_URL: service.url, RATEBOOK_APP_ID: 'another', NO_COLOR: '1' });
    const key = '0123456789abcdef';
    const type = { after: 'app_id (not shown): ', keys: `${key}\r` };
    const interrupt = { when: asked.opened, keys: '\u0003' };
    const { code, screen } = await atTerminal(machine, ['config', 'set', 'app_id'], type, interrupt);
    expect([code, seen]).toEqual([130, [key]]);
    expect(screen).toMatch(/saved; not checked\nratebook: interrupted\n$/);
    expect(screen).not.toContain(key);
    expect(JSON.parse(machine.read('.config/ratebook/config.json'))).toEqual({ app_id: key });
  });

  test('the progress shows what is to go, and leaves no trace', async () => {
    const [january, february] = [new Latch(), new Latch()];
    const { machine } = await scene((request, ...more) =>
      behind(request.query.start === '2024-01-01' ? january : february)(request, ...more),
    );
    const { code, screen } = await atTerminal(
      machine,
      ['series', '2024-01', '2024-02', '-s', 'EUR', '--no-store', '-f', 'csv'],
      { after: '0 of 60 days, 60 to go', act: january.open },
      { after: '31 of 60 days, 29 to go, ', act: february.open },
    );
    expect(screen).toMatch(/31 of 60 days, 29 to go, \d+ (s|min)/);
    expect(seen(screen)).not.toContain('to go');
    expect(seen(screen)).toContain('2024-02-29,USD,EUR,');
    expect(screen.lastIndexOf('\u001b[?25h')).toBeGreaterThan(screen.lastIndexOf('\u001b[?25l'));
    expect(code).toBe(0);
  });

  describe('where stored days are read', () => {
    const preload = join(import.meta.dirname, '../support/turns-after-progress.cjs');
    const days = Array.from({ length: 6 }, (_, at) => `2024-01-0${at + 1}`);

    function holding(): Machine {
      const machine = new Machine({ NODE_OPTIONS: `--require ${JSON.stringify(preload)}` });
      for (const folder of ['old', '.local/share/ratebook/openexchangerates.org/api/historical']) {
        mkdirSync(join(machine.home, folder), { recursive: true });
        const day = { base: 'USD', rates: { USD: 1, EUR: 0.95, GBP: 0.8 } };
        for (const name of days) machine.write(`${folder}/${name}.json`, JSON.stringify(day));
      }
      return machine;
    }

    test.each([
      [['check'], 'checking 0 of 6 days', /^6 days checked, 0 findings; .*\n$/],
      [['import', 'old'], 'importing 0 days', /^0 days imported, 6 stored already, .*\n$/],
    ])('the progress of %j shows, and leaves no trace', async (args, doing, told) => {
      const words = ['store', ...args, '--no-color'];
      const { code, screen } = await atTerminal(holding(), words);
      expect(screen).toContain(doing);
      expect(seen(screen)).toEqual(typeof told === 'string' ? told : expect.stringMatching(told));
      expect(screen.lastIndexOf('\u001b[?25h')).toBeGreaterThan(screen.lastIndexOf('\u001b[?25l'));
      expect(code).toBe(0);
    });
  });

  test('a wait that the service asks for counts down', async () => {
    const { machine } = await scene((_request, response) => reply(response, 429, '', { 'retry-after': '250' }));
    const two = /waiting (\d+) s for the service[\s\S]*waiting (?!\1 )(\d+) s for the service/;
    const { screen } = await atTerminal(machine, ['historical', '2024-01-17', '--no-store'], {
      after: two,
      keys: '\u0003',
    });
    const [, before, later] = two.exec(screen) ?? [];
    expect(Number(later)).toBeLessThan(Number(before));
    expect(Number(before)).toBeLessThanOrEqual(250);
    expect(screen).toContain('0 of 1 day, 1 to go, waiting ');
  });

  test('Ctrl-C while the progress shows leaves the terminal as it was', async () => {
    const { machine } = await scene(() => {});
    const keys = { after: '0 of 31 days', keys: '\u0003' };
    const { code, screen } = await atTerminal(machine, ['series', '2024-01', '--no-store'], keys);
    expect(seen(screen)).toMatch(/interrupted\n$/);
    expect(screen.lastIndexOf('\u001b[?25h')).toBeGreaterThan(screen.lastIndexOf('\u001b[?25l'));
    expect(code).toBe(130);
  });
});

test('who waits for a source that cannot be reached is told so', async () => {
  const machine = new Machine({
    RATEBOOK_BASE_URL: 'http://127.0.0.1:1/api',
    RATEBOOK_APP_ID: 'a-key',
    NO_COLOR: '1',
  });
  const { code, screen } = await terminalHere(machine, ['historical', '2024-01-17']);
  const refused = '127.0.0.1:1 cannot be reached: the connection was refused';
  expect({ code, screen }).toEqual({ code: 1, screen: expect.stringContaining(`${refused}; trying again\n`) });
});

test('a file that was written is reported, with what is in it', async () => {
  const { machine } = await scene();
  const january = ['series', '2024-01', '-s', 'EUR,GBP', '-o', 'january.csv', '--no-color'];
  expect((await terminalHere(machine, january)).screen).toContain('wrote january.csv: 31 days, 62 rates\n');
  expect((await terminalHere(machine, [...january, '--quiet'])).screen).toBe('');
});

/** What is on the screen at the end: of each line, what was written after it was last erased. */
function seen(screen: string): string {
  const lines = screen.split('\n').map((line) => line.split('\u001b[0K').at(-1));
  return stripVTControlCharacters(lines.join('\n'));
}

const month = ['series', '2024-01', '-s', 'EUR', '--no-store', '--debug'];

/** Runs until the service has been asked, and if a wait is to follow, until that has begun; then sends the signal. */
async function interrupted(fault: Fault, signal: NodeJS.Signals, args = month, options: Options = {}) {
  const { service, machine } = await scene(fault);
  machine.write('rates.csv', 'before');
  // of itself it would go on for longer than a test may take
  const env = { RATEBOOK_TIMEOUT: '250' };
  const child = machine.start([...args, '-o', 'rates.csv'], { env, ...options });
  const end = finished(child);
  if (fault === silent) await service.came(1);
  else await said(child, 'stderr', 'retrying in');
  child.kill(signal);
  return { ...(await end), machine };
}

test.concurrent.each([
  ['in the wait for a retry', busy(250), 'SIGINT'],
  ['by SIGTERM', silent, 'SIGTERM'],
  ['by SIGHUP', busy(250), 'SIGHUP'],
] as const)('an interrupted run ends at once with 130 and leaves its output file %s', async (_when, fault, signal) => {
  const { code, stdout, stderr, machine } = await interrupted(fault, signal);
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  expect(stderr).toMatch(/^ratebook: interrupted$/m);
  expect([machine.read('rates.csv'), machine.files()]).toEqual(['before', ['rates.csv']]);
});

describe('a second signal', () => {
  const twice = { preload: join(import.meta.dirname, '../support/twice.cjs') };

  test('is none where it is a hang-up, of which one comes from the kernel and one from the shell', async () => {
    const { code, stderr, machine } = await interrupted(silent, 'SIGHUP', month, twice);
    expect(stderr).toMatch(/^ratebook: interrupted$/m);
    expect([code, machine.files()]).toEqual([130, ['rates.csv']]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the run at once', async (signal) => {
    const { code, stderr } = await interrupted(silent, signal, month, twice);
    expect(stderr).not.toContain('interrupted');
    expect(code).toBe(130);
  });
});

test('a wait of 5 seconds or more is told without being asked', async () => {
  const quiet = month.filter((word) => word !== '--debug');
  const { stderr } = await interrupted(busy(250), 'SIGINT', quiet);
  expect(stderr).toMatch(/^127\.0\.0\.1:\d+: status 503, retrying in 250\.0 s$/m);
});

const waiting = 'waiting up to 5 s for responses that are under way; interrupt again to end at once';

describe('days that an interrupted run has fetched', () => {
  /** February is answered only after the interrupt. */
  const january: Fault = ({ query }, _response, pass) => (query.start === '2024-01-01' ? pass() : undefined);

  async function interruptedInFebruary(...how: string[]) {
    const { service, machine } = await scene(january);
    const months = ['series', '2024-01', '2024-02', '-s', 'EUR', '-f', 'csv', ...how];
    const child = machine.start(months, { env: { RATEBOOK_TIMEOUT: '250' } });
    const end = finished(child);
    await said(child, 'stdout', '2024-01-31');
    await service.came(2);
    child.kill('SIGINT');
    const { code, stderr } = await end;
    const [, ...lines] = stderr.split('\n');
    return { code, lines };
  }

  const goesOn = '31 days are stored; run the same command again to continue';
  test.each([
    ['are counted, and the same command goes on from there', [], [goesOn]],
    ['are not mentioned with --no-store', ['--no-store'], []],
  ])('%s', async (_what, how, told) => {
    const lost = 'cost 31 to 60 requests (one response of 29 days was lost)';
    const lines = [...(how[0] === '--no-store' ? [] : [waiting]), ...told, lost, 'ratebook: interrupted', ''];
    expect(await interruptedInFebruary(...how)).toEqual({ code: 130, lines });
  });

  test('have those of a response that arrives within five seconds, and no further request is sent', async () => {
    let answer = () => {};
    const late: Fault = ({ query }, _response, pass) => {
      if (query.start === '2024-01-01') pass();
      else answer = pass;
    };
    const { service, machine, stored } = await scene(late);
    const months = ['series', '2024-01', '2024-12', '-s', 'EUR', '-f', 'csv', '--concurrency', '1', '--yes'];
    const child = machine.start(months, { env: { RATEBOOK_TIMEOUT: '250' } });
    const end = finished(child);
    await said(child, 'stdout', '2024-01-31');
    await service.came(2);
    child.kill('SIGINT');
    await said(child, 'stderr', waiting);
    answer();
    const { code, stderr } = await end;
    expect(code).toBe(130);
    expect(stderr).toContain('60 days are stored');
    expect([service.requests.length, stored.days().length]).toEqual([2, 60]);
  });
});
