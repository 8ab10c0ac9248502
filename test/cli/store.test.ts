import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

describe.concurrent('store', () => {
  test('info tells of every service what is held', async () => {
    const { service, machine } = await scene();
    await machine.run(['series', '2024-01', '-q']);
    await machine.run(['historical', '2024-02-03', '-q']);
    await machine.run(['historical', '2024-01-17', '--show-alternative', '-q']);
    const { stdout } = await machine.run(['store', 'info']);
    const name = `${new URL(service.url).host.replace(':', '_')}/api`;
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 5))).toEqual([
      ['days of', 'held', 'first', 'last', 'holes'],
      [`${name}/historical`, '32', '2024-01-01', '2024-02-03', '2'],
      [`${name}/historical-alternative`, '1', '2024-01-17', '2024-01-17', '0'],
      [''],
    ]);
  });

  test('info says when nothing is held', async () => {
    expect((await new Machine().run(['store', 'info'])).stdout).toBe('no days are held\n');
  });

  test('verify reads every day, and names and sets aside the damaged', async () => {
    const { service, machine } = await scene();
    await machine.run(['series', '2024-01', '-q']);
    expect(await machine.run(['store', 'verify'])).toEqual({
      code: 0,
      stdout: '31 days read, none damaged\n',
      stderr: '',
    });
    const held = new HeldFiles(machine, service.url);
    held.write('2024-01-05', '{"base": "USD", "rates"');
    const { code, stdout, stderr } = await machine.run(['store', 'verify']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/2024-01-05/);
    expect(stderr).toMatch(/^ratebook: 1 of 31 held days (is|was)? ?damaged$/m);
    expect(held.aside('damaged')).toHaveLength(1);
  });

  test.skipIf(process.getuid?.() === 0)(
    'verify fails where days may not be listed, whatever else does not count',
    async () => {
      const { service, machine } = await scene();
      await machine.run(['historical', '2024-01-17', '-q']);
      const { days } = new HeldFiles(machine, service.url).places;
      const stranger = join(dirname(dirname(dirname(days))), 'lost+found');
      mkdirSync(stranger, { mode: 0 });
      expect((await machine.run(['store', 'verify'])).stdout).toBe('1 day read, none damaged\n');
      chmodSync(days, 0);
      const { code, stderr } = await machine.run(['store', 'verify']);
      chmodSync(days, 0o755);
      expect(code).toBe(1);
      expect(stderr).toContain(`ratebook: ${days} cannot be read: permission denied\n`);
    },
  );

  test("path prints the folder of the configured service's days", async () => {
    const { service, machine } = await scene();
    const { stdout } = await machine.run(['store', 'path']);
    expect(`${stdout.trim()}/historical`).toBe(new HeldFiles(machine, service.url).places.days);
  });
});
