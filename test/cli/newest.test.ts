import { describe, expect, test } from 'vitest';
import { createDemoHandler } from '../../src/server/demo/demo.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { type Fault, reply, startService } from '../support/service.ts';

// What holds for the central bank alone is in ecb.test.ts and ecb-faults.test.ts.

const noon = '2026-11-21T12:20:00Z';

/** A service that answers for two days and then falls ill, and a machine that has stored these. */
async function scene(fault: Fault) {
  let isIll = false;
  const service = await startService(
    (request, response, pass) => (isIll ? fault(request, response, pass) : pass()),
    createDemoHandler(() => Date.parse(noon)),
  );
  const machine = Machine.for(service.url);
  const run = (line: string, now = noon) => runHere(machine, line.split(' '), { now });
  await run('historical 2026-11-18 2026-11-19 -q');
  isIll = true;
  return { service, run };
}

const noAddress: Fault = (_request, response) => reply(response, 404, {});

/** Whenever it is asked. */
const publishedAt =
  (time: string): Fault =>
  (_request, response) =>
    reply(response, 200, { base: 'USD', timestamp: Date.parse(time) / 1000, rates: { EUR: 0.9, USD: 1 } });

const value = /^\d\.\d+\n$/;

describe.concurrent.each([
  ['latest', 'latest -s EUR -f value'],
  ['an amount', 'convert 1 USD EUR -f value'],
])('%s of a service that gives none', (_, line) => {
  test.each([
    ['cannot be reached', true, /^ratebook: 127\.0\.0\.1:\d+ cannot be reached: the connection was refused; /],
    ['refuses', false, /^ratebook: 127\.0\.0\.1:\d+ does not know this address \(404\); /],
  ])('that %s is that of the newest stored rates, with a warning', async (_, isGone, why) => {
    const { service, run } = await scene(noAddress);
    if (isGone) await service.close();
    const { code, stdout, stderr } = await run(`${line} -q`);
    expect([code, stdout]).toEqual([3, expect.stringMatching(value)]);
    expect(stderr).toMatch(why);
    expect(stderr).toMatch(/; the newest stored rates are those of 2026-11-19, 2 days ago\n$/);
    expect(stdout).toBe((await run(`${line} --offline -q`)).stdout);
  });

  test('fails where nothing is stored, or may be used', async () => {
    const { run } = await scene(noAddress);
    expect(await run(`${line} --no-store`)).toMatchObject({ code: 1, stdout: '' });
    expect(await run(`${line} --show-alternative`)).toMatchObject({ code: 1, stdout: '' });
  });

  test('is not old if it was published yesterday', async () => {
    const { run } = await scene(publishedAt('2026-11-20T00:00:00Z'));
    expect(await run(`${line} -q`)).toMatchObject({ code: 0, stderr: '' });
  });

  test('is old if it was published before', async () => {
    const { run } = await scene(publishedAt('2026-11-19T23:00:00Z'));
    expect(await run(`${line} -q`)).toEqual({
      code: 3,
      stdout: expect.stringMatching(value),
      stderr: 'ratebook: the newest rates are those of 2026-11-19 23:00 UTC, 2 days ago; those of 2026-11-21 are due\n',
    });
  });

  test('is that of kept rates of the running day, with their time', async () => {
    const { run } = await scene((request, response, pass) =>
      request.number > 3 ? noAddress(request, response, pass) : pass(),
    );
    const kept = await run(`${line} -q`);
    const { code, stdout, stderr } = await run(`${line} -q`, '2026-11-21T15:00:00Z');
    expect([kept.code, code, stdout]).toEqual([0, 3, kept.stdout]);
    expect(stderr).toMatch(/; the newest stored rates are those of 2026-11-21 12:00 UTC\n$/);
  });
});

test('a rule that leads to another day has that day or none', async () => {
  const { run } = await scene(noAddress);
  expect(await run('convert 1 USD EUR --rate weekday-before')).toMatchObject({ code: 1, stdout: '' });
});
