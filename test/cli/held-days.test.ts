import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { startService } from '../support/service.ts';

const january = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `2024-01-${String(from + at).padStart(2, '0')}`);

describe('days that were had once', () => {
  test('are not paid for again, whatever base, symbols or command', async () => {
    const { service, machine } = await scene();
    const first = await runHere(machine, ['series', '2024-01']);
    expect(first.stderr).toBe('31 days: 0 held, 31 to fetch, cost 31 requests\n');
    expect(service.asked()).toEqual(['2024-01-01..2024-01-31']);

    const second = await runHere(machine, ['series', '2024-01', '-b', 'EUR', '-s', 'JPY']);
    expect(second.stderr).toBe('');
    expect(second.stdout.split('\n').slice(0, 2)).toEqual([
      'date,base,quote,rate',
      expect.stringMatching(/^2024-01-01,EUR,JPY,\d+\.\d+$/),
    ]);
    expect(second.stdout.match(/\n/g)).toHaveLength(32);
    const third = await runHere(machine, ['historical', '2024-01-17']);
    expect(third.stderr).toBe('');
    expect([first.code, second.code, third.code]).toEqual([0, 0, 0]);
    expect(service.calls()).toBe(1);
  });

  test('are said to be derived in the last line of a table of another base, and nowhere else', async () => {
    const { machine } = await scene();
    const said = async (...args: string[]) => {
      const { stdout, stderr } = await runHere(machine, ['historical', '2024-01-17', ...args]);
      expect(stderr).not.toContain('derived');
      return stdout.split('\n').map((line) => line.startsWith('derived from USD rates'));
    };
    const asTable = ['-b', 'EUR', '-s', 'GBP', '-f', 'table'];
    expect(await said(...asTable, '--offline')).toEqual([false]);
    expect(await said(...asTable)).toEqual([false, false, true, false]);
    expect(await said(...asTable, '--no-store')).not.toContain(true);
    expect(await said('-b', 'EUR', '-s', 'XXX', '-f', 'table')).toEqual([false]);
    expect(await said('-s', 'GBP', '-f', 'table')).not.toContain(true);
    for (const format of ['csv', 'json', 'ndjson'])
      expect(await said('-b', 'EUR', '-s', 'GBP', '-f', format)).not.toContain(true);
  });

  test('are asked for again exactly where their files are gone', async () => {
    const { service, machine } = await scene();
    const whole = await runHere(machine, ['series', '2024-01']);
    new HeldFiles(machine, service.url).remove(...january(3, 4), ...january(10, 11), '2024-01-31');
    const again = await runHere(machine, ['series', '2024-01']);
    expect(again.stderr).toBe('31 days: 26 held, 5 to fetch, cost 5 requests\n');
    expect(service.asked().slice(1).sort()).toEqual(['2024-01-03..2024-01-04', '2024-01-10..2024-01-11', '2024-01-31']);
    expect(service.cost()).toBe(36);
    expect(again.stdout).toBe(whole.stdout);
  });

  test('lie at the paths of their own addresses, in the shape of the service', async () => {
    const { service, machine } = await scene();
    await runHere(machine, ['historical', '2024-01-17']);
    const answer = await fetch(`${service.url}/historical/2024-01-17.json?app_id=any`);
    const folder = `${new URL(service.url).host.replace(':', '_')}/api`;
    const held = machine.read(`.local/share/ratebook/${folder}/historical/2024-01-17.json`);
    expect(held).toBe(`${(await answer.text()).trimEnd()}\n`);
  });

  test('have no timestamp where they came by time series', async () => {
    const { service, machine } = await scene();
    await runHere(machine, ['series', '2024-01-01', '2024-01-02']);
    const held = JSON.parse(new HeldFiles(machine, service.url).read('2024-01-02'));
    expect(Object.keys(held)).toEqual(['disclaimer', 'license', 'base', 'rates']);
    const { stdout } = await runHere(machine, ['historical', '2024-01-02', '-f', 'json']);
    expect(Object.keys(JSON.parse(stdout))).toEqual(['disclaimer', 'license', 'date', 'base', 'rates']);
  });

  test('are not mixed with those of --show-alternative', async () => {
    const { service, machine } = await scene();
    await runHere(machine, ['historical', '2024-01-17']);
    const { stdout } = await runHere(machine, ['historical', '2024-01-17', '--show-alternative']);
    expect(stdout).toContain('VEF_BLKMKT');
    expect((await runHere(machine, ['historical', '2024-01-17'])).stdout).not.toContain('VEF_BLKMKT');
    expect(service.requests).toHaveLength(2);
    expect(new HeldFiles(machine, service.url, true).places.days).toMatch(/\/historical-alternative$/);
    expect(new HeldFiles(machine, service.url, true).days()).toEqual(['2024-01-17']);
  });

  test('are not mixed with those of another address', async () => {
    const [one, other] = [await startService(), await startService()];
    const machine = Machine.for(one.url);
    await runHere(machine, ['historical', '2024-01-17']);
    await runHere(machine, ['historical', '2024-01-17'], { env: { RATEBOOK_BASE_URL: other.url } });
    expect([one.requests.length, other.requests.length]).toEqual([1, 1]);
  });

  test.each([
    ['RATEBOOK_STORE', (machine: Machine) => ({ env: { RATEBOOK_STORE: `${machine.home}/kept` } })],
    ['a relative RATEBOOK_STORE', () => ({ env: { RATEBOOK_STORE: 'kept' } })],
  ])('lie under %s where that is set', async (_name, options) => {
    const { service, machine } = await scene();
    await machine.run(['historical', '2024-01-17'], options(machine));
    const folder = `${new URL(service.url).host.replace(':', '_')}/api`;
    expect(machine.read(`kept/${folder}/historical/2024-01-17.json`)).toContain('"USD"');
  });
});

describe('on a plan without time series', () => {
  test('days come one by one at the same cost, with no note, and are held', async () => {
    const { service, machine } = await scene(undefined, 'free-key');
    const first = await runHere(machine, ['series', '2024-01', '-b', 'GBP']);
    expect(first.code).toBe(0);
    expect(first.stderr).toBe('31 days: 0 held, 31 to fetch, cost 31 requests\n');
    expect(first.stdout).toMatch(/^2024-01-01,GBP,GBP,1$/m);
    expect(service.cost()).toBe(31);
    expect(service.requests.filter(({ path }) => path === '/time-series.json')).toHaveLength(1);

    const before = service.calls();
    const second = await runHere(machine, ['series', '2024-01', '-b', 'GBP']);
    expect(second).toMatchObject({ code: 0, stdout: first.stdout });
    expect(service.calls()).toBe(before);
  });

  test('nothing else is sent before the first answer has shown what the plan allows', async () => {
    const { service, machine } = await scene(undefined, 'free-key');
    await runHere(machine, ['series', '2024-01-30', '2024-02-02', '--max-cost', '4']);
    expect(service.asked().filter((days) => days.includes('..'))).toEqual(['2024-01-30..2024-01-31']);
    expect(service.cost()).toBe(4);
  });

  test('the refusal is remembered for a day, for that key alone', async () => {
    const { service, machine } = await scene(undefined, 'free-key');
    const asks = async (days: string, now: string, env = {}) => {
      const before = service.requests.length;
      await runHere(machine, ['series', ...days.split(' ')], { now, env });
      return service.requests.slice(before).filter(({ path }) => path === '/time-series.json').length;
    };
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    expect(await asks('2024-01-01 2024-01-02', at(0))).toBe(1);
    expect(await asks('2024-01-03 2024-01-04', at(23))).toBe(0);
    expect(await asks('2024-01-05 2024-01-06', at(1), { RATEBOOK_APP_ID: 'free-other' })).toBe(1);
    expect(await asks('2024-01-07 2024-01-08', at(25))).toBe(1);
    expect(await asks('2024-01-09 2024-01-10', at(26))).toBe(0);
    await runHere(machine, ['config', 'set', 'app_id'], { stdin: 'free-key\n' });
    expect(await asks('2024-01-11 2024-01-12', at(26))).toBe(1);
  });
});

describe('--offline', () => {
  test('opens no connection, and says what is not held', async () => {
    const { service, machine } = await scene();
    await runHere(machine, ['historical', '2024-01-17']);
    await service.close();
    const { code, stdout, stderr } = await machine.run(
      ['series', '2024-01-16', '2024-01-18', '-s', 'EUR', '--offline'],
      { preload: `${import.meta.dirname}/../support/no-connections.cjs` },
    );
    expect(stdout).toMatch(/^date,base,quote,rate\n2024-01-17,USD,EUR,[\d.]+\n$/);
    expect(stderr).toBe('ratebook: 2 days not stored: 2024-01-16, 2024-01-18\n');
    expect(code).toBe(3);
  });
});
