import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { openConnection } from '../../src/run/connection.ts';
import type { Host } from '../../src/run/host.ts';
import { readSetup } from '../../src/run/setup.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { startService } from '../support/service.ts';

test('a plan that refused time series is tried again after a day, also by a process that runs for long', async () => {
  const service = await startService();
  const folder = temporaryFolder();
  let now = Date.parse('2024-03-10T12:00:00Z');
  const debug = vi.fn();
  const host = {
    env: {
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_STATE_HOME: folder,
      RATEBOOK_APP_ID: 'free-key',
      RATEBOOK_BASE_URL: service.url,
    },
    platform: 'linux',
    home: folder,
    stdin: new PassThrough(),
    now: () => now,
    signal: new AbortController().signal,
  } as unknown as Host;
  const reporter = { debug, hide: () => {}, problem: () => {} } as never;
  const connection = await openConnection({ askUsage: false }, readSetup({}, {}, { host, reporter }), {});
  expect(connection.seriesAllowed()).toBeUndefined();
  connection.seriesRefused();
  connection.seriesRefused();
  expect(debug).toHaveBeenCalledTimes(1);
  expect(connection.seriesAllowed()).toBe(false);
  now += 86_399_000;
  expect(connection.seriesAllowed()).toBe(false);
  now += 1_000;
  expect(connection.seriesAllowed()).toBeUndefined();
  await connection.close();
});
