import { hostname } from 'node:os';
import { expect, test, vi } from 'vitest';
import { on } from '../support/refusing.ts';

const { execFileSync } = vi.hoisted(() => ({ execFileSync: vi.fn() }));
vi.mock('node:os', { spy: true });

/** The part of a mark that says where the number of a process has a meaning, as a process finds it that begins now. */
async function placeNow(): Promise<string | undefined> {
  vi.resetModules();
  const { processMark } = await import('../../src/disk/process-mark.ts');
  return processMark.split('.')[2];
}

test('a Mac is the same one whatever its network calls it, until it is started again', async () => {
  on('darwin');
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue({ execFileSync } as never);
  execFileSync.mockReturnValue('5E6FFEBE-0000-4000-8000-000000000000\n');
  vi.mocked(hostname).mockReturnValue('adas-mac.local');
  const place = await placeNow();
  vi.mocked(hostname).mockReturnValue('dhcp-12.example.org');
  expect(await placeNow()).toBe(place);
  expect(execFileSync).toHaveBeenCalledWith('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], expect.anything());

  execFileSync.mockReturnValue('EA5FEA49-0000-4000-8000-000000000000\n');
  expect(await placeNow()).not.toBe(place);

  execFileSync.mockImplementation(() => {
    throw new Error('not permitted');
  });
  const named = await placeNow();
  vi.mocked(hostname).mockReturnValue('adas-mac.local');
  expect(await placeNow()).not.toBe(named);
});
