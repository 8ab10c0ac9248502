import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { finished, Machine, said } from '../support/ratebook.ts';

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
});
