import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { scene } from '../support/scene.ts';

describe.concurrent('store', () => {
  test.each([
    ['info', / 30 days, 2024-01-01 /],
    ['verify', /^30 days read, none damaged$/m],
  ])('%s does not count a file that vanishes once it is listed', async (command, said) => {
    const { service, machine, run } = await scene();
    await run('series 2024-01 -q');
    const held = new HeldFiles(machine, service.url);
    const { code, stdout, stderr } = await machine.run(['store', command], {
      preload: join(import.meta.dirname, '../support/vanishing.cjs'),
      env: { VANISHES: held.pathOf('2024-01-05') },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(said);
  });

  test.skipIf(process.getuid?.() === 0)('info and verify name each file that may not be read', async () => {
    const { service, machine, run } = await scene();
    await run('series 2024-01 -q');
    const held = new HeldFiles(machine, service.url);
    for (const day of ['2024-01-03', '2024-01-05']) chmodSync(held.pathOf(day), 0);
    const info = await machine.run(['store', 'info']);
    expect(info.stderr).toContain('cannot be read: 2024-01-03, 2024-01-05\n');
    const { code, stderr } = await machine.run(['store', 'verify']);
    expect(code).toBe(1);
    for (const day of ['2024-01-03', '2024-01-05'])
      expect(stderr).toContain(`ratebook: ${held.pathOf(day)} cannot be read: permission denied\n`);
    expect(stderr).toContain('ratebook: 2 of 31 stored days damaged or unreadable\n');
  });
});
