import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { busy, silent } from '../support/faults.ts';
import { finished, type Options, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import type { Fault } from '../support/service.ts';

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
] as const)(
  'an interrupted run ends at once with 130, and leaves the output file alone %s',
  async (_when, fault, signal) => {
    const { code, stdout, stderr, machine } = await interrupted(fault, signal);
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).toMatch(/^ratebook: interrupted$/m);
    expect(machine.read('rates.csv')).toBe('before');
    expect(machine.files()).toEqual(['rates.csv']);
  },
);

describe('a second signal', () => {
  const twice = { preload: join(import.meta.dirname, '../support/twice.cjs') };

  test('is none where it is a hang-up, of which one comes from the kernel and one from the shell', async () => {
    const { code, stderr, machine } = await interrupted(silent, 'SIGHUP', month, twice);
    expect(stderr).toMatch(/^ratebook: interrupted$/m);
    expect(code).toBe(130);
    expect(machine.files()).toEqual(['rates.csv']);
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
