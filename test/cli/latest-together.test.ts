import { describe, expect, test } from 'vitest';
import { behind, Latch } from '../support/latch.ts';
import { finished, Machine, type Options, said } from '../support/ratebook.ts';
import { createDemoHandler, type Fault, startService } from '../support/service.ts';

const noon = '2026-11-21T12:20:00Z';

/** A service whose answers wait, and runs that have said what they are about to ask. */
async function sceneBehind(now?: string, fault: (latch: Latch) => Fault = behind) {
  const latch = new Latch();
  const clock = () => (now === undefined ? Date.now() : Date.parse(now));
  const service = await startService(fault(latch), createDemoHandler(clock));
  const machine = Machine.for(service.url);
  const start = async (line: string, env: Options['env'] = {}) => {
    const child = machine.start(line.split(' '), { env, ...(now === undefined ? {} : { now }) });
    const end = finished(child);
    await said(child, 'stderr', /cost \d requests?\n/);
    return { machine, child, end };
  };
  const startAll = (...lines: readonly string[]) => Promise.all(lines.map((line) => start(line)));
  return { service, latch, start, startAll };
}

type Runs = readonly { readonly end: ReturnType<typeof finished> }[];

const codesOf = async (runs: Runs) => (await Promise.all(runs.map(({ end }) => end))).map(({ code }) => code);

describe('runs at once that want the running day', () => {
  test('share one request for it, whatever they show of it', async () => {
    const { service, latch, startAll } = await sceneBehind(noon);
    const runs = await startAll(
      'latest',
      'latest -b EUR -s GBP -f json',
      'historical 2026-11-21 -s JPY',
      'convert 1 EUR USD --on today',
    );
    await service.came(1);
    latch.open();
    expect(await codesOf(runs)).toEqual([0, 0, 0, 0]);
    expect(service.calls()).toBe(1);
  });
});
