import { describe, expect, test } from 'vitest';
import { answering, lost, pass, refusing, status } from '../support/faults.ts';
import { Latch } from '../support/latch.ts';
import { finished, fiveSecondsLater } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import type { Fault } from '../support/service.ts';

const usageOf = (requests_remaining: unknown) =>
  answering({ data: { plan: {}, usage: { requests: 11, requests_quota: 1000, requests_remaining } } });

const line = 'series 2024-01-01 2024-02-01 -s EUR';
const told = { code: 0, stderr: '32 days: 0 held, 32 to fetch, cost 32 requests\n' };

describe('where usage.json does not answer in its shape, nothing changes', () => {
  test.concurrent.each<[string, Fault]>([
    ['nothing there', refusing(404, 'not_found')],
    ['an HTML page', answering('<html>', { 'content-type': 'text/html' })],
    ['a failure', status(500)],
    ['a number as text', usageOf('412')],
    ['an end without an answer', lost],
  ])('%s', async (_name, usage) => {
    const { service, run } = await scene(pass, { usage });
    expect(await run(line)).toMatchObject(told);
    expect([service.cost(), service.calls() - service.requests.length]).toEqual([32, 1]);
  });

  test.concurrent('no answer at all within 5 seconds', async () => {
    const asked = new Latch();
    const { machine } = await scene(pass, { usage: asked.open });
    const child = machine.start(line.split(' '), { endless: true });
    const end = finished(child);
    await asked.opened;
    fiveSecondsLater(child);
    expect(await end).toMatchObject(told);
  });
});
