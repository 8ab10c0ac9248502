import { expect, test } from 'vitest';
import { pass } from '../support/faults.ts';
import { scene } from '../support/scene.ts';

test('archive fetches the newest first, a hundred a run, from the remembered day on', async () => {
  const { service, held, run } = await scene(pass, { now: '2024-03-10T09:00:00Z' });
  const env = { RATEBOOK_CONCURRENCY: '1' };
  for (const more of [' --since 1999-01-01 --max-cost 20', ''])
    expect((await run(`archive${more}`, { env })).code).toBe(0);
  expect([held.days().length, held.days()[0], held.days().at(-1)]).toEqual([120, '2023-11-11', '2024-03-09']);
  expect(service.cost()).toBe(120);
  expect(service.asked()[0]).toBe('2024-03-01..2024-03-09');
  expect(service.asked()).toEqual(service.asked().toSorted().reverse());
});
