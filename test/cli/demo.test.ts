import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { finished, Machine, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

describe('--demo', () => {
  const machine = new Machine();
  const month = ['series', '2024-01', '-s', 'EUR,JPY', '--demo'];

  test('needs neither a key nor a network, and says that the rates are made up', async () => {
    const { code, stdout, stderr } = await machine.run(month);
    expect(stdout.split('\n')).toHaveLength(31 * 2 + 2);
    expect(stderr).toContain('demonstration: the rates are made up\n');
    expect(code).toBe(0);
  });

  test('has the same rates on every machine', async () => {
    const other = new Machine();
    const [one, two] = await Promise.all([
      runHere(machine, month),
      runHere(other, month, { now: '2025-05-05T05:05:05Z' }),
    ]);
    expect(one.stdout).toBe(two.stdout);
  });

  test('ignores the configured key and address, be they right or wrong', async () => {
    const { service, machine: user } = await scene();
    expect(await runHere(user, month)).toMatchObject({ code: 0 });
    expect(service.calls()).toBe(0);
    for (const env of [
      { RATEBOOK_BASE_URL: 'http://rates.example/api' },
      { RATEBOOK_APP_ID: 'has a blank' },
      { RATEBOOK_APP_ID: 'invalid-key' },
    ])
      expect(await runHere(user, month, { env }), JSON.stringify(env)).toMatchObject({ code: 0 });
  });

  test('needs no consent', async () => {
    const run = await runHere(machine, ['series', '2022', '2023', '-s', 'EUR', '--demo', '-f', 'ndjson']);
    expect(run.stdout.split('\n')).toHaveLength(731);
    expect(run.code).toBe(0);
  });

  test('is held to --max-cost all the same', async () => {
    const run = await runHere(machine, ['series', '2021', '-s', 'EUR', '--demo', '--no-store', '--max-cost', '10']);
    expect(run).toMatchObject({ code: 5, stdout: '' });
  });

  test('takes a base, and derives from it', async () => {
    const day = ['historical', '2024-01-17', '--demo', '-f', 'json'];
    const usd = JSON.parse((await runHere(machine, day)).stdout).rates;
    const eur = JSON.parse((await runHere(machine, [...day, '-b', 'eur'])).stdout);
    expect(eur.base).toBe('EUR');
    expect(eur.rates.USD).toBeCloseTo(1 / usd.EUR, 9);
    expect(eur.rates.GBP).toBeCloseTo(usd.GBP / usd.EUR, 9);
  });

  test('has the running day', async () => {
    const run = await runHere(machine, ['historical', 'today', '-s', 'EUR', '--demo'], {
      now: '2026-03-01T00:30:00Z',
    });
    expect(run.stdout).toMatch(/^2026-03-01,USD,EUR,/m);
    expect(run.code).toBe(0);
  });

  test('brings alternative currencies when they are asked for', async () => {
    const count = async (...more: string[]) =>
      (await runHere(machine, ['historical', '2024-01-17', '--demo', ...more])).stdout.split('\n').length;
    expect(await count('--show-alternative')).toBeGreaterThan(await count());
  });
});

describe('serve --demo', () => {
  async function serving(use: (url: string) => Promise<void>, ...args: string[]) {
    const machine = new Machine();
    const child = machine.start(['serve', '--demo', '--port', '0', ...args]);
    const end = finished(child);
    let url = '';
    child.stdout.on('data', (text) => {
      url += text;
    });
    await said(child, 'stdout', '\n');
    await use(url.trim());
    child.kill('SIGINT');
    return { ...(await end), url };
  }

  test('says where it is, answers clients there, and ends when it is interrupted', async () => {
    const { code, url, stderr } = await serving(async (address) => {
      const client = Machine.for(address, 'any-key-of-a-test');
      const { code, stdout } = await runHere(client, ['series', '2024-01', '-s', 'EUR', '--no-store']);
      expect(stdout.split('\n')).toHaveLength(33);
      expect(code).toBe(0);
    });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\n$/);
    expect(stderr).toContain('made up');
    expect(code).toBe(0);
  });

  test('has the plans that the keys of its clients begin with', async () => {
    await serving(async (address) => {
      const codeOf = async (key: string) =>
        (await runHere(Machine.for(address, key), ['historical', '2024-01-17', '-b', 'EUR', '--raw'])).code;
      expect(await Promise.all(['free-1', 'developer-1', 'invalid-1', 'inactive-1', 'x'].map(codeOf))).toEqual([
        5, 0, 4, 4, 0,
      ]);
    });
  });

  test('says so where its port is taken', async () => {
    await serving(async (address) => {
      const port = new URL(address).port;
      const { code, stderr } = await runHere(new Machine(), ['serve', '--demo', '--port', port]);
      expect(stderr).toContain(`ratebook: port ${port} is in use\nhint: `);
      expect(code).toBe(1);
    });
  });
});
