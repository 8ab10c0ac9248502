import { describe, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { demoService } from '../../src/server/http/demo.ts';
import { createHandler } from '../../src/server/http/handler.ts';
import { conformance } from '../server/http/conformance.ts';
import { HeldFiles } from '../support/held-files.ts';
import { Machine } from '../support/ratebook.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';
import { startService } from '../support/service.ts';
import { Serving } from '../support/serving.ts';

const now = '2026-08-20T12:00:00Z';

describe.skipIf(!hasRealDays)(`over real days${orSkipped}`, () => {
  if (!hasRealDays) return test.skip('is not tested', () => {});
  const real = new RealDays();

  conformance('serve', async () => {
    const clock = () => Date.parse(now);
    const handler = createHandler({ ...demoService(clock), days: real.find });
    const { url } = await startService(undefined, handler);
    const machine = Machine.for(url);
    const held = new HeldFiles(machine, url);
    for (const day of eachDay('2024-01-01' as Day, '2024-02-29' as Day)) held.write(day, real.body(day) ?? '');
    const serving = await Serving.start(machine, [], { now });
    const close = async () => {
      await serving.stop();
    };
    return { url: serving.url, appId: 'any', today: now.slice(0, 10) as Day, close };
  });
});
